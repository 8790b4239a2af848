package research

import (
	"time"

	"assay/research/port"
)

// A Status says how far a run is.
type Status string

const (
	Queued    Status = "queued"
	Running   Status = "running"
	Waiting   Status = "waiting" // for the user to choose
	Done      Status = "done"
	Partial   Status = "partial" // a report, but not of all the work that was meant
	FailedRun Status = "failed"  // no report; Reason says why
	Cancelled Status = "cancelled"
)

// Over reports whether nothing more will happen unless the user asks for it.
func (s Status) Over() bool {
	return s == Done || s == Partial || s == FailedRun || s == Cancelled
}

// A State is what a run's events so far add up to. Pages, exports and tests
// read it; nothing else interprets events. Make one with [NewState].
type State struct {
	Info
	Seq      int64 // of the last event added
	Status   Status
	Reason   string // why it is not done
	Phase    string
	Phases   []string // entered so far, in order
	Began    time.Time
	Programs []string      // versions of the programs that worked on it, in order, as far as they said so
	Last     time.Time     // of the last event
	Elapsed  time.Duration // worked, up to the last event
	Usage    port.Usage
	Models   []string // that answered, in order of appearance
	Retries  int
	Hurried  bool
	Offer    *Offer // what the user is asked, or nil

	Angles   []*Angled
	Pages    []*PageState  // read or blocked, by number
	Claims   []*ClaimState // by ID
	Rejected []ClaimRejected
	Engines  []port.EngineFailed // engines that failed, once each
	Calls    []*CallState        // in order of start
	Findings []Finding
	Report   *Report // once there is one

	Answers   []Clarified    // what the asker said when asked back
	Premises  []PremiseTaken // that the run starts from
	Proposals []*Proposal    // findings before their reviewers, by number
	Kind      *QuestionClassified
	Triages   []RoundTriaged // by round
	Map       *MapDrawn      // the latest

	watch stopwatch
	calls map[string]*CallState
}

// An Angled is an angle and what its search brought.
type Angled struct {
	AnglePlanned
	Hits     []HitFound
	Dropped  []HitDropped
	Studied  *AngleStudied      // nil until it was
	Coverage []CoverageAssessed // by round
}

// A Proposal is a proposed finding and what its reviewers say.
type Proposal struct {
	FindingProposed
	Reviews []FindingReviewed // in the order of their reviewers
}

// A PageState is a page that was chosen for reading.
type PageState struct {
	N       int
	Angle   int
	URL     string
	Title   string
	Read    *PageRead // nil if it was blocked
	Blocked string    // why it could not be read, or ""
}

// A ClaimState is a claim and what became of it.
type ClaimState struct {
	ClaimFound
	Source  *PageState
	Dropped string // why it did not go before the voters, or ""
	Votes   []VoteCast
	Checks  []ClaimChecked
	Judged  *ClaimJudged
}

// A CallState is a call: made, or in flight.
type CallState struct {
	Kind   Kind // Started while in flight
	Phase  string
	Label  string
	Start  time.Time
	End    time.Time
	Failed string // why, or ""
	Hedge  Hedge  // if it was made twice, what became of the try that does not count
}

// NewState returns the state of a run that was just accepted.
func NewState(info Info) *State {
	return &State{Info: info, Status: Queued, Last: info.Created, calls: make(map[string]*CallState)}
}

// Fates counts the claims that were upheld, refuted and left open. A claim that
// was not voted on counts as left open only if a finding rests on it.
func (s *State) Fates() (upheld, refuted, open int) {
	cited := make(map[int]bool)
	for _, f := range s.Findings {
		for _, id := range f.Claims {
			cited[id] = true
		}
	}
	for _, c := range s.Claims {
		switch {
		case c.Judged == nil:
		case c.Judged.Outcome == Upheld:
			upheld++
		case c.Judged.Outcome == Refuted:
			refuted++
		case len(c.Votes) > 0 || cited[c.ID]:
			open++
		}
	}
	return upheld, refuted, open
}

// LineOf returns the number of the line of research that took claim c.
func (c *ClaimState) LineOf() int {
	if c.Angle != 0 || c.Source == nil {
		return c.Angle
	}
	return c.Source.Angle
}

// Tally counts the claim's votes.
func (c *ClaimState) Tally() Tally {
	if c.Judged != nil {
		return c.Judged.Tally
	}
	return count(c.Votes)
}

// count counts votes.
func count(votes []VoteCast) (t Tally) {
	for _, v := range votes {
		switch v.Verdict {
		case UpheldVote:
			t.Upheld++
		case RefutedVote:
			t.Refuted++
		case QualifiedVote:
			t.Qualified++
		default:
			t.Abstained++
		}
	}
	return t
}
