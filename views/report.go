// Package views holds the values that pages and exports of runs are drawn
// from, and draws them. It does no I/O and takes no decisions: what it shows
// is what a run's [db.State] holds.
//
// Text that came from pages or models is kept as it came in the values. Each
// form cleans or escapes it for its own readers.
package views

import (
	"time"

	"assay/research"
	"assay/research/port"
)

// A Report is a run's report joined up with the claims, votes and sources that
// it rests on. Its JSON form is the JSON export; no list in it is null.
type Report struct {
	ID            string              `json:"id"`
	Question      string              `json:"question"`
	Method        string              `json:"method"` // a [engine.Method]'s Name
	Created       time.Time           `json:"created"`
	State         research.Status     `json:"state"`
	Reason        string              `json:"reason"`  // why it is not done, or ""
	Summary       string              `json:"summary"` // "" until there is a report
	Confidence    research.Confidence `json:"confidence"`
	Why           string              `json:"why"` // of the confidence
	Findings      []*Finding          `json:"findings"`
	Refuted       []*Claim            `json:"refuted"`
	Qualified     []*Claim            `json:"qualified"`  // upheld, at least one voter attached a caveat
	Unverified    []*Claim            `json:"unverified"` // too few votes could be cast to decide
	Caveats       string              `json:"caveats"`
	OpenQuestions []string            `json:"openQuestions"`
	Sources       []*Source           `json:"sources"` // by number
	Stats         Stats               `json:"stats"`
	Model         string              `json:"model"`              // the models that answered, joined by ", "
	Programs      []string            `json:"programs,omitempty"` // versions of Assay that worked on it, as far as they said so

	Claims     []*Claim                `json:"claims"`     // all that were found, by ID
	Omitted    []Omission              `json:"omitted"`    // upheld claims that are in no finding
	Rejected   int                     `json:"rejected"`   // claims that were left out before they were tested
	Rejections []Rejection             `json:"rejections"` // these, by reason
	Blocked    []Blocked               `json:"blocked"`
	Dropped    []Dropped               `json:"dropped"` // search results that were not read
	Engines    []port.EngineFailed     `json:"engines"` // search engines that failed
	Plan       []research.AnglePlanned `json:"plan"`
	Notes      []string                `json:"notes"`

	Asked          []string                `json:"searchEngines"` // that found something, by name
	Parameters     string                  `json:"parameters"`    // the run's, in one line, or ""
	Brief          bool                    `json:"brief"`         // a short form was asked for
	Likelihood     research.Likelihood     `json:"likelihood"`    // of the answer, or ""
	ReadingMinutes int                     `json:"readingMinutes"`
	Sections       []*Section              `json:"sections"` // the findings in parts; none if they stand in one list
	Disputes       []Dispute               `json:"disputes"` // where sources disagree
	Gaps           []research.Gap          `json:"gaps"`     // what could not be grounded
	Proposals      []*Proposal             `json:"proposals"`
	Premises       []research.PremiseTaken `json:"premises"`
	Lines          []*Line                 `json:"lines"` // of research, with what each taught
	Kind           *Kind                   `json:"kind,omitempty"`
	Triages        []Triage                `json:"triages"`
	Map            *research.MapDrawn      `json:"map,omitempty"`
}

// A Finding is one thing the report establishes, with its evidence.
type Finding struct {
	Claim         string              `json:"claim"`
	Confidence    research.Confidence `json:"confidence"`
	Why           string              `json:"why"`
	Vote          string              `json:"vote"` // on the strongest claim, as "3-0"; "" if there was none
	Likelihood    research.Likelihood `json:"likelihood"`
	Labels        []string            `json:"labels"`
	Evidence      string              `json:"evidence"`
	Quotes        []Quote             `json:"quotes"`        // of its claims, the strongest first
	Sources       []*Source           `json:"sources"`       // of its claims, the strongest first, each once
	Claims        []int               `json:"claims"`        // IDs, the strongest first
	Votes         []Vote              `json:"votes"`         // on the strongest claim
	Objection     string              `json:"objection"`     // the strongest, or ""
	Corroboration []research.Witness  `json:"corroboration"` // what confirming voters named beside the claim's own source
}

