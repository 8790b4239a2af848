package text_test

import (
	"slices"
	"strings"
	"testing"

	"assay/research/text"
)

func TestPassagesKeepWhatBearsOnTheQuestion(t *testing.T) {
	filler := strings.Repeat("Nothing of interest is said here at all. ", 20)
	article := filler + "\n\nTea came to Europe in 1610 aboard Dutch ships.\n\n" + filler + "\n\nCoffee came later."
	got := text.Cut(article).Passages("When did tea come to Europe?", 600)
	if !slices.Contains(got, "Tea came to Europe in 1610 aboard Dutch ships.") || len(strings.Join(got, "")) > 600 {
		t.Errorf("%q", got)
	}
	if whole := text.Cut("One.\n\nTwo.").Passages("x", 100); !slices.Equal(whole, []string{"One.", "Two."}) {
		t.Errorf("a short text: %q", whole)
	}
	if s, score := text.Cut(article).Excerpt("tea in Europe", 200); score == 0 || !strings.Contains(s, "1610") {
		t.Errorf("%q, %v", s, score)
	}
	if _, score := text.Cut(article).Excerpt("quantum", 200); score != 0 {
		t.Errorf("an unrelated query scores %v", score)
	}
}

// A run that waits for its user keeps nobody else waiting.
