package task

import "assay/research"

// Tasks of the method verify.

// A VoteTask asks one voter to try to refute a claim.
type VoteTask struct {
	Question string
	Claim    string
	Quote    string
	Context  string // the page's text around the quote
	Source   research.Witness
	Lens     research.Lens
	Unheard  string             // why independent searches could not be made, or ""
	Evidence []research.Witness // what independent searches and the run's other pages say; shared by the claim's voters
	Today    string             // YYYY-MM-DD
}

// Witness returns the source or evidence with the given ID, or nil.
func (t *VoteTask) Witness(id string) *research.Witness {
	if id == t.Source.ID {
		w := t.Source
		w.Text = t.Quote
		return &w
	}
	for _, w := range t.Evidence {
		if id == w.ID {
			return &w
		}
	}
	return nil
}

// A Ballot is one voter's answer.
type Ballot struct {
	Evidence      string              `json:"evidence" jsonschema:"one or two sentences: what decided it, naming the source"`
	Source        string              `json:"source" jsonschema:"id of the source that decided it: S, E1, E2 ..."`
	Verdict       research.Verdict    `json:"verdict" jsonschema:"refuted, upheld, or qualified if it is true but holds only with a caveat"`
	CounterSource string              `json:"counterSource" jsonschema:"id of a source that contradicts the claim, or empty"`
	Caveat        string              `json:"caveat" jsonschema:"if qualified: the caveat in one sentence, else empty"`
	Confidence    research.Confidence `json:"confidence"`
}

// A ComposeTask asks for the findings that surviving claims add up to.
type ComposeTask struct {
	Brief
	Claims []Survivor
	Killed []string // claims that were refuted, for caveats only
}

// A Survivor is a claim that withstood its voters.
type Survivor struct {
	ID         int
	Claim      string
	Quote      string
	Vote       string // "3-0"
	Importance research.Importance
	Title      string               // of its source
	Site       string               // registrable domain of its source
	Grade      research.SourceGrade // of its source
	Published  string               // of its source
	Evidence   string               // the best reason a voter gave for upholding it
	Caveats    []string             // what voters attached
}

// A Composition is the body of a report. It names claims by ID only; sources,
// tallies and confidence are worked out from those.
type Composition struct {
	Summary       string              `json:"summary" jsonschema:"two or three sentences that directly answer the question"`
	Findings      []Composed          `json:"findings" jsonschema:"most certain and most central first"`
	Omitted       []research.Omission `json:"omitted" jsonschema:"claims left out of every finding, and why"`
	Caveats       string              `json:"caveats" jsonschema:"what is uncertain, contested or thin"`
	OpenQuestions []string            `json:"openQuestions"`
}

// A Composed finding states what one or more claims establish.
type Composed struct {
	Claim    string `json:"claim" jsonschema:"one sentence"`
	Claims   []int  `json:"claims" jsonschema:"ids of the claims that say so; claims for the same fact go together"`
	Evidence string `json:"evidence" jsonschema:"one to three sentences: what the sources say"`
}
