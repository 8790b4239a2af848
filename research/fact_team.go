package research

// ClaimChecked is what additional sources make of a claim.
type ClaimChecked struct {
	Claim   int          `json:"claim"`
	By      string       `json:"by"` // a researcher's letter
	Verdict CheckVerdict `json:"verdict"`
	Reason  string       `json:"reason"`
	Nuance  string       `json:"nuance,omitempty"`
	For     []int        `json:"for,omitempty"`     // claims taken from additional sources that support it
	Against []int        `json:"against,omitempty"` // and that speak against it
}

// QuestionClassified is what kind of question the run researches, and with how
// large a team.
type QuestionClassified struct {
	Classification
	Scope       string `json:"scope"`
	Researchers int    `json:"researchers"`
	Rounds      int    `json:"rounds"` // at most
}

// RoundTriaged is the lead's reading of a round.
type RoundTriaged struct {
	Round     int            `json:"round"`
	Summary   string         `json:"summary"`
	Points    []TriagedPoint `json:"points"`
	Gaps      []string       `json:"gaps,omitempty"`
	Conflicts []Dispute      `json:"conflicts,omitempty"`
	FollowUps []FollowUp     `json:"follow_ups,omitempty"`
	Converged bool           `json:"converged"`
	Why       string         `json:"why"`
}

// A TriagedPoint is a significant statement with what backs it.
type TriagedPoint struct {
	Triaged
	Sources    int        `json:"sources"` // independent ones
	Confidence Confidence `json:"confidence"`
	Why        string     `json:"why"`
}

// A Classification says what kind of question it is.
type Classification struct {
	Type  QuestionType  `json:"type" jsonschema:"the type of the question as a whole"`
	Parts []SubQuestion `json:"parts" jsonschema:"the questions it is made of, if it is compound; else empty"`
	Why   string        `json:"why" jsonschema:"one sentence"`
}

// A SubQuestion is a part of a compound question.
type SubQuestion struct {
	Question string       `json:"question"`
	Type     QuestionType `json:"type"`
}

// A Triaged is a significant statement that claims make.
type Triaged struct {
	Text   string `json:"text" jsonschema:"one sentence"`
	Claims []int  `json:"claims" jsonschema:"numbers of the claims that say so"`
	Impact bool   `json:"impact" jsonschema:"whether the conclusions hang on it"`
}

// A FollowUp is a task for the next round. It says just enough for one who does
// not know what the others found.
type FollowUp struct {
	Kind  FollowUpKind `json:"kind"`
	Label string       `json:"label" jsonschema:"two to five words"`
	Brief string       `json:"brief" jsonschema:"what to find out, without the conclusions of others"`
	Query string       `json:"query" jsonschema:"what to type into a search engine: specific keywords, not a sentence"`
	Task  int          `json:"task" jsonschema:"number of the task it follows from, or 0"`
	Claim int          `json:"claim" jsonschema:"number of the claim to verify, or 0"`
}
