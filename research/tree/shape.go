package tree

import (
	"fmt"

	"assay/research"
	"assay/research/engine"
)

// A shape is how broad and how deep a tree is.
type shape struct{ breadth, depth int }

// presets are the depths to choose from, the default first.
var presets = []struct {
	name, title string
	shape
	takes, suits string
}{
	{"standard", "Standard", shape{4, 2}, "3 to 5 minutes", "for most research"},
	{"quick", "Quick", shape{3, 1}, "about 1 minute", "for simple factual questions"},
	{"deep", "Deep", shape{5, 3}, "8 to 15 minutes", "for a comprehensive analysis"},
	{"exhaustive", "Exhaustive", shape{8, 4}, "20 to 30 minutes", "for due diligence"},
}

// depths are the presets as a method offers them.
func depths() []engine.Depth {
	var out []engine.Depth
	for _, p := range presets {
		out = append(out, engine.Depth{Name: p.name, Title: p.title, Buys: fmt.Sprintf("%s, %s, %s", p.words(), p.takes, p.suits)})
	}
	return out
}

// shapeOf returns the shape that a run's options ask for.
func shapeOf(o research.Options) shape {
	s := presets[0].shape
	for _, p := range presets {
		if p.name == o.Depth {
			s = p.shape
		}
	}
	return shape{o.Number("breadth", s.breadth), o.Number("depth", s.depth)}
}

// perBranch returns how many searches a branch has at a level, from 1. The
// first level has one for each sub-question.
func (s shape) perBranch(level int) int {
	if level == 1 {
		return 1
	}
	n := s.breadth
	for range level - 1 {
		n = (n + 1) / 2
	}
	return n
}

// searches returns how many searches the whole tree has.
func (s shape) searches() int {
	n := 0
	for level := 1; level <= s.depth; level++ {
		n += s.breadth * s.perBranch(level)
	}
	return n
}

// words says what a tree of this shape does.
func (s shape) words() string {
	return fmt.Sprintf("%d sub-questions, %s: %d searches and one for opposing views", s.breadth, count(s.depth, "level"), s.searches())
}

// count returns n with the noun in the number that goes with it.
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
