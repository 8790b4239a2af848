// Package task is what a model is asked to do, and the form of its answers. A
// method renders a task's input into a prompt for a language model; the input
// itself goes along in [port.Request.Input], so that the built-in reader can
// do the task without reading prose. Answers are JSON in the form of the answer
// type.
//
// The file task.go has the tasks that methods share; the others those of one method.
package task

import (
	"assay/research"
	"assay/research/port"
)

// Names of tasks.
const (
	NameClarify    = "clarify"    // *ClarifyTask -> Clarity
	NameSplit      = "split"      // *SplitTask -> Plan
	NameQueries    = "queries"    // *QueriesTask -> Queries
	NameGrade      = "grade"      // *GradeTask -> Grades
	NameExtract    = "extract"    // *ExtractTask -> Extraction
	NameLearn      = "learn"      // *LearnTask -> Learned
	NameDraft      = "draft"      // *DraftTask -> Draft
	NameVote       = "vote"       // *VoteTask -> Ballot
	NameCompose    = "compose"    // *ComposeTask -> Composition
	NameAssess     = "assess"     // *AssessTask -> Assessment
	NameSynthesize = "synthesize" // *SynthesizeTask -> Synthesis
	NameReview     = "review"     // *ReviewTask -> Reviews
	NameChallenge  = "challenge"  // *ChallengeTask -> Challenges
	NameClassify   = "classify"   // *ClassifyTask -> Classification
	NameTriage     = "triage"     // *TriageTask -> Triage
	NameCheck      = "check"      // *CheckTask -> Check
	NameMap        = "map"        // *MapTask -> MapDraft
)

// A Brief is what everyone who plans or writes is told.
type Brief struct {
	Question string
	Today    string               // YYYY-MM-DD
	Lang     string               // BCP 47: the report's language; "" means the question's
	Answers  []research.Clarified // what the asker said when asked back
	Premises []research.Premise   // what an earlier report established
	Open     []string             // what it left open
}

// A ClarifyTask asks what must be known of the asker's purpose before planning.
type ClarifyTask struct {
	Brief
	Max int // the most questions wanted
}

// A Clarity holds questions to the asker; none if the question is clear.
type Clarity struct {
	Questions []string `json:"questions" jsonschema:"questions whose answers would change the research; empty if the question is clear enough"`
}

// A SplitTask asks for complementary lines of research on a question.
type SplitTask struct {
	Brief
	Into     string                 // what the lines are called: "angles", "subtopics", "sub-questions", "branches"
	Min, Max int                    // how many
	Type     research.QuestionType  // what kind of question it is, if the method asked
	Parts    []research.SubQuestion // that it is made of, if it is compound
}

// A QueriesTask asks what to type into a search engine next on one line of
// research.
type QueriesTask struct {
	Question   string
	Today      string // YYYY-MM-DD
	Line       research.Angle
	Goal       string   // what is to be found out now
	Prefer     string   // which sources weigh most, in a sentence, or ""
	Directions []string // gaps, conflicts or follow-up questions to go after, numbered from 1
	Known      []string // what was learned so far
	Asked      []string // queries made already: not to be repeated
	Min, Max   int      // how many queries
}

// Queries are what to search for.
type Queries struct {
	Queries []PlannedQuery `json:"queries" jsonschema:"distinct queries, the most useful first"`
}

// A PlannedQuery is a query and what it is for.
type PlannedQuery struct {
	Query     string `json:"query" jsonschema:"what to type into a search engine: specific keywords, not a sentence"`
	Goal      string `json:"goal" jsonschema:"one sentence: what it is to find out, and where to go from there"`
	Direction int    `json:"direction" jsonschema:"number of the direction it follows, or 0"`
}

// A GradeTask asks how relevant the hits of an angle are.
type GradeTask struct {
	Question string
	Angle    research.Angle
	Hits     []port.Hit // numbered from 1
}

// Grades hold one entry per hit.
type Grades struct {
	Grades []HitGrade `json:"grades" jsonschema:"one entry per numbered result"`
}

// A HitGrade is the relevance of one hit.
type HitGrade struct {
	Hit       int                `json:"hit" jsonschema:"the result's number"`
	Relevance research.Relevance `json:"relevance"`
}

// An ExtractTask asks for the claims of a page that bear on a question.
type ExtractTask struct {
	Question string
	Goal     string    // the line of research it is read for, or ""
	Page     port.Page // without Text
	Passages []string  // the page's text, or the parts of it that bear on the question, in order
	Max      int       // the most claims wanted
}

