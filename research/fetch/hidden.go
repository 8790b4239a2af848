package fetch

import (
	"regexp"
	"slices"
	"strings"

	"golang.org/x/net/html"
)

// removeHidden removes from doc what a reader would not see: text put there for
// machines is the usual way to slip them instructions. It judges by attributes
// and well-known class names; it does not apply style sheets.
func removeHidden(doc *html.Node) {
	for n := doc.FirstChild; n != nil; {
		next := n.NextSibling
		if n.Type == html.CommentNode || n.Type == html.ElementNode && hidden(n) {
			doc.RemoveChild(n)
		} else {
			removeHidden(n)
		}
		n = next
	}
}

func hidden(n *html.Node) bool {
	switch n.Data {
	case "html", "head", "body": // hidden until scripts ran, if at all
		return false
	case "template", "noframes", "noscript":
		return true
	}
	for _, a := range n.Attr {
		switch a.Key {
		case "hidden":
			return true
		case "aria-hidden":
			if strings.EqualFold(strings.TrimSpace(a.Val), "true") {
				return true
			}
		case "class":
			if slices.ContainsFunc(strings.Fields(a.Val), forMachines) {
				return true
			}
		case "style":
			if invisibleStyle.MatchString(a.Val) {
				return true
			}
		}
	}
	return false
}

// forMachines reports whether a class name says "not on screen" on most of the web.
func forMachines(class string) bool {
	return slices.Contains([]string{"sr-only", "visually-hidden", "visuallyhidden", "screen-reader-text"}, class)
}

// invisibleStyle matches declarations that keep an element's text from view.
var invisibleStyle = regexp.MustCompile(`(?i)(^|[;\s])(` + strings.Join([]string{
	`display\s*:\s*none`,
	`visibility\s*:\s*(hidden|collapse)`,
	`opacity\s*:\s*0*(\.0+)?\s*(!|;|$)`,
	`font-size\s*:\s*0*(\.0+)?\s*(px|pt|em|rem|%)?\s*(!|;|$)`,
	`color\s*:\s*transparent`,
	`(left|right|top|bottom|text-indent|margin-left|margin-top)\s*:\s*-\d{3,}(\.\d+)?\s*(px|pt|em|rem)`,
	`clip\s*:\s*rect\(\s*[01](px)?[\s,]+[01](px)?[\s,]+[01](px)?[\s,]+[01](px)?\s*\)`,
	`clip-path\s*:\s*inset\(\s*(50|100)%\s*\)`,
}, "|") + `)`)
