package research

import "fmt"

// A Report is what a method hands back. It names claims by ID; their text,
// quotes, votes and sources are in the run's [State].
type Report struct {
	Summary       string     `json:"summary"` // answers the question in two or three sentences
	Confidence    Confidence `json:"confidence,omitempty"`
	Why           string     `json:"why,omitempty"` // why the confidence is not another
	Findings      []Finding  `json:"findings"`
	Omitted       []Omission `json:"omitted,omitempty"`
	Caveats       string     `json:"caveats"`
	OpenQuestions []string   `json:"open_questions"`
	Notes         []string   `json:"notes,omitempty"`     // how it came to be what it is: a writer that failed, a limit reached
	Partial       string     `json:"partial,omitempty"`   // why work was left undone, or ""
	MaxPages      int        `json:"max_pages,omitempty"` // the most pages the method would have read

	Parameters string     `json:"parameters,omitempty"` // the run's, in a line that the report opens with
	Brief      bool       `json:"brief,omitempty"`      // a short form was asked for
	Likelihood Likelihood `json:"likelihood,omitempty"` // of the answer
	Sections   []Section  `json:"sections,omitempty"`   // the findings in parts; none if they stand in one list
	Disputes   []Dispute  `json:"disputes,omitempty"`   // where sources disagree
	Gaps       []Gap      `json:"gaps,omitempty"`       // what could not be grounded
}

// A Section is a part of a report.
type Section struct {
	Key        string     `json:"key"` // what kind of part: "subtopic", "theme", "timeline" ...
	Title      string     `json:"title"`
	Confidence Confidence `json:"confidence,omitempty"`
	Why        string     `json:"why,omitempty"`
	Points     []Point    `json:"points"`
}

// A Point is one thing that a section says: a finding, or an analysis.
type Point struct {
	Label   string `json:"label,omitempty"`   // what it is filed under: a date, a name
	Finding int    `json:"finding,omitempty"` // its number, from 1; then Text is empty
	Text    string `json:"text,omitempty"`    // of an analysis
	Claims  []int  `json:"claims,omitempty"`  // that an analysis starts from
}

// A Gap is something that the report could not ground: it is UNVERIFIED.
type Gap struct {
	What string `json:"what"`
	Why  string `json:"why"`
}

// A Finding is one thing the report establishes.
type Finding struct {
	Claim      string     `json:"claim"`
	Claims     []int      `json:"claims"` // IDs, the strongest first
	Evidence   string     `json:"evidence"`
	Confidence Confidence `json:"confidence"`
	Why        string     `json:"why"`
	Tally      Tally      `json:"tally"` // of the strongest claim, if it was voted on
	Likelihood Likelihood `json:"likelihood,omitempty"`
	Labels     []string   `json:"labels,omitempty"` // "SUPPORTED", "unverified: one source", "dated 2019"
}

// A Tally counts the votes on a claim.
type Tally struct {
	Upheld    int `json:"upheld"`
	Refuted   int `json:"refuted"`
	Qualified int `json:"qualified"`
	Abstained int `json:"abstained"`
}

// Votes returns how many votes were cast; abstentions are none.
func (t Tally) Votes() int { return t.Upheld + t.Refuted + t.Qualified }

// String returns votes confirming and refuting, as "2-1". A qualified vote confirms.
func (t Tally) String() string { return fmt.Sprintf("%d-%d", t.Upheld+t.Qualified, t.Refuted) }

// Outcome decides what becomes of a claim: two refutations kill it, two
// confirmations uphold it, and with fewer than two either way it stays
// unverified. The rule of three skeptics, with abstentions taken out of the count
// and "true, but" counted as a confirmation.
func (t Tally) Outcome() Outcome {
	switch {
	case t.Refuted >= 2:
		return Refuted
	case t.Upheld+t.Qualified >= 2:
		return Upheld
	}
	return Unverified
}

// A Dispute is a matter on which sources disagree.
type Dispute struct {
	About string `json:"about" jsonschema:"the matter, in a few words"`
	Why   string `json:"why" jsonschema:"one sentence: why they may differ"`
	Sides []Side `json:"sides" jsonschema:"two or more sides, each at its strongest"`
}

// A Side is one side of a dispute.
type Side struct {
	Says   string `json:"says" jsonschema:"the strongest version of this side, in a sentence"`
	Claims []int  `json:"claims" jsonschema:"numbers of the claims that say so"`
}

// An Omission is a claim that no finding uses.
type Omission struct {
	Claim int    `json:"claim" jsonschema:"id"`
	Why   string `json:"why"`
}
