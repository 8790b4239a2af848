package views

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"assay/research"
)

// Markdown writes r as a Markdown document. Every heading, link and list in it
// is the document's own; see [markdown].
func Markdown(w io.Writer, r *Report) error {
	d := document{footnotes: r.Method == "team", noted: make(map[int]bool)}
	d.block("# Research: %s", markdown(r.Question))
	if r.voted() {
		d.tried(r)
	} else {
		d.told(r)
	}
	d.premises(r)
	d.block("## %s", r.caveatsTitle())
	d.block("%s", cmp.Or(markdown(r.Caveats), "None."))
	d.block("## Open questions")
	d.list("None.", r.OpenQuestions, markdown)
	d.sources(r)
	d.making(r)
	d.block("**%s**", r.Counts())
	_, err := io.WriteString(w, d.String())
	return err
}

// tried adds what is reported of claims that went before voters.
func (d *document) tried(r *Report) {
	d.opening(r)
	d.findings(r)
	d.refuted(r)
	d.claims("Qualified", r.Qualified)
	d.claims("Unverified", r.Unverified)
	d.omitted(r)
	d.untested(r)
}

// A document is Markdown being written, one block after the other.
type document struct {
	strings.Builder
	footnotes bool         // sources are cited by footnotes, not by links
	noted     map[int]bool // numbers of the sources that have footnotes
}

// block adds a block, unless it is empty. Foreign text in args must have gone
// through [markdown].
func (d *document) block(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	if text == "" {
		return
	}
	if d.Len() > 0 {
		d.WriteByte('\n')
	}
	d.WriteString(text + "\n")
}

// list adds a list of items, or a paragraph that there are none.
func (d *document) list(none string, items []string, draw func(string) string) {
	if len(items) == 0 {
		d.block("%s", none)
		return
	}
	var b strings.Builder
	for _, item := range items {
		fmt.Fprintf(&b, "- %s\n", draw(item))
	}
	d.block("%s", strings.TrimSuffix(b.String(), "\n"))
}

// asIs draws an item that is Markdown already.
func asIs(s string) string { return s }

func (d *document) opening(r *Report) {
	if n, ok := r.Notice(); ok {
		d.block("%s", markdown(n.String()))
	}
	if r.Summary == "" {
		return
	}
	d.block("%s", markdown(r.Summary))
	if r.Confidence != "" {
		d.block("Confidence: %s. Why: %s", r.Confidence, markdown(sentence(r.Why)))
	}
}

func (d *document) findings(r *Report) {
	d.block("## Findings")
	if len(r.Findings) == 0 {
		d.block("None.")
	}
	for _, f := range r.Findings {
		d.block("### %s — confidence: %s (vote %s)", markdown(f.Claim), f.Confidence, f.Vote)
		var urls []string
		for _, src := range f.Sources {
			urls = append(urls, markdownAddress(src.URL))
		}
		d.block("%s", join(" ", markdown(sentence(f.Evidence)), given("Sources: %s", strings.Join(urls, ", "))))
		if len(f.Quotes) > 0 {
			d.block("> %s", quoted(f.Quotes[0]))
		}
		if f.Why != "" {
			d.block("Why this confidence: %s", markdown(sentence(f.Why)))
		}
		if len(f.Corroboration) > 0 {
			var named []string
			for _, w := range f.Corroboration {
				named = append(named, witness(w))
			}
			d.block("Corroborated by: %s", strings.Join(named, "; "))
		}
		if f.Objection != "" {
			d.block("Strongest objection: %s", markdown(f.Objection))
		}
	}
}

func (d *document) refuted(r *Report) {
	if len(r.Refuted) > 0 {
		d.claims("Tested and refuted", r.Refuted)
		return
	}
	d.block("## Tested and refuted")
	d.block("None.")
}

