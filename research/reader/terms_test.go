package reader

import (
	"slices"
	"testing"
)

func TestTermsMeetAcrossWordForms(t *testing.T) {
	for _, c := range [][2]string{
		{"It can be seen", "is visible"}, {"ten percent", "10%"}, {"goldfish's memory", "goldfish memories"},
		{"lightning struck", "lightning strikes"}, {"three-second", "3 seconds"}, {"the children", "a child"},
		{"384,400 km", "384400 kilometres"}, {"asyncio.gather()", "asyncio gather"},
	} {
		if a, b := termsOf(c[0]), termsOf(c[1]); !slices.Equal(a, b) {
			t.Errorf("%q has %v, %q has %v", c[0], a, c[1], b)
		}
	}
}

func TestContractionsWithNotFallApart(t *testing.T) {
	for _, s := range []string{"isn't", "can't", "won’t", "cannot"} {
		tokens := tokenize(s)
		if len(tokens) != 2 || tokens[1].word != "not" {
			t.Errorf("%q: %v", s, tokens)
		}
	}
}

func TestQuantities(t *testing.T) {
	for text, want := range map[string]string{
		"The wall is 4 to 9 m wide.":               "4 meter",
		"The Moon is 384,400 km away.":             "384400 kilomet",
		"About 86 billion nerve cells are there.":  "8.6e+10 cell",
		"It was released in 1998.":                 "1998",
		"People use only ten percent of the brain": "10 percent",
	} {
		got := quantities(tokenize(text))
		if len(got) != 1 || got[0].String() != want {
			t.Errorf("%q: %v, want %s", text, got, want)
		}
	}
}
