package views

import (
	"fmt"
	"io"
	"strings"
)

// RIS writes the sources of r as RIS records (two letters, two spaces, a
// hyphen, a space and the value; lines end in CR LF), the cited ones first.
// Dates are YYYY/MM/DD/ with what is not known left empty.
func RIS(w io.Writer, r *Report) error {
	var b strings.Builder
	for _, ref := range r.references() {
		tag := func(name, value string) {
			if value != "" {
				fmt.Fprintf(&b, "%s  - %s\r\n", name, value)
			}
		}
		tag("TY", "ELEC")
		tag("ID", ref.Key)
		tag("TI", ref.Title)
		tag("AU", ref.Author)
		tag("PB", ref.Site)
		if len(ref.Published) > 0 {
			parts := append(append([]string{}, ref.Published...), "", "", "")[:4]
			tag("PY", ref.Published[0])
			tag("DA", strings.Join(parts, "/"))
		}
		tag("UR", ref.URL)
		if !ref.Fetched.IsZero() {
			tag("Y2", ref.Fetched.Format("2006/01/02/"))
		}
		tag("N1", ref.Note)
		b.WriteString("ER  - \r\n\r\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}
