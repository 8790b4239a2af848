package research

import (
	"time"

	"assay/research/port"
	"assay/research/text"
)

// A Fact is something a method found out, in a form that pages, exports and
// tests can rely on: a value of one of the types below, which [EventOf] tells from
// everything else.
type Fact any

// AnglePlanned is a line of research the run will follow: an angle, a subtopic,
// a node of a tree, a researcher's task, a branch of a map.
type AnglePlanned struct {
	N int `json:"n"` // from 1
	Angle
	Parent     int          `json:"parent,omitempty"`     // the line it grew out of
	Round      int          `json:"round,omitempty"`      // it was planned for, or its level in a tree, from 1
	Researcher string       `json:"researcher,omitempty"` // who follows it: a letter
	Task       FollowUpKind `json:"task,omitempty"`       // what kind of follow-up it is
}

// HitFound is a search result with its relevance to its angle.
type HitFound struct {
	Angle     int       `json:"angle"`           // AnglePlanned.N
	Rank      int       `json:"rank"`            // position among the angle's results, from 1
	Query     string    `json:"query,omitempty"` // that brought it, if not the angle's own
	Hit       port.Hit  `json:"hit"`
	Relevance Relevance `json:"relevance"`
	Ungraded  bool      `json:"ungraded,omitempty"` // the grading call failed: Relevance is medium for want of better
}

// HitDropped is a hit that was not read.
type HitDropped struct {
	Angle  int    `json:"angle"`
	Rank   int    `json:"rank"`
	URL    string `json:"url"`
	Reason string `json:"reason"` // "duplicate of URL", "beyond the first 15"
}

// PageRead is a page that was read and graded.
type PageRead struct {
	N         int         `json:"n"`     // its number in the run: its rank among the pages chosen, from 1
	Angle     int         `json:"angle"` // that led to it
	URL       string      `json:"url"`
	FinalURL  string      `json:"final_url"`
	Title     string      `json:"title"`
	Author    string      `json:"author,omitempty"`
	Site      string      `json:"site,omitempty"`
	Published string      `json:"published,omitempty"`
	Hash      string      `json:"hash"`    // of its text
	Simhash   uint64      `json:"simhash"` // of its text, to tell near-same texts
	Grade     SourceGrade `json:"grade"`
	Fetched   time.Time   `json:"fetched"`
}

// PageBlocked is a page that could not be read, or read but not graded.
type PageBlocked struct {
	N      int    `json:"n"`
	Angle  int    `json:"angle"`
	URL    string `json:"url"`
	Title  string `json:"title"`
	Reason string `json:"reason"`
}

// ClaimFound is a claim whose quote stands in its page.
type ClaimFound struct {
	ID         int         `json:"id"`   // in the run; stable, not consecutive
	Page       int         `json:"page"` // PageRead.N
	Text       string      `json:"text"`
	Quote      string      `json:"quote"` // the page's own characters
	Spans      []text.Span `json:"spans"` // where in the page's text
	Importance Importance  `json:"importance"`
	Angle      int         `json:"angle,omitempty"` // the line of research that took it, if not the one that led to the page
	Sort       ClaimKind   `json:"sort,omitempty"`  // "" means a fact
}

// ClaimRejected is a claim whose quote or numbers do not stand in its page, or
// that says nothing which another claim of the page does not say.
type ClaimRejected struct {
	Page   int    `json:"page"`
	Text   string `json:"text"`
	Quote  string `json:"quote"`
	Reason string `json:"reason"`
}

// ClaimDropped is a claim that did not go before the voters.
type ClaimDropped struct {
	ID     int    `json:"id"`
	Reason string `json:"reason"`
}

// VoteCast is one voter's vote on a claim, or its abstention.
type VoteCast struct {
	Claim         int        `json:"claim"`
	Voter         int        `json:"voter"` // from 1
	Lens          Lens       `json:"lens"`
	Verdict       Verdict    `json:"verdict"`
	Evidence      string     `json:"evidence"` // the reason; of an abstention, why the call failed
	Source        *Witness   `json:"source,omitempty"`
	CounterSource *Witness   `json:"counter_source,omitempty"`
	Caveat        string     `json:"caveat,omitempty"`
	Confidence    Confidence `json:"confidence,omitempty"`
	Model         string     `json:"model,omitempty"`
}

// ClaimJudged is what became of a claim.
type ClaimJudged struct {
	Claim   int     `json:"claim"`
	Outcome Outcome `json:"outcome"`
	Tally   Tally   `json:"tally"`          // if it was voted on
	Word    string  `json:"word,omitempty"` // the method's own for it: "SUPPORTED", "two independent sources"
	Why     string  `json:"why,omitempty"`
}

// FindingWritten is a finding of the report.
type FindingWritten struct {
	N       int     `json:"n"` // from 1
	Finding Finding `json:"finding"`
}

// PremiseTaken is a claim of an earlier report that this run starts from.
type PremiseTaken struct {
	N int `json:"n"` // from 1
	Premise
}

// AngleStudied is what a line of research taught.
type AngleStudied struct {
	Angle      int        `json:"angle"` // AnglePlanned.N
	Summary    string     `json:"summary"`
	FollowUps  []string   `json:"follow_ups,omitempty"`
	Confidence Confidence `json:"confidence,omitempty"`
	Why        string     `json:"why,omitempty"`    // of the confidence
	Failed     string     `json:"failed,omitempty"` // why it taught nothing, or ""
}

// A Witness is a passage that speaks for or against a claim.
type Witness struct {
	ID        string      `json:"id"` // "S" for the claim's own source, "E1", "E2" ... for evidence
	URL       string      `json:"url"`
	Title     string      `json:"title"`
	Text      string      `json:"text"`
	Grade     SourceGrade `json:"grade,omitempty"` // "" if the page was not read
	Published string      `json:"published,omitempty"`
	Read      bool        `json:"read,omitempty"`    // the run read the page; else Text is what a search engine gave
	Simhash   uint64      `json:"simhash,omitempty"` // of the page, if it was read
}
