package views

import (
	"bytes"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/a-h/templ"
	"golang.org/x/net/html"
)

// drawn returns a component as a browser's parser sees it.
func drawn(t *testing.T, c templ.Component) *html.Node {
	t.Helper()
	var b bytes.Buffer
	if err := c.Render(t.Context(), &b); err != nil {
		t.Fatal(err)
	}
	root, err := html.Parse(&b)
	if err != nil {
		t.Fatal(err)
	}
	return root
}

// elements returns the elements in n that match, in document order.
func elements(n *html.Node, match func(*html.Node) bool) []*html.Node {
	var out []*html.Node
	for d := range n.Descendants() {
		if d.Type == html.ElementNode && match(d) {
			out = append(out, d)
		}
	}
	return out
}

// all returns the elements in n with one of the tags.
func all(n *html.Node, tags ...string) []*html.Node {
	return elements(n, func(d *html.Node) bool { return slices.Contains(tags, d.Data) })
}

// classed returns the elements in n with the class.
func classed(n *html.Node, class string) []*html.Node {
	return elements(n, func(d *html.Node) bool { return slices.Contains(strings.Fields(attr(d, "class")), class) })
}

// byID returns the element in n with the id. The test fails without one.
func byID(t *testing.T, n *html.Node, id string) *html.Node {
	t.Helper()
	found := elements(n, func(d *html.Node) bool { return attr(d, "id") == id })
	if len(found) != 1 {
		t.Fatalf("%d elements have the id %q", len(found), id)
	}
	return found[0]
}

func attr(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

func has(n *html.Node, name string) bool {
	return slices.ContainsFunc(n.Attr, func(a html.Attribute) bool { return a.Key == name })
}

// words returns the text in n, with single spaces.
func words(n *html.Node) string {
	var b strings.Builder
	for d := range n.Descendants() {
		if d.Type == html.TextNode {
			b.WriteString(d.Data)
		}
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

// inspect checks what must hold of every page, whatever is on it.
func inspect(t *testing.T, what string, root *html.Node) {
	t.Helper()
	ids := make(map[string]bool)
	for _, n := range elements(root, func(n *html.Node) bool { return has(n, "id") }) {
		if id := attr(n, "id"); ids[id] || id == "" || strings.ContainsAny(id, " \t\n") {
			t.Errorf("%s: the id %q is not one of its own", what, id)
		}
		ids[attr(n, "id")] = true
	}
	level := 0
	for _, h := range all(root, "h1", "h2", "h3", "h4", "h5", "h6") {
		at := int(h.Data[1] - '0')
		if at > level+1 {
			t.Errorf("%s: %s %q follows a heading of level %d", what, h.Data, words(h), level)
		}
		level = at
	}
	if n := len(all(root, "h1")); n != 1 {
		t.Errorf("%s: %d h1", what, n)
	}
	if n := len(all(root, "main")); n != 1 {
		t.Errorf("%s: %d main", what, n)
	}
	for n := range root.Descendants() {
		if n.Type == html.ElementNode {
			inspectElement(t, what, n, ids)
		}
	}
}

// expressions are all that Datastar may be given to evaluate.
var expressions = regexp.MustCompile(`^@(get|post)\('/r/[a-z0-9]+/(events|hurry|stop|choose|restore)',\{[a-zA-Z0-9:',]+\}\)$` +
	`|^@get\('/similar',\{contentType:'form'\}\)$|^\(evt\.ctrlKey \|\| evt\.metaKey\) && evt\.key === 'Enter' && el\.form\.requestSubmit\(\)$`)

// plainData are the data attributes that no script evaluates.
var plainData = []string{"data-now", "data-ago", "data-elapsed", "data-offline", "data-gone", "data-stall", "data-pause",
	"data-preserve-attr", "data-copy", "data-cite", "data-key", "data-keys", "data-print", "data-step", "data-theme"}

func inspectElement(t *testing.T, what string, n *html.Node, ids map[string]bool) {
	t.Helper()
	switch n.Data {
	case "script":
		if !strings.HasPrefix(attr(n, "src"), "/static/") || n.FirstChild != nil {
			t.Errorf("%s: a script", what)
		}
	case "style", "iframe", "frame", "object", "embed", "base", "img", "image", "video", "audio", "source", "animate", "set", "foreignobject", "math", "template", "slot":
		t.Errorf("%s: an element %s", what, n.Data)
	case "input", "select", "textarea":
		labelled := has(n, "aria-label") || attr(n, "type") == "hidden" || n.Parent.Data == "label"
		for _, l := range all(rootOf(n), "label") {
			labelled = labelled || attr(l, "for") == attr(n, "id")
		}
		if !labelled {
			t.Errorf("%s: the field %q has no label", what, attr(n, "name"))
		}
	}
	for _, a := range n.Attr {
		switch {
		case strings.HasPrefix(a.Key, "on"), a.Key == "style", a.Key == "srcdoc", a.Key == "autofocus" && attr(n, "class") != "errors":
			t.Errorf("%s: %s has %s=%q", what, n.Data, a.Key, a.Val)
		case a.Key == "data-init", strings.HasPrefix(a.Key, "data-on"):
			if !expressions.MatchString(a.Val) && !slices.Contains(plainData, a.Key) && a.Key != "data-offline" {
				t.Errorf("%s: %s has the expression %q", what, n.Data, a.Val)
			}
		case strings.HasPrefix(a.Key, "data-") && !slices.Contains(plainData, a.Key):
			t.Errorf("%s: %s has %s", what, n.Data, a.Key)
		case a.Key == "aria-labelledby", a.Key == "aria-describedby", a.Key == "popovertarget", a.Key == "for":
			for _, id := range strings.Fields(a.Val) {
				if !ids[id] {
					t.Errorf("%s: %s=%q leads nowhere", what, a.Key, a.Val)
				}
			}
		case a.Key == "href", a.Key == "action", a.Key == "src", a.Key == "formaction":
			inspectLink(t, what, n, a.Val, ids)
		}
	}
}

// inspectLink checks that n leads to a place on the page, on this server, or,
// with the right attributes, on the web.
func inspectLink(t *testing.T, what string, n *html.Node, to string, ids map[string]bool) {
	t.Helper()
	u, err := url.Parse(to)
	switch {
	case err != nil:
		t.Errorf("%s: %s leads to %q", what, n.Data, to)
	case strings.HasPrefix(to, "#"):
		if !ids[u.Fragment] {
			t.Errorf("%s: %q leads nowhere", what, to)
		}
	case strings.HasPrefix(to, "/") && u.Host == "":
	case n.Data == "a" && (u.Scheme == "http" || u.Scheme == "https") && u.Host != "":
		if attr(n, "rel") != "noopener noreferrer nofollow ugc" || attr(n, "referrerpolicy") != "no-referrer" {
			t.Errorf("%s: the link to %s tells where it is from", what, to)
		}
	default:
		t.Errorf("%s: %s leads to %q", what, n.Data, to)
	}
}

func rootOf(n *html.Node) *html.Node {
	for n.Parent != nil {
		n = n.Parent
	}
	return n
}
