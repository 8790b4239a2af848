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

// MapDrawn is the research map after a round. It is also what the user is
// offered, and the map as JSON.
type MapDrawn struct {
	Topic       string       `json:"topic"`
	Depth       string       `json:"depth"`
	Round       int          `json:"round"`
	Rounds      string       `json:"rounds"` // that the depth suggests, as "3–4"
	Explored    []Branch     `json:"explored"`
	Available   []Preview    `json:"available"`
	Dives       []Dive       `json:"suggested_deep_dives"`
	KeyFindings []DraftPoint `json:"key_findings"`
	History     []MapRound   `json:"history"`
}

// A MapRound is a round of an exploration.
type MapRound struct {
	Round    int      `json:"round"`
	Branches []string `json:"branches"` // labels
	Chosen   string   `json:"chosen"`   // how they were picked: "scan", "picked", "asked", "continued"
	Time     string   `json:"timestamp,omitempty"`
}

// An Assessment says how far a subtopic is covered.
type Assessment struct {
	Coverage  Coverage  `json:"coverage" jsonschema:"covered if nothing that matters is missing, partly, or open if nothing answers it"`
	Answered  string    `json:"answered" jsonschema:"one sentence: what the evidence answers, or empty"`
	Open      []string  `json:"open" jsonschema:"what is still to be found out; empty if covered"`
	Conflicts []Dispute `json:"conflicts" jsonschema:"where the evidence disagrees; empty if it does not"`
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

// A Branch is a part of a topic that was explored.
type Branch struct {
	N          int        `json:"n"` // AnglePlanned.N
	Label      string     `json:"branch"`
	Summary    string     `json:"summary"` // the key finding in a line
	Sources    []string   `json:"sources"` // addresses
	Confidence Confidence `json:"confidence"`
	Why        string     `json:"why"` // of the confidence
	Round      int        `json:"round"`
	Claims     []int      `json:"claims"`
}

// A Preview is a branch that could be explored.
type Preview struct {
	Label   string `json:"branch" jsonschema:"one to four words"`
	Query   string `json:"query" jsonschema:"what to type into a search engine: specific keywords, not a sentence"`
	Preview string `json:"preview" jsonschema:"one sentence: what exploring it would teach"`
}

// A Dive is a specific question that findings raise.
type Dive struct {
	Question string `json:"question"`
	Because  string `json:"because" jsonschema:"which finding raises it, or which branches it connects"`
	Query    string `json:"query" jsonschema:"what to type into a search engine: specific keywords, not a sentence"`
}

// A DraftPoint says one thing, and which claims say so.
type DraftPoint struct {
	Label  string    `json:"label" jsonschema:"what the point is filed under where the part asks for it (a date, a name), else empty"`
	Says   string    `json:"says" jsonschema:"one sentence that says no more than the claims named"`
	Detail string    `json:"detail" jsonschema:"where the part asks for more than the sentence: what the sources say, in up to four short paragraphs; else empty"`
	Kind   PointKind `json:"kind" jsonschema:"fact if claims say so, analysis if it is your own inference"`
	Claims []int     `json:"claims" jsonschema:"numbers of the claims it rests on; at least one for a fact"`
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
