package fetch

import (
	"net/url"
	"strings"
	"unicode/utf8"

	"assay/research"

	"github.com/markusmobius/go-trafilatura"
	"golang.org/x/net/html"
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

	// What the extractor does to a page grows with the number of its elements,
	// and with the sum of their depths: beyond these it can take minutes.
	// Long encyclopedia articles have 15,000 elements, 12 deep.
	mostElements = 30_000
	mostDepths   = 1_000_000
)

// readHTML returns the main text of the page src, found at address.
func readHTML(src, address string) (d document, err error) {
	defer func() {
		if recover() != nil {
			d, err = document{}, research.Fail(research.Blocked, "could not be parsed")
		}
	}()
	doc, err := html.Parse(strings.NewReader(src))
	if err != nil { // more than 512 elements open at once
		return document{text: tokenText(src), extractor: "tokens/1"}, nil
	}
	removeHidden(doc)
	facts := survey(doc)
	if facts.elements <= mostElements && facts.depths <= mostDepths {
		d = mainText(doc, address)
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

// mainText returns the article in doc, empty if there seems to be none.
func mainText(doc *html.Node, address string) document {
	base, _ := url.Parse(address)
	config := trafilatura.DefaultConfig()
	config.MinExtractedSize = 0 // with no more than a few words it would glue all text together
	r, err := trafilatura.ExtractDocument(doc, trafilatura.Options{
		Config: config, OriginalURL: base, EnableFallback: true, ExcludeComments: true,
	})
	if err != nil {
		return document{}
	}
	d := document{
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
	return d
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
