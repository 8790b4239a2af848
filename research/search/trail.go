package search

// A trail is the headings that the place being read stands under.
type trail []heading

type heading struct {
	level int
	path  string // its text, after that of those above
}

// How much of a heading, and of a heading with those above it, is kept, in
// bytes: everything that stands under it repeats it.
const (
	longestHeading = 300
	longestTrail   = 1000
)

// enter moves below a heading of a level (1 is the outermost) and returns
// the headings above it.
func (t *trail) enter(level int, text string) (above string) {
	for len(*t) > 0 && (*t)[len(*t)-1].level >= level {
		*t = (*t)[:len(*t)-1]
	}
	above = t.String()
	path := text[:CutBefore(text, longestHeading)]
	if above != "" && len(above)+len(path) < longestTrail {
		path = above + " > " + path
	}
	*t = append(*t, heading{level, path})
	return above
}

// String returns the headings, outermost first.
func (t trail) String() string {
	if len(t) == 0 {
		return ""
	}
	return t[len(t)-1].path
}