// An Extraction is what was found in a page.
type Extraction struct {
	SourceQuality research.SourceGrade `json:"sourceQuality" jsonschema:"what kind of source the page is"`
	PublishDate   string               `json:"publishDate" jsonschema:"YYYY-MM-DD, YYYY-MM or YYYY as the page states it, or empty"`
	Claims        []Extracted          `json:"claims" jsonschema:"claims that the page supports and that bear on the question; empty if there are none"`
}

// An Extracted claim is one that a page makes, with the page's own words for it.
type Extracted struct {
	Claim      string              `json:"claim" jsonschema:"one self-contained sentence that could turn out false"`
	Quote      string              `json:"quote" jsonschema:"the page's own words that say so, copied verbatim: at least five words in one piece"`
	Importance research.Importance `json:"importance" jsonschema:"how much of the answer hangs on it"`
}

// A LearnTask asks what the pages that one line of research led to teach.
type LearnTask struct {
	Question  string
	Goal      string    // of the line of research
	Prefer    string    // which sources weigh most, in a sentence, or ""
	Sources   []Reading // numbered from 1
	Min, Max  int       // learnings wanted
	FollowUps int       // the most follow-up questions wanted
	Today     string    // YYYY-MM-DD
}

// A Reading is a page as a model gets to read it.
type Reading struct {
	Page     port.Page // without Text
	Passages []string  // its text, or the parts of it that bear on the goal, in order
}

// A Learned is what the pages of a line of research taught.
type Learned struct {
	Sources   []SourceNote `json:"sources" jsonschema:"one entry per numbered source"`
	Learnings []Learning   `json:"learnings" jsonschema:"dense, specific, distinct; empty if the sources teach nothing on the goal"`
	Summary   string       `json:"summary" jsonschema:"one sentence: the key finding, or what could not be found"`
	FollowUps []string     `json:"followUps" jsonschema:"questions that go deeper from what was found"`
}

// A SourceNote says what kind of source a page is.
type SourceNote struct {
	Source        int                  `json:"source" jsonschema:"the source's number"`
	SourceQuality research.SourceGrade `json:"sourceQuality"`
	PublishDate   string               `json:"publishDate" jsonschema:"YYYY-MM-DD, YYYY-MM or YYYY as the page states it, or empty"`
}

// A Learning is a claim that a page makes, with the page's own words for it.
type Learning struct {
	Claim      string              `json:"claim" jsonschema:"one self-contained sentence with names, numbers and dates, that could turn out false"`
	Source     int                 `json:"source" jsonschema:"the number of the source that says so"`
	Quote      string              `json:"quote" jsonschema:"the source's own words that say so, copied verbatim: at least five words in one piece"`
	Kind       research.ClaimKind  `json:"kind" jsonschema:"fact, estimate (or projection), or opinion"`
	Importance research.Importance `json:"importance" jsonschema:"how much of the answer hangs on it"`
}

// A DraftTask asks for a report in parts, made of numbered claims.
type DraftTask struct {
	Brief
	Parts    []Part
	Claims   []Material
	Disputes []research.Dispute // where sources disagree
	Gaps     []string           // what could not be grounded
}

// A Part is a section that a report is to have.
type Part struct {
	Key      string // names it in the draft
	Title    string // as it stands in the report; "" if the writer is to choose
	Guide    string // what belongs in it
	Many     bool   // it may come several times, under different titles
	Analysis bool   // it may hold points that rest on no claim
}

// A Material is a claim, as writers, reviewers and leads get to see it.
type Material struct {
	ID         int
	Claim      string
	Quote      string
	Kind       research.ClaimKind
	Importance research.Importance
	Standing   string // what is known of it: "two independent sources", "SUPPORTED"
	Line       string // the line of research that brought it
	Title      string // of its source
	URL        string // of its source
	Grade      research.SourceGrade
	Published  string
	Context    string // the page's text around the quote, for those who judge, or ""
}

// A Draft is the body of a report in parts.
type Draft struct {
	Summary       string         `json:"summary" jsonschema:"the answer, not the method, in three to five sentences"`
	Sections      []DraftSection `json:"sections" jsonschema:"the parts asked for, in their order"`
	Caveats       string         `json:"caveats" jsonschema:"what is uncertain, thin, dated or contested"`
	OpenQuestions []string       `json:"openQuestions"`
}

// A DraftSection is one part of a draft.
type DraftSection struct {
	Part   string                `json:"part" jsonschema:"key of the part"`
	Title  string                `json:"title" jsonschema:"a title, if the part leaves it to you, else empty"`
	Points []research.DraftPoint `json:"points"`
}
