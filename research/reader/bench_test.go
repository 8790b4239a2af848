package reader

import (
	"strings"
	"testing"

	"assay/research"
	"assay/research/task"
)

func BenchmarkExtract60KB(b *testing.B) {
	var text strings.Builder
	for i, p := range sampleShelf(b).pages {
		text.WriteString(p.Text + "\n\n")
		if i > 0 && text.Len() > 60<<10 {
			break
		}
	}
	job := &task.ExtractTask{Question: "Does lightning strike the same place twice?", Passages: []string{text.String()[:60<<10]}, Max: 6}
	for b.Loop() {
		extract(job)
	}
}

func BenchmarkVote(b *testing.B) {
	s := sampleShelf(b)
	claim := "The Great Wall of China is visible from the Moon with the naked eye."
	job := &task.VoteTask{Claim: claim, Quote: claim, Context: claim, Lens: research.Corroborated, Source: research.Witness{ID: "S", URL: "https://s.example/"}}
	for _, p := range s.search(claim, 8, -1) {
		w := s.pages[p.page]
		job.Evidence = append(job.Evidence, research.Witness{ID: "E", URL: w.URL, Title: w.Title, Text: p.text, Grade: research.Secondary})
	}
	for b.Loop() {
		vote(job)
	}
}
