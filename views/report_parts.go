package views

import "assay/research"

// A Section is a part of a report.
type Section struct {
	Key        string              `json:"key"`
	Title      string              `json:"title"`
	Confidence research.Confidence `json:"confidence"`
	Why        string              `json:"why"`
	Points     []Point             `json:"points"`
}

// A Point is one thing that a section says: a finding, or an analysis.
type Point struct {
	Label   string    `json:"label"`   // what it is filed under: a date, a name
	Finding int       `json:"finding"` // its number, from 1, or 0 of an analysis
	Text    string    `json:"text"`    // of an analysis
	Claims  []int     `json:"claims"`  // that it rests on or starts from
	Sources []*Source `json:"-"`       // of those
	Again   bool      `json:"-"`       // an earlier point holds the same finding
}

// A Dispute is a matter on which sources disagree.
type Dispute struct {
	About string `json:"about"`
	Why   string `json:"why"`
	Sides []Side `json:"sides"`
}

// A Side is one side of a dispute.
type Side struct {
	Says    string    `json:"says"`
	Claims  []int     `json:"claims"`
	Sources []*Source `json:"-"`
}

// A Proposal is a finding as it was before its reviewers, and its fate.
type Proposal struct {
	N          int            `json:"n"`
	Line       int            `json:"line"` // Line.N
	Text       string         `json:"text"`
	Claims     []int          `json:"claims"` // that it cites
	Sources    []*Source      `json:"-"`
	Confidence float64        `json:"confidence"` // its author's, from 0 to 1
	Stake      research.Stake `json:"stake"`
	Disputed   bool           `json:"disputed"`
	Reviews    []Review       `json:"reviews"`
	Fate       Fate           `json:"fate"`
	Finding    int            `json:"finding"` // that it became or went into, from 1, or 0
}

// A Review is what a reviewer or a critic says of a proposal.
type Review struct {
	By         string              `json:"by"`
	Verdict    string              `json:"verdict"` // "" if none could be heard
	Reason     string              `json:"reason"`
	Confidence research.Confidence `json:"confidence"`
}

// A Fate says what became of a proposal.
type Fate string

const (
	Reported   Fate = "reported"   // it is a finding
	Merged     Fate = "merged"     // it says the same as a finding
	DroppedOut Fate = "dropped"    // a reviewer or the critic turned it down
	Unreviewed Fate = "unverified" // no reviewer could be heard
	Left       Fate = "left out"   // it passed, and is in no finding
	Proposed   Fate = "proposed"   // nothing is decided
)

// A Line is a line of research and what it taught.
type Line struct {
	N          int                   `json:"n"`
	Label      string                `json:"label"`
	Query      string                `json:"query"`
	Rationale  string                `json:"rationale"`
	Parent     int                   `json:"parent"`     // the line it grew out of, or 0
	Round      int                   `json:"round"`      // or level, from 1; 0 if there are none
	Researcher string                `json:"researcher"` // a letter, or ""
	Task       research.FollowUpKind `json:"task"`       // "" of a first task
	Summary    string                `json:"summary"`
	Confidence research.Confidence   `json:"confidence"`
	Why        string                `json:"why"` // of the confidence
	Failed     string                `json:"failed"`
	FollowUps  []string              `json:"followUps"`
	Coverage   []Coverage            `json:"coverage"` // by round
	Claims     []int                 `json:"claims"`   // that it brought
	Pages      int                   `json:"pages"`    // that it led to and that were read
}

// A Coverage is how far the evidence answers a line of research after a round.
type Coverage struct {
	Round    int               `json:"round"`
	Coverage research.Coverage `json:"coverage"`
	Answered string            `json:"answered"`
	Open     []string          `json:"open"`
}

// A Kind is what kind of question the run researched, and with how large a team.
type Kind struct {
	Type        research.QuestionType  `json:"type"`
	Why         string                 `json:"why"`
	Parts       []research.SubQuestion `json:"parts"` // of a compound question
	Scope       string                 `json:"scope"`
	Researchers int                    `json:"researchers"`
	Rounds      int                    `json:"rounds"` // at most
}

// A Triage is a lead's reading of a round.
type Triage struct {
	Round     int            `json:"round"`
	Summary   string         `json:"summary"`
	Points    []TriagedPoint `json:"points"`
	Gaps      []string       `json:"gaps"`
	Conflicts []Dispute      `json:"conflicts"`
	FollowUps []FollowUp     `json:"followUps"`
	Converged bool           `json:"converged"`
	Why       string         `json:"why"` // it went on or stopped
}

// A TriagedPoint is a significant statement with what backs it.
type TriagedPoint struct {
	Text        string              `json:"text"`
	Claims      []int               `json:"claims"`
	Impact      bool                `json:"impact"`      // the conclusions hang on it
	Independent int                 `json:"independent"` // sources
	Confidence  research.Confidence `json:"confidence"`
	Why         string              `json:"why"`
	Sources     []*Source           `json:"-"`
	Checks      []Crosscheck        `json:"-"` // of its claims
}

// A FollowUp is a task that a lead gave out.
type FollowUp struct {
	Kind  research.FollowUpKind `json:"kind"`
	Label string                `json:"label"`
	Brief string                `json:"brief"`
	Claim int                   `json:"claim"` // to verify, or 0
}

// A Crosscheck is what additional sources make of a claim.
type Crosscheck struct {
	Claim   int                   `json:"claim"`
	By      string                `json:"by"` // a researcher's letter
	Verdict research.CheckVerdict `json:"verdict"`
	Reason  string                `json:"reason"`
	Nuance  string                `json:"nuance"`
	For     []int                 `json:"for"` // claims of additional sources
	Against []int                 `json:"against"`
}
