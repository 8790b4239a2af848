package reader

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

func cut(text string) []string {
	var out []string
	for _, s := range sentences(text) {
		out = append(out, strings.Join(strings.Fields(text[s.Start:s.End]), " "))
	}
	return out
}

func TestSentences(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want []string
	}{
		"abbreviations": {"Dr. Smith et al. found it, e.g. in Fig. 3. Nobody else did.", []string{"Dr. Smith et al. found it, e.g. in Fig. 3.", "Nobody else did."}},
		"versions":      {"PostgreSQL 15.2 was released. It reads postgresql.conf.", []string{"PostgreSQL 15.2 was released.", "It reads postgresql.conf."}},
		"decimals":      {"Pi is about 3.14159. The wall is 384,400 km away.", []string{"Pi is about 3.14159.", "The wall is 384,400 km away."}},
		"initials":      {"The novel is by Willa S. Cather. It came out in 1915.", []string{"The novel is by Willa S. Cather.", "It came out in 1915."}},
		"vitamin":       {"People took vitamin C. Their colds were shorter.", []string{"People took vitamin C.", "Their colds were shorter."}},
		"acronyms":      {"The U.S. Senate met at 9 a.m. on Monday. Nobody came.", []string{"The U.S. Senate met at 9 a.m. on Monday.", "Nobody came."}},
		"wrapped lines": {"The Great Wall of China is not\nvisible from the Moon. It is\nnarrow.", []string{"The Great Wall of China is not visible from the Moon.", "It is narrow."}},
		"headings":      {"# Visibility\nThe wall is narrow.\n\n- one item\n- another item", []string{"# Visibility", "The wall is narrow.", "- one item", "- another item"}},
		"quotes":        {"“It is a myth.” She laughed. \"Really?\" he asked.", []string{"“It is a myth.”", "She laughed.", "\"Really?\" he asked."}},
		"footnotes":     {"The wall is long.[12] It is narrow.[3][4] Yes.", []string{"The wall is long.[12]", "It is narrow.[3][4]", "Yes."}},
		"enumerators":   {"1. First do this.\n2. Then do that.", []string{"1. First do this.", "2. Then do that."}},
		"Chinese":       {"长城很长。月球很远。", []string{"长城很长。", "月球很远。"}},
		"numbers":       {"See No. 5 on the list. The answer was no. That was all.", []string{"See No. 5 on the list.", "The answer was no.", "That was all."}},
	} {
		t.Run(name, func(t *testing.T) {
			if got := cut(c.text); !slices.Equal(got, c.want) {
				t.Errorf("got  %q\nwant %q", got, c.want)
			}
		})
	}
}

// Hostile text takes time in proportion to its length.
func TestSentencesOfHostileText(t *testing.T) {
	for _, unit := range []string{". ", "a. ", "A.\n", "(. ", "1. ", "\n", "“", "[1]", "x", "e.g. ", "#\n", "\xff."} {
		text := strings.Repeat(unit, 1<<20/len(unit))
		if n := len(sentences(text)); n > len(text) {
			t.Errorf("%q: %d sentences", unit, n)
		}
	}
}

func FuzzSentences(f *testing.F) {
	for _, s := range []string{"Dr. Smith e.g. 15.2. Yes!", "a\n\n# b\n- c.", "“x.” [1] …。", "\xff\xfe. A", "1. 2) 3. . . .", "٣ words² here. İt is."} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		last := 0
		for _, s := range sentences(text) {
			if s.Start < last || s.End <= s.Start || s.End > len(text) {
				t.Fatalf("span %v after %d in text of %d bytes", s, last, len(text))
			}
			part := text[s.Start:s.End]
			if part != strings.TrimSpace(part) {
				t.Fatalf("white space around %q", part)
			}
			if utf8.ValidString(text) && !utf8.ValidString(part) {
				t.Fatalf("%q is cut inside a character", part)
			}
			last = s.End
			if len(part) <= longestSentence {
				claim := clean(part)
				parse(claim)
				sound(claim)
			}
		}
	})
}
