package views

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"github.com/rivo/uniseg"
)

// Text writes r for a terminal that is width columns wide; 0 means 80.
// Headings are bold if color is set. Nothing that pages or models wrote can
// steer the terminal; see [line].
func Text(w io.Writer, r *Report, width int, color bool) error {
	s := screen{width: cmp.Or(max(width, 0), 80), color: color}
	s.heading(r.Question)
	if n, ok := r.Notice(); ok {
		s.block(n.String())
	}
	if r.voted() {
		s.tried(r)
	} else {
		s.told(r)
	}
	s.premises(r)
	s.section(r.caveatsTitle(), []string{r.Caveats})
	s.section("Open questions", r.OpenQuestions)
	s.sources(r)
	s.making(r)
	s.block(r.Counts())
	_, err := io.WriteString(w, s.String())
	return err
}

// tried adds what is reported of claims that went before voters.
func (s *screen) tried(r *Report) {
	s.block(r.Summary)
	s.block(join(": ", given("Confidence %s", string(r.Confidence)), r.Why))
	s.findings(r)
	s.claims("Tested and refuted", r.Refuted)
	s.claims("Qualified", r.Qualified)
	s.claims("Unverified", r.Unverified)
	s.omitted(r)
}

// A screen is text for a terminal being written.
type screen struct {
	strings.Builder
	width int
	color bool
}

// heading adds a heading after an empty line.
func (s *screen) heading(text string) {
	if s.Len() > 0 {
		s.WriteByte('\n')
	}
	for _, l := range wrap(line(text), s.width) {
		if s.color {
			l = "\x1b[1m" + l + "\x1b[0m"
		}
		s.WriteString(l + "\n")
	}
}

// para adds text after a mark such as "- ", wrapped and indented as deep as the
// mark goes; of empty text, nothing.
func (s *screen) para(mark, text string) {
	if text = line(text); text == "" {
		return
	}
	indent := strings.Repeat(" ", len(mark))
	for _, l := range wrap(text, max(s.width-len(mark), 20)) {
		s.WriteString(mark + l + "\n")
		mark = indent
	}
}

// block adds a paragraph after an empty line; of empty text, nothing.
func (s *screen) block(text string) {
	if text != "" {
		s.WriteByte('\n')
		s.para("", text)
	}
}

// section adds a heading and a list, if there is anything to list.
func (s *screen) section(title string, items []string) {
	if strings.Join(items, "") == "" {
		return
	}
	s.heading(title)
	for _, item := range items {
		s.para("- ", item)
	}
}

func (s *screen) findings(r *Report) {
	s.heading("Findings")
	if len(r.Findings) == 0 {
		s.para("", "None.")
	}
	for i, f := range r.Findings {
		s.para(fmt.Sprintf("%2d. ", i+1), f.Claim)
		s.para("    ", fmt.Sprintf("confidence: %s (vote %s) %s", f.Confidence, f.Vote, numbersOf(f.Sources)))
		s.para("    ", sentence(f.Evidence))
		if len(f.Quotes) > 0 {
			s.para("    ", quotedText(f.Quotes[0]))
		}
		s.para("    ", given("Strongest objection: %s", f.Objection))
	}
}

// claims adds a section of claims with their votes, if there are any claims.
func (s *screen) claims(title string, claims []*Claim) {
	if len(claims) == 0 {
		return
	}
	s.heading(title)
	for _, c := range claims {
		s.para("- ", fmt.Sprintf("%s (vote %s)", c.Claim, c.Vote))
		for _, v := range c.Votes {
			s.para("    ", fmt.Sprintf("%s: %s", v.Verdict, join(" ", v.Evidence, v.Caveat)))
			if v.CounterSource != nil {
				s.place("      ", v.CounterSource.URL)
			}
		}
	}
}

func (s *screen) omitted(r *Report) {
	var items []string
	for _, o := range r.Omitted {
		items = append(items, join(": ", fmt.Sprintf("%s (vote %s)", o.Claim, o.Vote), o.Why))
	}
	s.section("Upheld, but in no finding", items)
}

func (s *screen) sources(r *Report) {
	if len(r.Sources)+len(r.Blocked) == 0 {
		return
	}
	s.heading("Sources")
	for _, src := range r.Sources {
		about := join(", ", string(src.Grade), src.Published, src.Used.Words())
		s.para(fmt.Sprintf("%2d. ", src.N), join(" ", src.Title, "("+about+")"))
		if !r.voted() {
			s.para("    ", src.Line)
		}
		s.place("    ", src.URL)
	}
	for _, p := range r.Blocked {
		s.para(" -  ", join(" ", p.Title, "(not used: "+p.Reason+")"))
		s.place("    ", p.URL)
	}
}

func (s *screen) making(r *Report) {
	var items []string
	for _, row := range r.Making() {
		items = append(items, row.Name+": "+row.Value)
	}
	s.section("How this was made", items)
}

// place adds an address on a line of its own, whole, so that it can be copied.
func (s *screen) place(indent, url string) {
	s.WriteString(indent + place(url) + "\n")
}

func quotedText(q Quote) string {
	return join(" — ", "“"+q.Text+"”", cmp.Or(q.Title, place(q.URL)))
}

// wrap breaks a line of text into lines of at most width columns where the
// Unicode line breaking algorithm (UAX #14) allows it. A piece that cannot be
// broken may be wider.
func wrap(text string, width int) []string {
	var lines []string
	var cur strings.Builder
	used, state := 0, -1
	for text != "" {
		var piece string
		piece, text, _, state = uniseg.FirstLineSegmentInString(text, state)
		if used > 0 && used+uniseg.StringWidth(strings.TrimRight(piece, " ")) > width {
			lines = append(lines, strings.TrimRight(cur.String(), " "))
			cur.Reset()
			used = 0
		}
		cur.WriteString(piece)
		used += uniseg.StringWidth(piece)
	}
	return append(lines, strings.TrimRight(cur.String(), " "))
}
