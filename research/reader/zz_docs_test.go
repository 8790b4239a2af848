package reader

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"assay/research"

	"golang.org/x/net/html"
)

func htmlText(b string) (title, text string) {
	doc, err := html.Parse(strings.NewReader(b))
	if err != nil {
		return "", ""
	}
	var sb strings.Builder
	var walk func(*html.Node, bool)
	walk = func(n *html.Node, pre bool) {
		if n.Type == html.ElementNode {
			switch n.Data {
			case "script", "style", "head", "nav", "header", "footer":
				if n.Data == "head" {
					for c := n.FirstChild; c != nil; c = c.NextSibling {
						if c.Data == "title" && c.FirstChild != nil {
							title = strings.Join(strings.Fields(c.FirstChild.Data), " ")
						}
					}
				}
				return
			case "div":
				for _, a := range n.Attr {
					if a.Key == "class" && (strings.Contains(a.Val, "sidebar") || strings.Contains(a.Val, "related") || strings.Contains(a.Val, "navheader") || strings.Contains(a.Val, "navfooter") || strings.Contains(a.Val, "toc")) {
						return
					}
				}
			}
		}
		if n.Type == html.TextNode {
			sb.WriteString(n.Data)
		}
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			walk(c, pre)
		}
		if n.Type == html.ElementNode {
			switch n.Data {
			case "p", "div", "li", "dd", "dt", "h1", "h2", "h3", "h4", "h5", "h6", "pre", "tr", "table", "section":
				sb.WriteString("\n\n")
			}
		}
	}
	walk(doc, false)
	return title, sb.String()
}

func docsShelf(t *testing.T, dir, host string, globs ...string) *shelf {
	var pages []research.Page
	for _, g := range globs {
		files, _ := filepath.Glob(filepath.Join(dir, g))
		for _, f := range files {
			b, _ := os.ReadFile(f)
			title, text := htmlText(string(b))
			rel, _ := filepath.Rel(dir, f)
			if strings.Contains(rel, "release") || strings.Contains(rel, "bookindex") {
				continue
			}
			pages = append(pages, research.Page{URL: "library://" + host + "/" + rel, FinalURL: "library://" + host + "/" + rel, Title: title, Text: text})
		}
	}
	return newShelf(pages)
}

func TestDocs(t *testing.T) {
	pg := docsShelf(t, "/usr/share/doc/postgresql-doc-15/html", "postgresql-doc-15", "*vacuum*.html", "transaction-iso.html", "mvcc*.html", "sql-set-transaction.html", "runtime-config-client.html", "textsearch-indexes.html", "gin*.html", "gist*.html", "indexes-types.html", "sql-create*.html", "monitoring*.html", "acronyms.html")
	py := docsShelf(t, "/usr/share/doc/python3.11/html", "python3.11", "library/asyncio-*.html", "library/stdtypes.html", "library/collections.html", "reference/datamodel.html", "reference/expressions.html", "tutorial/*.html", "faq/*.html", "glossary.html", "library/csv.html", "library/concurrent*.html")
	for _, q := range []string{"How does VACUUM reclaim disk space in PostgreSQL?", "What is the default transaction isolation level in PostgreSQL?", "When should I use a GIN index instead of a GiST index?", "Does PostgreSQL support dirty reads?"} {
		trials, c := pg.run(t, q)
		show(t, q, trials, c)
	}
	for _, q := range []string{"What does asyncio.gather do when one of the tasks raises an exception?", "Are Python dictionaries ordered?", "What is the difference between a list and a tuple in Python?", "Why does Python have a global interpreter lock?"} {
		trials, c := py.run(t, q)
		show(t, q, trials, c)
	}
}
