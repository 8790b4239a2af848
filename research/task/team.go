package task

import "assay/research"

// Tasks of the method team.

// A ClassifyTask asks what kind of question it is.
type ClassifyTask struct{ Brief }

// A TriageTask asks the lead what the findings so far add up to, and who is to
// look for what next.
type TriageTask struct {
	Brief
	Type    research.QuestionType
	Round   int          // that has just ended
	Rounds  int          // that there may be
	Tasks   []Assignment // that were carried out
	Claims  []Material   // that the researchers brought; Line says which task
	Reports []CheckNote  // of verification tasks
	Verify  bool         // verification tasks may be given
	Max     int          // the most follow-up tasks
}

// An Assignment is a task of a researcher.
type Assignment struct {
	N          int
	Researcher string // a letter
	research.Angle
	Kind    research.FollowUpKind // "" for a first task
	Summary string                // what came back, in a sentence
}

// A CheckNote is what a verification task said of a claim.
type CheckNote struct {
	Claim   int
	Verdict research.CheckVerdict
	Nuance  string
}

// A Triage is the lead's reading of a round.
type Triage struct {
	Summary   string              `json:"summary" jsonschema:"two or three sentences: what is known now"`
	Points    []research.Triaged  `json:"points" jsonschema:"every significant statement, each once, with all claims that say so"`
	Gaps      []string            `json:"gaps" jsonschema:"what no researcher covered; empty if nothing that matters"`
	Conflicts []research.Dispute  `json:"conflicts" jsonschema:"where claims contradict each other"`
	FollowUps []research.FollowUp `json:"followUps" jsonschema:"tasks for the next round, the most useful first; empty if another round would not change the conclusions"`
	Converged bool                `json:"converged" jsonschema:"true if another round would not change the report's conclusions"`
	Why       string              `json:"why" jsonschema:"one sentence: why another round is or is not worth it"`
}

// A CheckTask asks one who did not make a claim what additional sources make of
// it. It holds nothing of what others found but the claim and where it is from.
type CheckTask struct {
	Claim   string
	Origin  string    // URL of its source
	Sources []Reading // others; numbered from 1
	Today   string    // YYYY-MM-DD
}

// A Check is what additional sources make of a claim.
type Check struct {
	Reason  string                `json:"reason" jsonschema:"one or two sentences that name the sources"`
	Verdict research.CheckVerdict `json:"verdict" jsonschema:"UNCHANGED if the sources say neither"`
	Nuance  string                `json:"nuance" jsonschema:"the qualification, if there is one, else empty"`
	Quotes  []CheckQuote          `json:"quotes" jsonschema:"what the sources say on it; empty if nothing"`
}

// A CheckQuote is a source's own words on a claim.
type CheckQuote struct {
	Source  int                  `json:"source" jsonschema:"the source's number"`
	Quote   string               `json:"quote" jsonschema:"its own words, copied verbatim: at least five words in one piece"`
	Says    string               `json:"says" jsonschema:"one sentence: what it says"`
	Against bool                 `json:"against" jsonschema:"whether it speaks against the claim"`
	Quality research.SourceGrade `json:"sourceQuality"`
}
