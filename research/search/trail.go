package search

import "strings"

// A trail is the headings that the place being read stands under.
type trail []heading

type heading struct {
	level int
	text  string
}

// enter moves below a heading of a level (1 is the outermost) and returns
// the headings above it.
func (t *trail) enter(level int, text string) (above string) {
	for len(*t) > 0 && (*t)[len(*t)-1].level >= level {
		*t = (*t)[:len(*t)-1]
	}
	above = t.String()
	*t = append(*t, heading{level, text})
	return above
}

// String returns the headings, outermost first.
func (t trail) String() string {
	texts := make([]string, len(t))
	for i, h := range t {
		texts[i] = h.text
	}
	return strings.Join(texts, " > ")
}
