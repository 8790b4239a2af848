package research

// A Run is one question being researched.
type Run struct{}
