package views

import (
	"fmt"
	"io"
	"strings"
)

// BibTeX writes the sources of r as BibTeX entries in UTF-8, the cited ones
// first. They are of type misc, which BibTeX and BibLaTeX both know; author
// and title stand in braces of their own, so that they are printed as they are.
func BibTeX(w io.Writer, r *Report) error {
	var b strings.Builder
	for _, ref := range r.references() {
		if b.Len() > 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, "@misc{%s,\n", ref.Key)
		field := func(name, value string) {
			if value != "" {
				fmt.Fprintf(&b, "  %s = {%s},\n", name, value)
			}
		}
		field("title", "{"+tex(ref.Title)+"}")
		field("author", given("{%s}", tex(ref.Author)))
		field("organization", tex(ref.Site))
		if len(ref.Published) > 0 {
			field("year", ref.Published[0])
			field("date", strings.Join(ref.Published, "-"))
		}
		field("url", ref.URL)
		if !ref.Fetched.IsZero() {
			field("urldate", ref.Fetched.Format("2006-01-02"))
		}
		field("note", tex(ref.Note))
		b.WriteString("}\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// tex escapes what TeX does not take as it is. Braces become commands, because
// BibTeX counts even those after a backslash.
func tex(s string) string { return texEscapes.Replace(s) }

var texEscapes = strings.NewReplacer(
	`\`, `\textbackslash{}`, `{`, `\textbraceleft{}`, `}`, `\textbraceright{}`,
	`&`, `\&`, `%`, `\%`, `$`, `\$`, `#`, `\#`, `_`, `\_`,
	`~`, `\textasciitilde{}`, `^`, `\textasciicircum{}`,
	`<`, `\textless{}`, `>`, `\textgreater{}`, `|`, `\textbar{}`,
)
