package views

import (
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
	"strings"

	"assay/research"
)

// CSV writes the claims of r as a table with a header (RFC 4180), one claim to
// a line.
func CSV(w io.Writer, r *Report) error {
	out := csv.NewWriter(w)
	header, rowOf := []string{"id", "claim", "outcome", "vote", "confidence", "importance", "quote",
		"url", "title", "grade", "published", "caveats", "reasons"}, r.row
	if !r.voted() {
		header, rowOf = []string{"id", "claim", "outcome", "judged", "confidence", "importance", "kind", "finding", "line", "quote",
			"url", "title", "grade", "published", "reasons"}, r.toldRow
	}
	out.Write(header)
	for _, c := range r.Claims {
		row := rowOf(c)
		for i := range row {
			row[i] = cell(row[i])
		}
		out.Write(row)
	}
	out.Flush()
	return out.Error()
}

// behind returns the source of c, and the confidence of the finding that rests on it.
func (r *Report) behind(c *Claim) (src Source, confidence research.Confidence) {
	if len(c.Sources) > 0 {
		src = *c.Sources[0]
	}
	if c.Finding > 0 {
		confidence = r.Findings[c.Finding-1].Confidence
	}
	return src, confidence
}

// toldRow returns the row of a claim that no voter saw.
func (r *Report) toldRow(c *Claim) []string {
	src, confidence := r.behind(c)
	line := ""
	if l := r.lineNamed(c.Line); l != nil {
		line = l.name()
	}
	why := []string{c.Why}
	for _, k := range c.Checks {
		why = append(why, join(": ", "checked by researcher "+k.By, string(k.Verdict), k.Reason, k.Nuance))
	}
	return []string{strconv.Itoa(c.ID), c.Claim, string(c.Outcome), c.Word, string(confidence), string(c.Importance), string(c.Kind), numberOr(c.Finding, ""), line,
		c.Quotes[0].Text, src.URL, src.Title, string(src.Grade), src.Published, join(" | ", why...)}
}

func (r *Report) row(c *Claim) []string {
	src, confidence := r.behind(c)
	return []string{strconv.Itoa(c.ID), c.Claim, string(c.Outcome), c.Vote, string(confidence), string(c.Importance), c.Quotes[0].Text,
		src.URL, src.Title, string(src.Grade), src.Published, strings.Join(c.Caveats, " | "), reasons(c)}
}

// reasons returns what every voter said of c, or why it has no votes.
func reasons(c *Claim) string {
	said := make([]string, 0, len(c.Votes))
	for _, v := range c.Votes {
		said = append(said, fmt.Sprintf("%s (%s): %s", v.Verdict, v.Lens, v.Evidence))
	}
	if c.Why != "" {
		said = append(said, c.Why)
	}
	return strings.Join(said, " | ")
}

// cell returns s as one clean line that no spreadsheet takes for a formula.
// A line cannot begin with a tab or a line end, the other starts that OWASP's
// page on CSV injection names.
func cell(s string) string {
	s = line(s)
	for _, start := range []string{"=", "+", "-", "@", "＝", "＋", "－", "＠"} {
		if strings.HasPrefix(s, start) {
			return "'" + s
		}
	}
	return s
}
