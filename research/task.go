package research

// What a model is asked to do, and the form of its answers. A method renders
// a task's input into a prompt for a language model; the input itself goes
// along in [Request.Input], so that the built-in reader can do the task
// without reading prose. Answers are JSON in the form of the answer type.

// Names of tasks.
const (
	TaskSplit   = "split"   // *SplitTask -> Plan
	TaskGrade   = "grade"   // *GradeTask -> Grades
	TaskExtract = "extract" // *ExtractTask -> Extraction
	TaskVote    = "vote"    // *VoteTask -> Ballot
	TaskCompose = "compose" // *ComposeTask -> Composition
)

// A SplitTask asks for complementary angles on a question.
type SplitTask struct {
	Question string
	Min, Max int    // how many angles
	Today    string // YYYY-MM-DD
}

// A Plan splits a question into angles.
type Plan struct {
	Summary string  `json:"summary" jsonschema:"one or two sentences: how the question was split"`
	Angles  []Angle `json:"angles" jsonschema:"distinct, complementary angles"`
}

// An Angle is one line of research.
type Angle struct {
	Label     string `json:"label" jsonschema:"two to five words"`
	Query     string `json:"query" jsonschema:"what to type into a search engine: specific keywords, not a sentence"`
	Rationale string `json:"rationale" jsonschema:"one sentence: what this angle adds"`
}

// A GradeTask asks how relevant the hits of an angle are.
type GradeTask struct {
	Question string
	Angle    Angle
	Hits     []Hit // numbered from 1
}

// Grades hold one entry per hit.
type Grades struct {
	Grades []HitGrade `json:"grades" jsonschema:"one entry per numbered result"`
}

// A HitGrade is the relevance of one hit.
type HitGrade struct {
	Hit       int       `json:"hit" jsonschema:"the result's number"`
	Relevance Relevance `json:"relevance"`
}

// An ExtractTask asks for the claims of a page that bear on a question.
type ExtractTask struct {
	Question string
	Page     Page     // without Text
	Passages []string // the page's text, or the parts of it that bear on the question, in order
	Max      int      // the most claims wanted
}

// An Extraction is what was found in a page.
type Extraction struct {
	SourceQuality SourceGrade `json:"sourceQuality" jsonschema:"what kind of source the page is"`
	PublishDate   string      `json:"publishDate" jsonschema:"YYYY-MM-DD, YYYY-MM or YYYY as the page states it, or empty"`
	Claims        []Extracted `json:"claims" jsonschema:"claims that the page supports and that bear on the question; empty if there are none"`
}

// An Extracted claim is one that a page makes, with the page's own words for it.
type Extracted struct {
	Claim      string     `json:"claim" jsonschema:"one self-contained sentence that could turn out false"`
	Quote      string     `json:"quote" jsonschema:"the page's own words that say so, copied verbatim: at least five words in one piece"`
	Importance Importance `json:"importance" jsonschema:"how much of the answer hangs on it"`
}

// A VoteTask asks one voter to try to refute a claim.
type VoteTask struct {
	Question string
	Claim    string
	Quote    string
	Context  string // the page's text around the quote
	Source   Witness
	Lens     Lens
	Unheard  string    // why independent searches could not be made, or ""
	Evidence []Witness // what independent searches and the run's other pages say; shared by the claim's voters
	Today    string    // YYYY-MM-DD
}

// Witness returns the source or evidence with the given ID, or nil.
func (t *VoteTask) Witness(id string) *Witness {
	if id == t.Source.ID {
		w := t.Source
		w.Text = t.Quote
		return &w
	}
	for _, w := range t.Evidence {
		if id == w.ID {
			return &w
		}
	}
	return nil
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

// A Ballot is one voter's answer.
type Ballot struct {
	Evidence      string     `json:"evidence" jsonschema:"one or two sentences: what decided it, naming the source"`
	Source        string     `json:"source" jsonschema:"id of the source that decided it: S, E1, E2 ..."`
	Verdict       Verdict    `json:"verdict" jsonschema:"refuted, upheld, or qualified if it is true but holds only with a caveat"`
	CounterSource string     `json:"counterSource" jsonschema:"id of a source that contradicts the claim, or empty"`
	Caveat        string     `json:"caveat" jsonschema:"if qualified: the caveat in one sentence, else empty"`
	Confidence    Confidence `json:"confidence"`
}

// A ComposeTask asks for the findings that surviving claims add up to.
type ComposeTask struct {
	Question string
	Claims   []Survivor
	Killed   []string // claims that were refuted, for caveats only
	Lang     string   // BCP 47: the report's language; "" means the question's
	Today    string   // YYYY-MM-DD
}

// A Survivor is a claim that withstood its voters.
type Survivor struct {
	ID         int
	Claim      string
	Quote      string
	Vote       string // "3-0"
	Importance Importance
	Title      string      // of its source
	Site       string      // registrable domain of its source
	Grade      SourceGrade // of its source
	Published  string      // of its source
	Evidence   string      // the best reason a voter gave for upholding it
	Caveats    []string    // what voters attached
}

// A Composition is the body of a report. It names claims by ID only; sources,
// tallies and confidence are worked out from those.
type Composition struct {
	Summary       string     `json:"summary" jsonschema:"two or three sentences that directly answer the question"`
	Findings      []Composed `json:"findings" jsonschema:"most certain and most central first"`
	Omitted       []Omission `json:"omitted" jsonschema:"claims left out of every finding, and why"`
	Caveats       string     `json:"caveats" jsonschema:"what is uncertain, contested or thin"`
	OpenQuestions []string   `json:"openQuestions"`
}

// A Composed finding states what one or more claims establish.
type Composed struct {
	Claim    string `json:"claim" jsonschema:"one sentence"`
	Claims   []int  `json:"claims" jsonschema:"ids of the claims that say so; claims for the same fact go together"`
	Evidence string `json:"evidence" jsonschema:"one to three sentences: what the sources say"`
}

// An Omission is a claim that no finding uses.
type Omission struct {
	Claim int    `json:"claim" jsonschema:"id"`
	Why   string `json:"why"`
}
