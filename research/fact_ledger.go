package research

// CoverageAssessed is how far the evidence answers a line of research after a round.
type CoverageAssessed struct {
	Angle int `json:"angle"`
	Round int `json:"round"`
	Assessment
}

// FindingProposed is a finding before its reviewers.
type FindingProposed struct {
	N          int     `json:"n"` // from 1
	Angle      int     `json:"angle"`
	Text       string  `json:"text"`
	Claims     []int   `json:"claims"`     // the evidence it cites
	Confidence float64 `json:"confidence"` // the worker's, from 0 to 1
	Stake      Stake   `json:"stake"`
	Disputed   bool    `json:"disputed,omitempty"` // sources conflict on it
}

// FindingReviewed is what a reviewer or a critic says of a proposed finding.
type FindingReviewed struct {
	Finding    int        `json:"finding"` // FindingProposed.N
	By         string     `json:"by"`      // "reviewer 1", "critic"
	Verdict    string     `json:"verdict"` // a ReviewVerdict or a CriticVerdict; "" if none could be heard
	Reason     string     `json:"reason"`
	Confidence Confidence `json:"confidence,omitempty"`
}

// An Assessment says how far a subtopic is covered.
type Assessment struct {
	Coverage  Coverage  `json:"coverage" jsonschema:"covered if nothing that matters is missing, partly, or open if nothing answers it"`
	Answered  string    `json:"answered" jsonschema:"one sentence: what the evidence answers, or empty"`
	Open      []string  `json:"open" jsonschema:"what is still to be found out; empty if covered"`
	Conflicts []Dispute `json:"conflicts" jsonschema:"where the evidence disagrees; empty if it does not"`
}
