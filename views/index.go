package views

import (
	"fmt"
	"net/url"
	"slices"
	"strconv"
)

// path returns the path of the index in this state.
func (q IndexQuery) path() string {
	v := url.Values{}
	for _, f := range q.fields() {
		if f.Value != "" {
			v.Set(f.Name, f.Value)
		}
	}
	if q.Page > 1 {
		v.Set("page", strconv.Itoa(q.Page))
	}
	if len(v) == 0 {
		return "/reports"
	}
	return "/reports?" + v.Encode()
}

// At returns the path of another page of the same list.
func (q IndexQuery) At(page int) string {
	q.Page = page
	return q.path()
}

// A queryField is a field of the search form.
type queryField struct {
	Name, Value string
	Words       string // what it narrows to, for people
}

// fields returns the fields of the search form.
func (q IndexQuery) fields() []queryField {
	return []queryField{
		{"q", q.Text, given("match “%s”", q.Text)},
		{"confidence", q.Confidence, given("%s confidence", q.Confidence)},
		{"status", q.Status, optionOf(states, q.Status)},
		{"method", q.Method, given("method %s", q.Method)},
		{"topic", q.Topic, given("topic “%s”", q.Topic)},
		{"after", q.After, given("on or after %s", q.After)},
		{"before", q.Before, given("on or before %s", q.Before)},
		{"sort", q.Sort, ""},
	}
}

// narrowed returns what narrows the list, each with the path of the list
// without it.
func (q IndexQuery) narrowed() []pageLink {
	var links []pageLink
	for _, f := range q.fields() {
		if f.Value != "" && f.Words != "" {
			links = append(links, pageLink{f.Name, q.without(f.Name).path(), f.Words})
		}
	}
	return links
}

// without returns the query without a field, at its first page.
func (q IndexQuery) without(field string) IndexQuery {
	q.Page = 0
	*map[string]*string{
		"q": &q.Text, "confidence": &q.Confidence, "status": &q.Status, "method": &q.Method,
		"topic": &q.Topic, "after": &q.After, "before": &q.Before, "sort": &q.Sort,
	}[field] = ""
	return q
}

// filtered reports whether filters beyond the first row are set.
func (q IndexQuery) filtered() bool {
	return q.Method != "" || q.Status != "" || q.Topic != "" || q.After != "" || q.Before != ""
}

// An option is a choice of a select element.
type option struct{ Value, Words string }

var (
	confidences = []option{{"", "Any confidence"}, {"high", "High confidence"}, {"medium", "Medium confidence"}, {"low", "Low confidence"}}
	states      = []option{{"", "Any state"}, {"done", "Done"}, {"partial", "Partial"}, {"failed", "Failed"}, {"cancelled", "Stopped"}}
)

// sorts returns the orders there are; without text there is no best match.
func (q IndexQuery) sorts() []option {
	all := []option{{"", "Best match"}, {"newest", "Newest first"}, {"confidence", "Most confident first"}}
	if q.Text == "" {
		all = []option{{"", "Newest first"}, all[2]}
	}
	return all
}

// optionOf returns the words of the option with that value, or "".
func optionOf(all []option, value string) string {
	for _, o := range all {
		if o.Value == value && value != "" {
			return o.Words
		}
	}
	return ""
}

// options returns values as options after one for any; one that is chosen is
// always among them.
func options(anything, chosen string, values []string) []option {
	all := []option{{"", anything}}
	if chosen != "" && !slices.Contains(values, chosen) {
		values = append([]string{chosen}, values...)
	}
	for _, v := range values {
		all = append(all, option{v, v})
	}
	return all
}

// running returns the runs that are not over, which the first page has on top.
func (p IndexPage) running() []RunCard {
	if p.Page > 1 {
		return nil
	}
	return p.Running
}

// found says how much there is.
func (p IndexPage) found() string {
	words := either(p.Capped, "at least ", "") + thousands(p.Total) + " " + either(p.Total == 1, "report", "reports")
	if p.Pages > 1 {
		words += fmt.Sprintf(", page %d of %d", p.Page, p.Pages)
	}
	return words
}

// narrow reports whether the list shows less than there is.
func (p IndexPage) narrow() bool { return len(p.Query.narrowed()) > 0 }

// leaves returns the numbers of pages to link to; 0 stands for those left out.
func (p IndexPage) leaves() []int {
	var all []int
	for n := 1; n <= p.Pages; n++ {
		near := n >= p.Page-1 && n <= p.Page+1
		switch {
		case n == 1 || n == p.Pages || near:
			all = append(all, n)
		case all[len(all)-1] != 0:
			all = append(all, 0)
		}
	}
	return all
}
