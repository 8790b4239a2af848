package views

import (
	"time"

	"assay/research"
	"assay/research/engine"
	"assay/research/port"
)

// A Frame is what every page has around its own content.
type Frame struct {
	Title  string // of the document; without " · Assay"
	Nav    string // which of "ask", "reports", "topics", "method", "status" is current, or ""
	Theme  string // "light", "dark" or "" for the system's
	Live   bool   // loads Datastar and live.js; only the ask page and runs that are not over
	Base   string // scheme and host for absolute links in OpenGraph tags, or ""
	Path   string // of this page, for the theme form to come back to
	Answer string // for OpenGraph: the answer's sentence, or ""
	Alt    string // path of the page's other forms without extension ("/r/ID"), or ""

	Version string // of the program, for the foot of the page, or ""
	SignOut bool   // the reader has signed in, and may sign out

	// Refresh is after how many seconds a browser without JavaScript loads the
	// page again, or 0. It goes into a noscript element in the head:
	// <noscript><meta http-equiv="refresh" content="5"></noscript>.
	// [Run] sets it; pages do not.
	Refresh int
}

// An AskPage is the page with the question box.
type AskPage struct {
	Frame
	Form        AskForm
	Errors      []FieldError // what was wrong with a form that was sent
	Methods     []MethodCard
	Running     []RunCard
	Recent      []RunCard
	Model       string // what answers, for people
	NoKey       bool   // the built-in reader answers: the page says what to set
	Engines     []string
	WebSettings []string // what may be set for the web to be searched
	From        *RunCard // the report that the question builds on, or nil
}

// An AskForm is what was, or is to be, filled in.
type AskForm struct {
	Question, Method, Depth          string
	Plan, LibraryOnly                bool
	Model, Engines                   string // engines: comma-separated names
	Domains, Exclude                 string // comma-separated
	After, Before                    string // YYYY-MM-DD
	Language, Budget, Deadline, From string // budget in dollars, deadline in minutes
	Token                            string // identifies the form, so that a double click is one run

	Params map[string]string // by "METHOD.NAME": what else the methods let one set
}

// A FieldError says what is wrong with one field of a form.
type FieldError struct{ Field, Message string }

// A MethodCard offers a method at its depths.
type MethodCard struct {
	Name, Title, Summary, PickFor string
	Depths                        []DepthCard
	Params                        []engine.Param
}

// A DepthCard says what a depth buys and what it takes.
type DepthCard struct {
	Name, Title, Buys string
	Estimate
	Economy Estimate // with economy votes; zero if there are none, or it is the same
}

// An Estimate says what a run is likely to take.
type Estimate struct {
	Minutes, Cost string // ranges, such as "2–4 min", "$0.05–0.12" or "free"
	Basis         string // where they come from: "your last 12 runs", "the simulator's figures"
}

// A RunCard is a run in a list.
type RunCard struct {
	ID, Question, Method  string
	Status                research.Status
	Created               time.Time
	Answer                string // first sentence
	Confidence            research.Confidence
	Upheld, Refuted, Open int      // claims
	Phase                 string   // while running
	Title                 Marked   // the question, if a search matched words in it
	Snippets              []Marked // what a search matched
	Matches               int      // claims that a search matched
	Seconds               float64
	Cost                  port.Money
	Topic                 string
}

// Marked is text with the parts that a search matched.
type Marked struct{ Parts []MarkedPart }

// A MarkedPart is a piece of text, matched or not.
type MarkedPart struct {
	Text string
	Hit  bool
}

// A RunPage is a run: its plan, its progress or its report, all at one address.
type RunPage struct {
	Frame
	State     *research.State
	Method    *engine.Method
	Report    *Report // ReportOf(State), also while it runs
	Now       time.Time
	Limit     research.Budget
	Expected  string         // how long runs like it took, as "2–4 min", or ""
	Longest   time.Duration  // the end of that range, or 0
	Fragments map[int]string // by claim ID: ":~:text=..." for the link to its passage
	From      *RunCard       // the report it builds on, or nil
	Related   []RunCard
	Deleted   bool
	Notice    string // what an action just did, or ""
}

// A ClaimPage is one claim before its voters.
type ClaimPage struct {
	Frame
	State                *research.State
	Claim                *research.ClaimState
	Before, Quote, After string              // the quote in its context, as the stored page has it
	Fragment             string              // ":~:text=..." for the link to the passage, or ""
	Language             string              // of the page, BCP 47, or ""
	Confidence           research.Confidence // of the finding that rests on it, or ""
	Why                  string
	Related              []RunCard // other reports that hold a claim of near the same words
	Verified             *RunCard  // the run that put the claim before three voters, or nil
}

// A SnapshotPage is the stored text of a source as it was read.
type SnapshotPage struct {
	Frame
	State *research.State
	Page  port.Page
	N     int            // research.PageState.N
	Parts []SnapshotPart // the text, in order
}

// A SnapshotPart is a piece of a page's text: plain, or a claim's quote.
type SnapshotPart struct {
	Text  string
	Claim int // ID, 0 if it is no quote
}

// An IndexPage lists and searches reports.
type IndexPage struct {
	Frame
	Query       IndexQuery
	Running     []RunCard
	Cards       []RunCard
	Total       int
	Capped      bool // there may be more
	Page, Pages int
	Topics      []string // to filter by
	Methods     []string // to filter by: their names
	Deleted     *RunCard // just deleted: offers to undo
	Suggest     string   // another query, if nothing matched
}

// An IndexQuery is the state of the index, all of it in the URL.
type IndexQuery struct {
	Text, Method, Confidence, Status, Topic, After, Before, Sort string
	Page                                                         int
}

// A TopicsPage is the index of what has been researched.
type TopicsPage struct {
	Frame
	Topics []Topic
}

// A Topic is an entry of the topic index.
type Topic struct {
	Name, Summary  string
	Findings       []string
	Date           time.Time
	Explored, Open []string // branches
	Reports        []RunCard
}

// A MethodPage explains the methods and the words.
type MethodPage struct {
	Frame
	Methods []MethodCard
}

// A StatusPage is the doctor's report.
type StatusPage struct {
	Frame
	Checks  []Check
	Version string
	Running int
}

// A Check is one finding of the doctor.
type Check struct {
	What string
	OK   bool
	Says string // what was found, or what is wrong
	Fix  string // what to set, or ""
}

// A ProblemPage says what went wrong, what is kept and what to do next.
type ProblemPage struct {
	Frame
	Code             int // HTTP status
	What, Kept, Next string
	Link, LinkText   string // where to go next, or ""
}
