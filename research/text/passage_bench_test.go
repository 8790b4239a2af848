package text_test

import (
	"strings"
	"testing"

	"assay/research/simulator"
	"assay/research/text"
)

// What a page of 60 KB costs before it is read: once in a run, cut into parts;
// then for each model that reads it, and for each claim that it may speak on.
func BenchmarkPassages(b *testing.B) {
	a := simulator.NewArticle(1, "harbour-wall-0001", 60<<10)
	article := strings.Join(a.Paragraphs, "\n\n")
	b.Run("cut", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			text.Cut(article)
		}
	})
	parts := text.Cut(article)
	b.Run("passages", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			parts.Passages(a.Title, 12_000)
		}
	})
	b.Run("excerpt", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			parts.Excerpt(a.Paragraphs[3], 420)
		}
	})
}
