package reader

import (
	"fmt"
	"strings"

	"assay/research"
	"assay/research/task"
	"assay/research/text"
)

// check asks what other sources make of a claim: whether good enough ones say
// the same, or contradict it, and whether those that agree tie it to a condition.
func check(t *task.CheckTask) task.Check {
	claim := parse(t.Claim)
	out := task.Check{Verdict: research.CheckUnchanged, Quotes: []task.CheckQuote{}, Reason: "None of the sources speaks for or against it."}
	var backing, against []reading
	words, home := memo{}, text.Site(t.Origin)
	for i, s := range t.Sources {
		r := read(&claim, witnessOf(i, s), words)
		if site := text.Site(r.URL); site != "" && site == home || r.bearing == unrelated || !long(r.raw) {
			continue
		}
		out.Quotes = append(out.Quotes, task.CheckQuote{Source: i + 1, Quote: r.raw, Says: r.sentence, Against: r.bearing == contradicts, Quality: r.Grade})
		if r.bearing == contradicts {
			against = append(against, r)
		} else {
			backing = append(backing, r)
		}
	}
	switch {
	case len(against) > 0 && total(against) >= 0.35 && total(against) >= 0.5*total(backing):
		s := strongest(against)
		out.Verdict, out.Reason = research.CheckContested, fmt.Sprintf("“%s” says otherwise; %s: “%s”", s.Title, s.why, text.ClipWords(s.sentence, 200))
	case len(backing) > 0:
		agreed(&out, &claim, backing)
	case len(against) > 0:
		out.Reason = fmt.Sprintf("Only “%s” speaks against it, which counts for little.", against[0].Title)
	}
	return out
}

// agreed fills in that sources say what the claim says, and what they add to it.
func agreed(out *task.Check, claim *statement, backing []reading) {
	s := strongest(backing)
	out.Verdict, out.Reason = research.CheckSupported, fmt.Sprintf("“%s” says so too: “%s”", s.Title, text.ClipWords(s.sentence, 200))
	for _, r := range backing {
		if m := conditionIn(claim, r.sentence, strings.ToLower(claim.text), 0.6); m != "" {
			out.Verdict, out.Nuance = research.CheckNuanced, fmt.Sprintf("“%s” adds a condition: %s.", r.Title, m)
			return
		}
		if weaker(r.sentence, claim.text) {
			out.Verdict, out.Nuance = research.CheckNuanced, fmt.Sprintf("“%s” puts it less strongly: “%s”", r.Title, text.ClipWords(r.sentence, 160))
			return
		}
	}
}

// witnessOf makes a witness of a source.
func witnessOf(i int, s task.Reading) research.Witness {
	w := research.Witness{ID: fmt.Sprint(i + 1), URL: s.Page.FinalURL, Title: s.Page.Title, Text: strings.Join(s.Passages, "\n\n"), Grade: gradeSource(s.Page), Published: publishDate(s.Page, s.Passages), Read: true}
	if w.URL == "" {
		w.URL = s.Page.URL
	}
	if strings.TrimSpace(w.Title) == "" {
		w.Title = w.URL
	}
	return w
}

// long reports whether a quote is long enough to be one.
func long(quote string) bool { return len(strings.Fields(quote)) >= 5 }
