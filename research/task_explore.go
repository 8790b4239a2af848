package research

// Tasks of the method explore.

// A MapTask asks where one could go from what was explored.
type MapTask struct {
	Brief
	Round     int
	Explored  []Branch
	Available []Angle    // branches that were offered before and not taken
	Raised    []string   // questions that branches raised, the latest first
	Claims    []Material // Line says which branch brought it
}

// A MapDraft says where one could go, and what is known so far.
type MapDraft struct {
	Available   []Preview    `json:"available" jsonschema:"branches not explored yet, the most worth while first: those that were available before, and new ones"`
	Dives       []Dive       `json:"dives" jsonschema:"specific questions that findings raise, the most promising first"`
	KeyFindings []DraftPoint `json:"keyFindings" jsonschema:"two or three points: the most important discoveries so far"`
	Conflicts   []Dispute    `json:"conflicts" jsonschema:"where claims contradict each other; empty if they do not"`
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
