package views

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"assay/research"
	"assay/research/port"
)

// A branchRow is a branch of a research map that was, or is being, explored.
type branchRow struct {
	workedLine
	Summary    string
	Confidence research.Confidence
	Why        string // of the confidence
	Sources    []tile
}

// offeredMap returns the map that the user is asked to choose on, or false if
// it is another decision that is asked for, or none.
func offeredMap(o *research.Offer) (m research.MapDrawn, ok bool) {
	if o == nil || !strings.HasPrefix(o.Label, research.OfferRound) || json.Unmarshal(o.Data, &m) != nil {
		return research.MapDrawn{}, false
	}
	return m, true
}

// mapOf returns the latest map of a run, which is empty before the first.
func mapOf(s *research.State) research.MapDrawn {
	if s.Map == nil {
		return research.MapDrawn{Topic: s.Question}
	}
	return *s.Map
}

// branchesOn returns the branches of a map, and those that are being explored
// now, by number: the order in which they were chosen.
func branchesOn(s *research.State, m research.MapDrawn) []branchRow {
	drawn := make(map[int]research.Branch)
	for _, b := range m.Explored {
		drawn[b.N] = b
	}
	var rows []branchRow
	for _, a := range s.Angles {
		row := branchRow{workedLine: workedOf(s, a)}
		row.Summary = row.summary()
		if a.Studied != nil {
			row.Confidence, row.Why = a.Studied.Confidence, a.Studied.Why
		}
		if b, ok := drawn[a.N]; ok {
			row.draw(s, b)
			delete(drawn, a.N)
		}
		rows = append(rows, row)
	}
	for _, b := range m.Explored { // of which the run says no more
		if _, left := drawn[b.N]; left {
			row := branchRow{workedLine: workedLine{Angled: &research.Angled{AnglePlanned: research.AnglePlanned{N: b.N, Angle: research.Angle{Label: b.Label}}}, stepState: stepState{"done", "done"}}}
			row.draw(s, b)
			rows = append(rows, row)
			delete(drawn, b.N)
		}
	}
	return rows
}

// draw takes in what the map says of a branch.
func (row *branchRow) draw(s *research.State, b research.Branch) {
	if b.Summary != "" && row.Class != "failed" {
		row.Summary = b.Summary
	}
	row.Confidence, row.Why = b.Confidence, b.Why
	for _, url := range b.Sources {
		row.Sources = append(row.Sources, sourceAt(s, url))
	}
}

// sourceAt returns the page at url as a source.
func sourceAt(s *research.State, url string) tile {
	for _, p := range s.Pages {
		if p.URL == url || p.Read != nil && p.Read.FinalURL == url {
			return tileOf(s, port.Hit{URL: url, Title: p.Title}, p, false)
		}
	}
	return tile{Class: "q", Title: titleOf(s, url), Host: hostOf(url)}
}

// found says what a branch brought: "4 findings from 3 sources".
func (row branchRow) found() string {
	return join(" from ", countOr(len(row.Learned), "finding"), countOr(len(row.Sources), "source"))
}

// about says of which round a branch is, and how far it is.
func (row branchRow) about() string {
	round := ""
	if row.Round > 0 {
		round = fmt.Sprintf("round %d", row.Round)
	}
	return join(" · ", either(row.Class == "done", "", row.Word), round)
}

// mapWords says how far an exploration is.
func mapWords(m research.MapDrawn) string {
	round := ""
	if m.Round > 0 {
		round = roundWords(m.Round, m.Rounds)
	}
	return join(" · ", given("Depth %s", line(m.Depth)), round)
}

// chosenWords says how the branches of a round were picked.
func chosenWords(how string) string {
	switch how {
	case "scan":
		return "the first look"
	case "picked":
		return "picked by you"
	case "asked":
		return "a question of yours"
	case "continued":
		return "the most promising deep dives"
	}
	return line(how)
}

// leftOn returns a map without what has been taken up since it was drawn.
func leftOn(s *research.State, m research.MapDrawn) research.MapDrawn {
	taken := func(label string) bool {
		return slices.ContainsFunc(s.Angles, func(a *research.Angled) bool { return a.Label == label })
	}
	m.Available = slices.DeleteFunc(slices.Clone(m.Available), func(b research.Preview) bool { return taken(b.Label) })
	m.Dives = slices.DeleteFunc(slices.Clone(m.Dives), func(d research.Dive) bool { return taken(d.Question) })
	return m
}
