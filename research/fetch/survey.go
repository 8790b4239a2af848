package fetch

import (
	"encoding/json"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
	"golang.org/x/text/language"
)

// Facts are what a page says about itself besides its text.
type facts struct {
	elements   int
	attributes int
	depths     int // of all elements together
	text       int // bytes
	prose      int // bytes of text where an article's may be: outside links and chrome
	title      string
	lang       string // of the html element
	password   bool   // it has a password field
	paid       bool   // schema.org: isAccessibleForFree is false
}

// survey collects facts from the tree, and takes the article's text out of its
// linked data: that is not on screen, but extractors would believe it.
func survey(doc *html.Node) facts {
	var f facts
	f.visit(doc, 0, true)
	return f
}

func (f *facts) visit(n *html.Node, depth int, prose bool) {
	switch n.Type {
	case html.ElementNode:
		f.elements++
		f.attributes += len(n.Attr)
		f.depths += depth
		f.note(n)
		prose = prose && n.Data != "a" && !chrome(n)
	case html.TextNode:
		f.text += len(n.Data)
		if prose {
			f.prose += len(strings.TrimSpace(n.Data))
		}
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		f.visit(c, depth+1, prose)
	}
}

func (f *facts) note(n *html.Node) {
	switch n.Data {
	case "html":
		f.lang = attr(n, "lang")
	case "title":
		if f.title == "" && n.FirstChild != nil && n.Namespace == "" {
			f.title = n.FirstChild.Data
		}
	case "input":
		f.password = f.password || strings.EqualFold(attr(n, "type"), "password")
	case "script":
		if strings.EqualFold(attr(n, "type"), "application/ld+json") && n.FirstChild != nil {
			f.linked(n.FirstChild)
		}
	case "time", "ins":
		if inSentence(n) {
			n.Data, n.DataAtom = "span", atom.Span // the extractor would drop it with its text
		}
	}
}

// inSentence reports whether n stands between words of a paragraph.
func inSentence(n *html.Node) bool {
	if p := n.Parent; p == nil || p.Data != "p" && p.Data != "li" && p.Data != "td" && p.Data != "blockquote" {
		return false
	}
	for _, s := range []*html.Node{n.PrevSibling, n.NextSibling} {
		if s != nil && s.Type == html.TextNode && strings.TrimSpace(s.Data) != "" {
			return true
		}
	}
	return false
}

// linked reads a script of linked data. One that is no JSON is left as it is:
// the extractor cannot read it either.
func (f *facts) linked(script *html.Node) {
	var data any
	if json.Unmarshal([]byte(html.UnescapeString(strings.TrimSpace(script.Data))), &data) != nil {
		return
	}
	f.walk(data)
	if clean, err := json.Marshal(data); err == nil {
		script.Data = string(clean)
	}
}

func (f *facts) walk(data any) {
	switch data := data.(type) {
	case []any:
		for _, v := range data {
			f.walk(v)
		}
	case map[string]any:
		for k, v := range data {
			switch strings.ToLower(k) {
			case "articlebody":
				delete(data, k)
			case "isaccessibleforfree":
				f.paid = f.paid || v == false || v == "False" || v == "false" || v == "http://schema.org/False"
			default:
				f.walk(v)
			}
		}
	}
}

func attr(n *html.Node, key string) string {
	for _, a := range n.Attr {
		if a.Key == key {
			return strings.TrimSpace(a.Val)
		}
	}
	return ""
}

// pageLanguage returns the language that the page declares if its text looks
// like that, and otherwise the one that its text looks like.
func pageLanguage(declared, detected string) string {
	tag, err := language.Parse(strings.ReplaceAll(declared, "_", "-"))
	if err != nil {
		return detected
	}
	base, _ := tag.Base()
	if detected == "" || base.String() == detected {
		return tag.String()
	}
	return detected
}
