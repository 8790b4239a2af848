package views

import (
	"fmt"
	"slices"

	"assay/research"
	"assay/research/port"
)

// pagesOf returns the pages that were chosen for reading so far, by number,
// then those that are being read.
func pagesOf(s *research.State) []tile {
	var tiles []tile
	known := make(map[string]bool)
	for _, p := range s.Pages {
		known[p.URL] = true
		tiles = append(tiles, tileOf(s, port.Hit{URL: p.URL, Title: p.Title}, p, false))
	}
	for _, c := range s.Calls {
		if _, isURL := address(c.Label); isURL && c.Kind == research.Started && !known[c.Label] {
			known[c.Label] = true
			tiles = append(tiles, tileOf(s, port.Hit{URL: c.Label, Title: titleOf(s, c.Label)}, nil, true))
		}
	}
	return tiles
}

// readWords says how many pages were read and blocked.
func readWords(s *research.State) string {
	at := progressOf(s)
	return join(", ", countOr(at.Read, "page")+either(at.Read > 0, " read", ""), given("%s blocked", numberOr(at.Blocked, "")))
}

// premisesFrom returns the runs whose reports the run builds on, in the order
// of its premises.
func premisesFrom(s *research.State) []string {
	var runs []string
	for _, p := range s.Premises {
		if !slices.Contains(runs, p.Run) {
			runs = append(runs, p.Run)
		}
	}
	return runs
}

// premiseWords says from how much the run starts.
func premiseWords(s *research.State) string {
	return fmt.Sprintf("Starts from %s of %s", quantity(len(s.Premises), "finding", "findings"),
		quantity(len(premisesFrom(s)), "earlier report", "earlier reports"))
}
