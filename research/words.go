package research

// The words of the domain. They appear in answers of models, in the journal,
// in exports and on pages, and are spelled the same in all of them.

// A Relevance says how well a hit fits its angle.
type Relevance string

const (
	HighRelevance   Relevance = "high"
	MediumRelevance Relevance = "medium"
	LowRelevance    Relevance = "low"
)

// A SourceGrade says what kind of source a page is, best first.
type SourceGrade string

const (
	Primary    SourceGrade = "primary"    // the study, standard, record or maker itself
	Secondary  SourceGrade = "secondary"  // edited reporting or reference on primary sources
	Blog       SourceGrade = "blog"       // one author, unedited
	Forum      SourceGrade = "forum"      // many authors, unedited
	Unreliable SourceGrade = "unreliable" // anonymous, promotional, satirical or known to be wrong
)

// SourceGrades are all grades, best first.
var SourceGrades = []SourceGrade{Primary, Secondary, Blog, Forum, Unreliable}

// An Importance says how much of the answer hangs on a claim.
type Importance string

const (
	Central    Importance = "central"
	Supporting Importance = "supporting"
	Tangential Importance = "tangential"
)

// A Verdict is what one voter says of a claim.
type Verdict string

const (
	UpheldVote    Verdict = "upheld"    // tried to refute it and could not
	RefutedVote   Verdict = "refuted"   // contradicted, unsupported, out of context, outdated, or on weak sources only
	QualifiedVote Verdict = "qualified" // true, but: holds with a caveat; not a refutation
	Abstained     Verdict = "abstained" // the call failed, timed out or was refused; never counted as a vote
)

// An Outcome is what becomes of a claim.
type Outcome string

const (
	Upheld     Outcome = "upheld"     // two confirmations; with a qualified vote among them it keeps the caveat
	Refuted    Outcome = "refuted"    // two refutations
	Unverified Outcome = "unverified" // fewer than two votes either way
)

// A Confidence is a word, never a percentage.
type Confidence string

const (
	High   Confidence = "high"
	Medium Confidence = "medium"
	Low    Confidence = "low"
)

// A Lens is what a voter looks at when it tries to refute a claim.
type Lens string

const (
	InContext    Lens = "context"       // the quote in its context, and its source
	Corroborated Lens = "corroboration" // independent support or contradiction
	InScope      Lens = "scope"         // time, conditions and generality
)
