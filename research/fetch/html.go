package fetch

import (
	"net/url"
	"strings"
	"unicode/utf8"

	"github.com/markusmobius/go-trafilatura"
	"golang.org/x/net/html"

	"assay/research/port"
	"assay/research/text"
)

// A document is what could be read out of a body.
type document struct {
	text      string
	title     string
	author    string
	site      string
	published string // YYYY-MM-DD
	language  string
	extractor string
	paid      bool // the page says that its text is for subscribers
	login     bool // the page asks for a password
}

const (
	shortText = 200 // characters; less is hardly an article's main text

	// A text shorter than this, in bytes, or than this share of a page's prose,
	// may not be all of its article.
	shortArticle = 1000
	missedShare  = 0.6

	// What the extractor does to a page grows with the number of its elements,
	// with the sum of their depths, and with the text before each of them:
	// beyond these it can take minutes. It also copies the tree several times.
	// Long encyclopedia articles have 15,000 elements, 12 deep, in 300 KB of text.
	mostElements   = 30_000
	mostAttributes = 100_000
	mostDepths     = 1_000_000
	mostText       = 2 << 20
	mostWork       = 10_000_000_000 // elements x bytes of text
)

// ordinary reports whether a page is of a size that the extractor can take.
func (f facts) ordinary() bool {
	return f.elements <= mostElements && f.attributes <= mostAttributes && f.depths <= mostDepths &&
		f.text <= mostText && f.elements*f.text <= mostWork
}

// readHTML returns the main text of the page src, found at address.
func readHTML(src, address string) (d document, err error) {
	defer func() {
		if recover() != nil {
			d, err = document{}, port.Fail(port.Blocked, "could not be parsed")
		}
	}()
	doc := text.ParseHTML(src)
	if doc == nil {
		return document{text: tokenText(src), extractor: "tokens/1"}, nil
	}
	removeHidden(doc)
	facts := survey(doc)
	if facts.ordinary() {
		d = mainText(doc, address, facts.prose)
	}
	if utf8.RuneCountInString(d.text) < shortText {
		if body := blockText(doc, chrome); len(body) > len(d.text) {
			d.text, d.extractor = body, "body/1"
		}
	}
	if d.title == "" {
		d.title = facts.title
	}
	d.language = pageLanguage(facts.lang, d.language)
	d.paid, d.login = facts.paid, facts.password
	return d, nil
}

// mainText returns the article in doc, empty if there seems to be none. A second
// extractor is asked only where the first may have missed it: it costs as much.
func mainText(doc *html.Node, address string, prose int) document {
	d, ok := extract(doc, address, false)
	if !ok || float64(len(d.text)) < max(shortArticle, missedShare*float64(prose)) {
		d, _ = extract(doc, address, true)
	}
	return d
}

// extract reads the article in doc. With second, it also asks the extractor's
// own second opinion, and decides between the two. It is not ok if what was
// found does not look like an article: it is no paragraphs, or mostly tables.
func extract(doc *html.Node, address string, second bool) (d document, ok bool) {
	base, _ := url.Parse(address)
	config := trafilatura.DefaultConfig()
	config.MinExtractedSize = 0 // with no more than a few words it would glue all text together
	r, err := trafilatura.ExtractDocument(doc, trafilatura.Options{
		Config: config, OriginalURL: base, EnableFallback: second, ExcludeComments: true,
		HtmlDateMode: trafilatura.Extensive, // else it depends on second
	})
	if err != nil {
		return document{}, false
	}
	d = document{
		text:      blockText(r.ContentNode, nothingSkipped),
		title:     r.Metadata.Title,
		author:    r.Metadata.Author,
		site:      r.Metadata.Sitename,
		language:  r.Metadata.Language,
		extractor: "trafilatura/1.12.2",
	}
	if !r.Metadata.Date.IsZero() {
		d.published = r.Metadata.Date.Format("2006-01-02")
	}
	paragraphs := count(r.ContentNode, "p")
	return d, paragraphs > 0 && paragraphs >= count(r.ContentNode, "table")
}

// count returns how many elements of that name are under n.
func count(n *html.Node, name string) (elements int) {
	for d := range n.Descendants() {
		if d.Type == html.ElementNode && d.Data == name {
			elements++
		}
	}
	return elements
}

// tokenText returns the text of src without building a tree.
func tokenText(src string) string {
	var w writer
	z := html.NewTokenizer(strings.NewReader(src))
	skip := ""
	for {
		switch z.Next() {
		case html.ErrorToken:
			return w.String()
		case html.TextToken:
			if skip == "" {
				w.text(string(z.Text()), false)
			}
		case html.StartTagToken:
			name, _ := z.TagName()
			if skip == "" && (string(name) == "script" || string(name) == "style") {
				skip = string(name)
			}
			w.boundary(string(name))
		case html.EndTagToken:
			name, _ := z.TagName()
			if string(name) == skip {
				skip = ""
			}
			w.boundary(string(name))
		}
	}
}

func (w *writer) boundary(name string) {
	if blockElements[name] {
		w.owe("\n\n")
	}
}
