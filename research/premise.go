package research

// A Premise is a claim that an earlier report established.
type Premise struct {
	Run       string     `json:"run"`
	Claim     int        `json:"claim"` // its ID there
	Text      string     `json:"text"`
	Title     string     `json:"title"` // of its source
	URL       string     `json:"url"`
	Published string     `json:"published,omitempty"` // its source
	Asked     string     `json:"asked"`               // YYYY-MM-DD: when the report was asked for
	Standing  Confidence `json:"standing"`            // of the finding that rests on it
}
