package research

import (
	"encoding/json"
	"time"
)

// An Event is one line of a run's journal.
type Event struct {
	Seq   int64 // position in the run, from 1
	Time  time.Time
	Kind  Kind
	Phase string          // the phase the run was in
	Key   string          // identifies the event within its run
	Label string          // what to show: a role, a query, a URL
	Data  json.RawMessage // a call's result, or a fact
	Usage Usage           // what the call cost

	Page *Page // of a fetched event on its way into the journal; nil on the way out
}

// A Kind says what an [Event] records. The first block are the run's own
// doings; the second are facts, whose Data is the type of the same name.
type Kind string

const (
	Began    Kind = "began"    // the run was started or resumed
	Entered  Kind = "entered"  // it entered Phase
	Started  Kind = "started"  // a call began; Data is the StartedCall
	Answered Kind = "answered" // a model answered; Data is the Response
	Searched Kind = "searched" // a search returned; Data is the Results
	Fetched  Kind = "fetched"  // a page was read; Data is the Page without its text
	Failed   Kind = "failed"   // a call failed, or its answer was of no use; Data is the FailedCall
	Kept     Kind = "kept"     // a decision that stands, under its Label; Data is what was decided
	Offered  Kind = "offered"  // the run waits for the user to choose; Data is the Offer
	Chosen   Kind = "chosen"   // the user chose; Data is the choice, in the form the offer calls for
	Hurried  Kind = "hurried"  // the user wants the report now
	Stopped  Kind = "stopped"  // the user wants no more of it
	Retried  Kind = "retried"  // the user wants what failed tried again; Data is the Retry
	Ended    Kind = "ended"    // Data is the Ending

	AnglePlannedKind   Kind = "angle planned"
	HitFoundKind       Kind = "hit found"
	HitDroppedKind     Kind = "hit dropped"
	EngineFailedKind   Kind = "engine failed"
	PageReadKind       Kind = "page read"
	PageBlockedKind    Kind = "page blocked"
	ClaimFoundKind     Kind = "claim found"
	ClaimRejectedKind  Kind = "claim rejected"
	ClaimDroppedKind   Kind = "claim dropped"
	VoteCastKind       Kind = "vote cast"
	ClaimJudgedKind    Kind = "claim judged"
	FindingWrittenKind Kind = "finding written"
)

// A Fact is something a method found out, in a form that pages, exports and
// tests can rely on.
type Fact interface{ Kind() Kind }

// AnglePlanned is an angle the run will follow.
type AnglePlanned struct {
	N int `json:"n"` // from 1
	Angle
}

// HitFound is a search result with its relevance to its angle.
type HitFound struct {
	Angle     int       `json:"angle"` // AnglePlanned.N
	Rank      int       `json:"rank"`  // position among the angle's results, from 1
	Hit       Hit       `json:"hit"`
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

// EngineFailed is a search engine that could not answer a query others answered.
type EngineFailed struct {
	Engine string `json:"engine"`
	Query  string `json:"query,omitempty"`
	Reason string `json:"reason"`
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
	ID         int        `json:"id"`   // in the run; stable, not consecutive
	Page       int        `json:"page"` // PageRead.N
	Text       string     `json:"text"`
	Quote      string     `json:"quote"` // the page's own characters
	Spans      []Span     `json:"spans"` // where in the page's text
	Importance Importance `json:"importance"`
}

// A Span is a range of bytes in a page's text: text[Start:End].
type Span struct {
	Start int `json:"start"`
	End   int `json:"end"`
}

// ClaimRejected is a claim whose quote does not stand in its page.
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
	Tally   Tally   `json:"tally"`
}

// FindingWritten is a finding of the report.
type FindingWritten struct {
	N       int     `json:"n"` // from 1
	Finding Finding `json:"finding"`
}

func (AnglePlanned) Kind() Kind   { return AnglePlannedKind }
func (HitFound) Kind() Kind       { return HitFoundKind }
func (HitDropped) Kind() Kind     { return HitDroppedKind }
func (EngineFailed) Kind() Kind   { return EngineFailedKind }
func (PageRead) Kind() Kind       { return PageReadKind }
func (PageBlocked) Kind() Kind    { return PageBlockedKind }
func (ClaimFound) Kind() Kind     { return ClaimFoundKind }
func (ClaimRejected) Kind() Kind  { return ClaimRejectedKind }
func (ClaimDropped) Kind() Kind   { return ClaimDroppedKind }
func (VoteCast) Kind() Kind       { return VoteCastKind }
func (ClaimJudged) Kind() Kind    { return ClaimJudgedKind }
func (FindingWritten) Kind() Kind { return FindingWrittenKind }