// A Claim is a claim that was found in a page, and what became of it.
type Claim struct {
	ID         int                 `json:"id"`
	Claim      string              `json:"claim"`
	Outcome    research.Outcome    `json:"outcome"` // or [Untested]
	Word       string              `json:"word"`    // the method's own for the outcome, or ""
	Why        string              `json:"why"`     // why it is what it is, if not for its votes, or ""
	Kind       research.ClaimKind  `json:"kind"`    // "" means a fact
	Importance research.Importance `json:"importance"`
	Line       int                 `json:"line"`    // that took it: Line.N, or 0
	Finding    int                 `json:"finding"` // the first finding that rests on it, from 1, or 0
	Vote       string              `json:"vote"`
	Votes      []Vote              `json:"votes"`
	Quotes     []Quote             `json:"quotes"`
	Sources    []*Source           `json:"sources"`
	Caveats    []string            `json:"caveats"` // that voters attached
	Checks     []Crosscheck        `json:"checks"`  // what additional sources make of it
}

// Untested is the outcome of a claim that was never judged.
const Untested research.Outcome = "untested"

// A Vote is one voter's vote, or its abstention.
type Vote struct {
	Voter         int                 `json:"voter"` // from 1
	Lens          research.Lens       `json:"lens"`
	Verdict       research.Verdict    `json:"verdict"`
	Evidence      string              `json:"evidence"`      // the reason
	Source        *research.Witness   `json:"source"`        // what decided it, or nil
	CounterSource *research.Witness   `json:"counterSource"` // what contradicts the claim, or nil
	Caveat        string              `json:"caveat"`
	Confidence    research.Confidence `json:"confidence"`
	Model         string              `json:"model"`
}

// A Quote is a page's own words.
type Quote struct {
	Text  string               `json:"text"`
	URL   string               `json:"url"`
	Title string               `json:"title"`
	Grade research.SourceGrade `json:"grade"`
	N     int                  `json:"n"` // Source.N
	Claim int                  `json:"-"` // Claim.ID
}

// A Source is a page that was read.
type Source struct {
	N         int                  `json:"n"` // from 1: in order of first citation, then those not cited
	URL       string               `json:"url"`
	FinalURL  string               `json:"finalUrl"` // after redirects
	Title     string               `json:"title"`
	Author    string               `json:"author"`
	Site      string               `json:"site"`
	Grade     research.SourceGrade `json:"grade"`
	Published string               `json:"published"` // YYYY-MM-DD, YYYY-MM, YYYY or ""
	Used      Use                  `json:"used"`
	Fetched   time.Time            `json:"fetched"`
	Hash      string               `json:"hash"` // hex SHA-256 of its text
	Line      string               `json:"line"` // what it says: its most important claim, or ""
	Page      int                  `json:"-"`    // [research.PageState].N
}

// A Use says what a source was good for.
type Use string

const (
	Cited      Use = "cited"   // the report rests on it: a finding, an analysis or a side of a dispute
	UseRefuted Use = "refuted" // not cited; a claim of it was refuted
	Uncited    Use = "uncited" // read, and neither
)

// Words returns the use for people to read.
func (u Use) Words() string {
	if u == UseRefuted {
		return "uncited: a claim of it was refuted"
	}
	return string(u)
}

// A Blocked is a page that was chosen but could not be used.
type Blocked struct {
	URL    string `json:"url"`
	Title  string `json:"title"`
	Reason string `json:"reason"`
}

// A Dropped is a search result that was not read.
type Dropped struct {
	URL    string `json:"url"`
	Angle  int    `json:"angle"` // whose search brought it
	Reason string `json:"reason"`
}

// An Omission is an upheld claim that no finding rests on.
type Omission struct {
	ID    int    `json:"id"`
	Claim string `json:"claim"`
	Vote  string `json:"vote"`
	Why   string `json:"why"`
}
