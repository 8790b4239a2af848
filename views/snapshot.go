package views

import (
	"strings"

	"assay/research"
)

// cited returns the claim's quote for display.
func (p ClaimPage) cited() citation {
	src := p.Claim.Source
	if src == nil || src.Read == nil {
		return citation{Text: p.Quote}
	}
	return citation{
		Text: p.Quote, Title: Source{Title: src.Title, URL: src.URL}.name(), URL: src.URL, Grade: src.Read.Grade, Fragment: p.Fragment,
		Snapshot: snapshotPath(p.State.ID, src.N) + anchor(p.Claim.ID), Read: src.Read.Fetched,
	}
}

// markClass returns the class of the mark of a claim's quote.
func markClass(c *research.ClaimState) string {
	if c != nil && c.Judged != nil && c.Judged.Outcome == research.Refuted {
		return "against"
	}
	return ""
}

// A piece is part of a paragraph of a snapshot: plain text, or a claim's quote.
type piece struct {
	SnapshotPart
	ID    string // of the element, on the first piece of a quote
	Class string
}

// paragraphs cuts the text of a snapshot at blank lines.
func (p SnapshotPage) paragraphs() [][]piece {
	var all [][]piece
	var current []piece
	seen := make(map[int]bool)
	for _, part := range p.Parts {
		for i, text := range strings.Split(part.Text, "\n\n") {
			if i > 0 && len(current) > 0 {
				all, current = append(all, current), nil
			}
			if strings.TrimSpace(text) == "" && (part.Claim != 0 || len(current) == 0) {
				continue
			}
			x := piece{SnapshotPart: SnapshotPart{Text: text, Claim: part.Claim}}
			if part.Claim != 0 {
				x.Class = markClass(p.claim(part.Claim))
				if !seen[part.Claim] {
					x.ID = anchor(part.Claim)[1:]
				}
				seen[part.Claim] = true
			}
			current = append(current, x)
		}
	}
	if len(current) > 0 {
		all = append(all, current)
	}
	return all
}

// claim returns the claim with the given ID, or nil.
func (p SnapshotPage) claim(id int) *research.ClaimState {
	for _, c := range p.State.Claims {
		if c.ID == id {
			return c
		}
	}
	return nil
}

// taken returns the claims that were taken from the page.
func (p SnapshotPage) taken() []boardRow {
	var rows []boardRow
	for _, c := range p.State.Claims {
		if c.Page == p.N {
			rows = append(rows, rowOf(p.State, c, false))
		}
	}
	return rows
}

// grade returns the page's grade, or "".
func (p SnapshotPage) grade() research.SourceGrade {
	for _, s := range p.State.Pages {
		if s.N == p.N && s.Read != nil {
			return s.Read.Grade
		}
	}
	return ""
}

// title returns what to call the page.
func (p SnapshotPage) title() string { return Source{Title: p.Page.Title, URL: p.Page.URL}.name() }
