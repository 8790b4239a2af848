package tree

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"assay/research/gather"
)

// insufficient says why there was not enough data to learn from.
type insufficient string

func (why insufficient) Error() string { return "insufficient data: " + string(why) }

// name returns what to call a node.
func (n *node) name() string { return cmp.Or(gather.Clean(n.Label), gather.Clean(n.Query), "a search") }

// lost reports whether a node came to nothing because calls failed, rather than
// because there was nothing to be found.
func (n *node) lost() bool {
	var barren insufficient
	return n.err != nil && (limited(n.err) || !errors.As(n.err, &barren) && !errors.Is(n.err, gather.ErrPage))
}

// why says why a node taught nothing, or "".
func (n *node) why() string {
	switch {
	case n.err == nil:
		return ""
	case limited(n.err):
		return fmt.Sprintf("not researched: %v", gather.OneLine(n.err))
	case errors.Is(n.err, gather.ErrPage):
		return "its pages could not be read: " + n.blocked()
	}
	return gather.OneLine(n.err).Error()
}

// blocked says why the node's pages could not be read, each reason once.
func (n *node) blocked() string {
	var reasons []string
	for _, p := range n.pages {
		if p.Why != nil && !slices.Contains(reasons, p.Why.Error()) {
			reasons = append(reasons, p.Why.Error())
		}
	}
	return strings.Join(reasons, "; ")
}

// note tells the reader of the report how it came to be what it is.
func (t *tree) note(format string, args ...any) {
	t.notes = append(t.notes, fmt.Sprintf(format, args...))
}
