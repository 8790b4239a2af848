package views

import (
	"fmt"

	"assay/research"
)

// A node is a line of research with those that grew out of it.
type node struct {
	workedLine
	Below []*node
}

// nodesOf returns the lines of research as a tree: its first level. A line
// that names no line before it as its parent stands on the first level.
func nodesOf(s *research.State) []*node {
	var top []*node
	all := make([]*node, len(s.Angles))
	for i, a := range s.Angles {
		all[i] = &node{workedLine: workedOf(s, a)}
		if a.Parent >= 1 && a.Parent <= i {
			above := all[a.Parent-1]
			above.Below = append(above.Below, all[i])
		} else {
			top = append(top, all[i])
		}
	}
	return top
}

// A levelRow counts the searches of a level of the tree.
type levelRow struct {
	Level    int // from 1
	Done, Of int
}

// levelsOf returns the levels of a tree that have been planned so far. What
// belongs to no level, such as reading the best pages again, is not counted.
func levelsOf(s *research.State) []levelRow {
	var rows []levelRow
	for _, a := range s.Angles {
		for a.Round > len(rows) && len(rows) < maxLevels {
			rows = append(rows, levelRow{Level: len(rows) + 1})
		}
		if a.Round >= 1 && a.Round <= len(rows) {
			row := &rows[a.Round-1]
			row.Of++
			if a.Studied != nil {
				row.Done++
			}
		}
	}
	return rows
}

// maxLevels is how many levels of a tree are counted.
const maxLevels = 20

// searchesOf counts the searches done and planned so far.
func searchesOf(s *research.State) (done, of int) {
	for _, row := range levelsOf(s) {
		done, of = done+row.Done, of+row.Of
	}
	return done, of
}

// searchWords says how many searches are done of those planned so far.
func searchWords(s *research.State) string {
	done, of := searchesOf(s)
	if of == 0 {
		return ""
	}
	return fmt.Sprintf("%d of %s done", done, quantity(of, "search", "searches"))
}
