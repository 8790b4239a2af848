package views

import (
	"cmp"
	"fmt"
	"slices"

	"assay/research"
	"assay/research/port"
	"assay/research/text"
)

// A tile is a page that an angle led to.
type tile struct {
	Class, Letter string // of its mark
	Word          string // "primary", "being read", "blocked: behind a paywall"
	Title, Host   string
	Path          string // of our copy, or ""
}

// tilesOf returns the pages that an angle led to, those of pages that another
// angle found first left out.
func tilesOf(s *research.State, a *research.Angled) []tile {
	pages := make(map[string]*research.PageState)
	for _, p := range s.Pages {
		pages[text.Canonical(p.URL)] = p
	}
	reading := make(map[string]bool)
	for _, c := range s.Calls {
		if c.Kind == research.Started {
			reading[c.Label] = true
		}
	}
	dropped := make(map[int]bool)
	for _, d := range a.Dropped {
		dropped[d.Rank] = true
	}
	var tiles []tile
	for _, h := range a.Hits {
		if !dropped[h.Rank] {
			tiles = append(tiles, tileOf(s, h.Hit, pages[text.Canonical(h.Hit.URL)], reading[h.Hit.URL]))
		}
	}
	return tiles
}

func tileOf(s *research.State, h port.Hit, p *research.PageState, reading bool) tile {
	t := tile{Class: "q", Word: "queued", Title: cmp.Or(h.Title, hostOf(h.URL)), Host: hostOf(h.URL)}
	switch {
	case p != nil && p.Read != nil:
		t.Class, t.Letter = letterOf(p.Read.Grade)
		t.Word, t.Path, t.Title = string(p.Read.Grade), snapshotPath(s.ID, p.N), cmp.Or(p.Title, t.Title)
	case p != nil:
		t.Class, t.Letter, t.Word = "x", "–", "blocked: "+p.Blocked
	case reading:
		t.Class, t.Word = "now", "being read"
	case s.Status.Over():
		t.Word = "not read"
	}
	return t
}

// readOf says how many of an angle's pages were read: "4 of 6 read".
func readOf(s *research.State, a *research.Angled, tiles []tile) string {
	n := 0
	for _, t := range tiles {
		if t.Path != "" {
			n++
		}
	}
	switch {
	case len(tiles) > 0:
	case len(a.Hits) > 0:
		return count(len(a.Hits), "result") + ", none new"
	case slices.Contains(s.Phases, "read"):
		return "no results"
	default:
		return "no results yet"
	}
	return fmt.Sprintf("%d of %d read", n, len(tiles))
}
