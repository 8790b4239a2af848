package views

import (
	"cmp"
	"fmt"
	"strings"
)

// told adds what a method without voters reports.
func (d *document) told(r *Report) {
	d.toldOpening(r)
	for _, s := range r.Sections {
		d.toldSection(r, s)
	}
	d.toldLoose(r)
	d.toldDisputes("## Where sources disagree", r.Disputes)
	d.toldGaps(r)
	d.toldProposals(r)
	d.toldTeam(r)
	d.toldTree(r)
	d.toldMap(r)
	d.toldClaims("Did not hold", r.Refuted)
	if len(r.benches()) == 0 { // else they stand with their researchers
		d.toldClaims("In no finding", r.unused())
	}
}

// cited returns citations of sources to stand after what they say: footnotes,
// or links in brackets.
func (d *document) cited(sources []*Source) string {
	if d.footnotes {
		return d.marks(sources)
	}
	return given(" (%s)", d.marks(sources))
}

// marks returns footnotes or links, one for each source.
func (d *document) marks(sources []*Source) string {
	var marks []string
	for _, src := range sources {
		if d.footnotes {
			d.noted[src.N] = true
			marks = append(marks, fmt.Sprintf("[^%d]", src.N))
		} else {
			marks = append(marks, markdownLink(src))
		}
	}
	return strings.Join(marks, either(d.footnotes, "", ", "))
}

// markdownLink returns the title of a source as a link to it.
func markdownLink(src *Source) string {
	title := markdown(src.name())
	if a, ok := address(src.URL); ok && title != "" {
		return "[" + title + "](<" + a + ">)"
	}
	return cmp.Or(title, "source "+fmt.Sprint(src.N))
}

func (d *document) toldOpening(r *Report) {
	d.block("%s", markdown(r.Parameters))
	if n, ok := r.Notice(); ok {
		d.block("%s", markdown(n.String()))
	}
	if r.Summary == "" {
		return
	}
	d.prose("", r.Summary, r.leading())
	d.block("%s", join(" ", given("Confidence: %s.", string(r.Confidence)), given("Likelihood: %s.", markdown(r.Likelihood.String())), given("Why: %s", markdown(capital(sentence(r.Why))))))
	if r.Method == "explore" {
		d.block("Reading time: %s.", count(r.ReadingMinutes, "minute"))
	}
}

// prose adds paragraphs: the first after a lead, which is Markdown, the last
// with citations.
func (d *document) prose(lead, text string, sources []*Source) {
	paras := paragraphs(text)
	for i, para := range paras {
		cites := ""
		if i == len(paras)-1 {
			cites = d.cited(sources)
		}
		d.block("%s%s%s", lead, markdown(para), cites)
		lead = ""
	}
}

func (d *document) toldSection(r *Report, s *Section) {
	d.block("%s", strings.TrimSpace("## "+markdown(s.Title)))
	if s.Confidence != "" {
		d.block("%s", join(" ", fmt.Sprintf("Confidence: %s.", s.Confidence), markdown(capital(sentence(s.Why)))))
	}
	for _, p := range s.Points {
		switch {
		case p.Finding == 0 && s.ruled():
			d.prose(given("%s: ", markdown(capital(p.Label))), p.Text, p.Sources)
		case p.Finding == 0:
			d.prose("**Analysis.** "+given("%s: ", markdown(p.Label)), p.Text, p.Sources)
		case p.Again:
			d.block("%s", join(": ", markdown(p.Label), "see finding "+fmt.Sprint(p.Finding)))
		default:
			d.toldFinding(p.Label, r.Findings[p.Finding-1])
		}
	}
}

// toldFinding adds a finding with its evidence.
func (d *document) toldFinding(label string, f *Finding) {
	paras := paragraphs(f.Evidence)
	sure := given(" — confidence: %s", join(", ", string(f.Confidence), markdown(f.Likelihood.String())))
	d.block("### %s%s", join(": ", markdown(label), markdown(f.Claim)), sure)
	if len(paras) == 0 {
		d.block("%s", given("Sources: %s", d.marks(f.Sources)))
	}
	d.prose("", f.Evidence, f.Sources)
	if len(f.Quotes) > 0 {
		d.block("> %s", quoted(f.Quotes[0]))
	}
	var labels []string
	for _, l := range f.Labels {
		labels = append(labels, markdown(l))
	}
	d.block("%s", given("Labels: %s", join(" · ", labels...)))
	d.block("%s", given("Why this confidence: %s", markdown(sentence(f.Why))))
	if len(f.Votes) > 0 {
		d.block("%s", given("Strongest objection: %s", markdown(f.Objection)))
	}
}

// toldLoose adds the findings that are in no section: of a short form, as a list.
func (d *document) toldLoose(r *Report) {
	loose := r.loose()
	if len(loose) == 0 {
		return
	}
	d.block("## %s", r.looseTitle())
	var items []string
	for _, n := range loose {
		f := r.Findings[n-1]
		if !r.Brief {
			d.toldFinding("", f)
			continue
		}
		items = append(items, fmt.Sprintf("%s%s%s", markdown(f.Claim), d.cited(f.Sources), given(" — confidence: %s", string(f.Confidence))))
	}
	if r.Brief {
		d.list("", items, asIs)
	}
}
