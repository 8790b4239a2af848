package views

import (
	"bytes"
	"encoding/json"
	"net/url"
	"testing"

	"assay/research"
)

// What citation processors require of CSL-JSON: a list of items with an id of
// its own each, a type and only fields that there are; dates as one list of one
// to three numbers.
func TestCSLIsValid(t *testing.T) {
	for name, s := range map[string]*research.State{"wall": wall(t).state, "told": tale(t, "x"), "empty": research.NewState(research.Info{})} {
		dec := json.NewDecoder(bytes.NewReader(export(t, s, "csl")))
		dec.DisallowUnknownFields()
		var items []cslItem
		if err := dec.Decode(&items); err != nil || items == nil {
			t.Fatalf("%s: %v, %v", name, items, err)
		}
		if len(items) != len(ReportOf(s).Sources) {
			t.Errorf("%s: %d items", name, len(items))
		}
		ids := make(map[string]bool)
		for _, i := range items {
			if i.ID == "" || ids[i.ID] || i.Type != "webpage" || i.Title == "" {
				t.Errorf("%s: %+v", name, i)
			}
			ids[i.ID] = true
			if u, err := url.Parse(i.URL); err != nil || i.URL != "" && !u.IsAbs() {
				t.Errorf("%s: address %q", name, i.URL)
			}
			for _, d := range []*cslDate{i.Issued, i.Accessed} {
				if d != nil && !validDate(d.Parts) {
					t.Errorf("%s: date %v", name, d.Parts)
				}
			}
			for _, a := range i.Author {
				if a.Literal == "" {
					t.Errorf("%s: an author without a name", name)
				}
			}
		}
	}
}

func validDate(parts [][]int) bool {
	if len(parts) != 1 || len(parts[0]) < 1 || len(parts[0]) > 3 {
		return false
	}
	for i, p := range parts[0] {
		if p < 1 || p > []int{9999, 12, 31}[i] {
			return false
		}
	}
	return true
}
