package views

import (
	"io"
	"strconv"
)

// A cslItem is a source as CSL-JSON has it, which citation processors and
// reference managers read: https://citeproc-js.readthedocs.io/en/latest/csl-json/markup.html.
type cslItem struct {
	ID        string    `json:"id"`
	Type      string    `json:"type"`
	Title     string    `json:"title"`
	Author    []cslName `json:"author,omitempty"`
	Container string    `json:"container-title,omitempty"`
	Issued    *cslDate  `json:"issued,omitempty"`
	Accessed  *cslDate  `json:"accessed,omitempty"`
	URL       string    `json:"URL,omitempty"`
	Note      string    `json:"note,omitempty"`
}

// A cslName is an author as the page names them: who is a person, and which
// part is the family name, is not known.
type cslName struct {
	Literal string `json:"literal"`
}

// A cslDate is a year, month and day, as far as known.
type cslDate struct {
	Parts [][]int `json:"date-parts"`
}

// CSL writes the sources of r as a list in CSL-JSON, the cited ones first.
func CSL(w io.Writer, r *Report) error {
	items := []cslItem{}
	for _, ref := range r.references() {
		item := cslItem{ID: ref.Key, Type: "webpage", Title: ref.Title, Container: ref.Site, Issued: cslDateOf(ref.Published), URL: ref.URL, Note: ref.Note}
		if ref.Author != "" {
			item.Author = []cslName{{ref.Author}}
		}
		if !ref.Fetched.IsZero() {
			item.Accessed = &cslDate{[][]int{{ref.Fetched.Year(), int(ref.Fetched.Month()), ref.Fetched.Day()}}}
		}
		items = append(items, item)
	}
	return encode(w, items)
}

// cslDateOf returns a date of the given parts, or nil if there are none.
func cslDateOf(parts []string) *cslDate {
	if len(parts) == 0 {
		return nil
	}
	date := make([]int, len(parts))
	for i, p := range parts {
		date[i], _ = strconv.Atoi(p) // checked when it was read
	}
	return &cslDate{[][]int{date}}
}
