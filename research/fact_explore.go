package research

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
