package gather

import (
	"cmp"
	"regexp"
	"strings"

	"assay/research"
	"assay/research/quote"
	"assay/research/task"
	"assay/research/text"
)

// State returns the claim as states hold it.
func (c Claim) State() *research.ClaimState {
	return &research.ClaimState{ClaimFound: c.ClaimFound, Source: c.Page.State()}
}

// Around returns some size bytes of the page around the claim's quote, or the
// quote alone if what stands around it gives orders.
func (c Claim) Around(size int) string {
	if around := quote.Context(c.Page.Text, c.Spans, size); !text.GivesOrders(around) {
		return around
	}
	return c.Quote
}

// Material returns the claim as writers, reviewers and leads get to see it.
func (c Claim) Material() task.Material {
	return task.Material{
		ID: c.ID, Claim: c.Text, Quote: c.Quote, Kind: cmp.Or(c.Sort, research.FactClaim), Importance: c.Importance,
		Title: c.Page.Name(), URL: c.Page.URL, Grade: c.Page.Grade, Published: c.Page.Published,
	}
}

var link = regexp.MustCompile(`(?i)\b(https?://|www\.)\S+`)

// Clean makes one line of a model's sentence, without addresses: the only
// addresses in a report are those of pages that were read.
func Clean(s string) string {
	return text.ClipRunes(strings.Join(strings.Fields(link.ReplaceAllString(s, "")), " "), maxText)
}

// Strip takes addresses out of a model's prose. Paragraphs stay apart.
func Strip(s string) string {
	return strings.TrimSpace(gaps.ReplaceAllString(link.ReplaceAllString(s, ""), " "))
}

// gaps matches what an address leaves between words.
var gaps = regexp.MustCompile(`[ \t]{2,}`)
