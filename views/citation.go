package views

import (
	"cmp"
	"time"

	"github.com/a-h/templ"

	"assay/research"
)

// A citation is a page's own words as a page of ours shows them.
type citation struct {
	Text     string
	Class    string // "", "against" or "plain"
	Lang     string // BCP 47, or ""
	Title    string
	URL      string
	Grade    research.SourceGrade
	Fragment string    // ":~:text=...", or ""
	Snapshot string    // path of our copy, or ""
	Read     time.Time // when it was copied
}

// cited returns a quote of the report for display.
func (p RunPage) cited(q Quote) citation {
	c := citation{Text: q.Text, Title: cmp.Or(q.Title, hostOf(q.URL)), URL: q.URL, Grade: q.Grade, Fragment: p.Fragments[q.Claim]}
	if q.N > 0 && q.N <= len(p.Report.Sources) {
		src := p.Report.Sources[q.N-1]
		c.Snapshot, c.Read = snapshotPath(p.State.ID, src.Page)+anchor(q.Claim), src.Fetched
	}
	return c
}

// anchor returns the fragment that leads to a claim's quote in a snapshot.
func anchor(claim int) string { return "#q" + numberOr(claim, "") }

// testimony returns what a voter named for or against a claim for display.
// Where the run read the page itself, our copy of it is linked.
func testimony(s *research.State, w research.Witness, class string) citation {
	c := citation{Text: w.Text, Class: class, Title: cmp.Or(w.Title, hostOf(w.URL)), URL: w.URL, Grade: w.Grade}
	for _, p := range s.Pages {
		if p.Read != nil && p.URL == w.URL {
			c.Snapshot, c.Read = snapshotPath(s.ID, p.N), p.Read.Fetched
			c.Grade = cmp.Or(c.Grade, p.Read.Grade)
		}
	}
	return c
}

// langAttr returns a lang attribute, if lang has the form of a language tag:
// letters, digits and hyphens (RFC 5646).
func langAttr(lang string) templ.Attributes {
	if lang == "" || len(lang) > 35 {
		return nil
	}
	for _, r := range lang {
		if r != '-' && (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') {
			return nil
		}
	}
	return templ.Attributes{"lang": lang}
}