// claims adds a section of claims with the votes that speak against them, if
// there are any claims.
func (d *document) claims(title string, claims []*Claim) {
	if len(claims) == 0 {
		return
	}
	d.block("## %s", title)
	var items []string
	for _, c := range claims {
		item := fmt.Sprintf("%s (vote %s)", markdown(c.Claim), c.Vote)
		for _, q := range c.Quotes {
			item += "\n  - source: " + quoted(q)
		}
		for _, v := range c.Votes {
			if v.Verdict != research.UpheldVote {
				item += "\n  - " + ballot(v)
			}
		}
		items = append(items, item)
	}
	d.list("", items, asIs)
}

func (d *document) omitted(r *Report) {
	if len(r.Omitted) == 0 {
		return
	}
	d.block("## Upheld, but in no finding")
	var items []string
	for _, o := range r.Omitted {
		items = append(items, join(": ", fmt.Sprintf("%s (vote %s)", markdown(o.Claim), o.Vote), markdown(o.Why)))
	}
	d.list("", items, asIs)
}

// untested lists the claims that did not go before the voters: some may be
// worth a look.
func (d *document) untested(r *Report) {
	var items []string
	for _, c := range r.Claims {
		if c.Outcome == Untested {
			items = append(items, join(": ", markdown(c.Claim), markdown(c.Why)))
		}
	}
	if len(items) > 0 {
		d.block("## Not tested")
		d.list("", items, asIs)
	}
}

func (d *document) sources(r *Report) {
	d.block("## Sources")
	if !r.voted() {
		d.toldSources(r)
	} else {
		var b strings.Builder
		for _, src := range r.Sources {
			fmt.Fprintf(&b, "%d. %s\n", src.N, join(" ", markdown(src.Title), markdownAddress(src.URL), aboutSource(src)))
		}
		d.block("%s", cmp.Or(strings.TrimSuffix(b.String(), "\n"), "No page was read."))
	}
	if len(r.Blocked) > 0 {
		d.block("Not used:")
		var items []string
		for _, p := range r.Blocked {
			items = append(items, join(" ", markdown(p.Title), markdownAddress(p.URL))+": "+markdown(p.Reason))
		}
		d.list("", items, asIs)
	}
	if len(r.Dropped) > 0 {
		d.block("Found, but not read:")
		var items []string
		for _, p := range r.Dropped {
			items = append(items, markdownAddress(p.URL)+": "+markdown(p.Reason))
		}
		d.list("", items, asIs)
	}
}

// aboutSource says what kind of source it is, and what it was good for.
func aboutSource(src *Source) string {
	return "(" + join(", ", string(src.Grade), markdown(src.Published), src.Used.Words()) + ")"
}

// making says how the report came about.
func (d *document) making(r *Report) {
	d.block("## How this was made")
	var items []string
	for _, row := range r.Making() {
		items = append(items, row.Name+": "+markdown(row.Value))
	}
	d.list("", items, asIs)
}

// quoted returns a quote with its source.
func quoted(q Quote) string {
	about := join(", ", markdown(cmp.Or(q.Title, place(q.URL))), string(q.Grade))
	return join(" — ", "“"+markdown(q.Text)+"”", about)
}

// ballot returns what a voter said, and the source it said so from.
func ballot(v Vote) string {
	said := join(". ", markdown(strings.TrimRight(v.Evidence, ".")), markdown(v.Caveat))
	if w := v.CounterSource; w != nil {
		said += " (counter-source " + witness(*w) + ")"
	} else if w := v.Source; w != nil && w.ID != "S" {
		said += " (source " + witness(*w) + ")"
	}
	return fmt.Sprintf("%s: %s", v.Verdict, said)
}

func witness(w research.Witness) string {
	return join(" ", given("%s:", markdown(w.ID)), markdown(w.Title), markdownAddress(w.URL))
}

// join joins the parts that are not empty.
func join(sep string, parts ...string) string {
	var out []string
	for _, p := range parts {
		if p != "" {
			out = append(out, p)
		}
	}
	return strings.Join(out, sep)
}

// given returns s in the format, or "" if s is empty.
func given(format, s string) string {
	if s == "" {
		return ""
	}
	return fmt.Sprintf(format, s)
}
