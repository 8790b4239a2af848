package research

// A Plan splits a question into lines of research.
type Plan struct {
	Summary string  `json:"summary" jsonschema:"one or two sentences: how the question was split"`
	Angles  []Angle `json:"angles" jsonschema:"distinct, complementary lines of research"`
}

// An Angle is one line of research.
type Angle struct {
	Label     string `json:"label" jsonschema:"two to five words"`
	Query     string `json:"query" jsonschema:"what to type into a search engine: specific keywords, not a sentence"`
	Rationale string `json:"rationale" jsonschema:"one sentence: what this line adds and where it ends"`
}
