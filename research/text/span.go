package text

// A Span is a range of bytes in a page's text: text[Start:End].
type Span struct {
	Start int `json:"start"`
	End   int `json:"end"`
}
