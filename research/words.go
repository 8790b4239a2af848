package research

import "slices"

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

// Rank puts importances on a scale: 3 is central, 1 tangential, 0 none of them.
func (i Importance) Rank() int {
	return 1 + slices.Index([]Importance{Tangential, Supporting, Central}, i)
}

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
	Upheld     Outcome = "upheld"     // two confirmations, or the method's own test; a qualified vote leaves its caveat
	Refuted    Outcome = "refuted"    // two refutations, or the method's own test failed
	Unverified Outcome = "unverified" // tested too little to say
)

// A Confidence is a word, never a percentage.
type Confidence string

const (
	High   Confidence = "high"
	Medium Confidence = "medium"
	Low    Confidence = "low"
)

// Rank puts confidences on a scale: 3 is high, 1 low, 0 none of them.
func (c Confidence) Rank() int { return 1 + slices.Index([]Confidence{Low, Medium, High}, c) }

// A Lens is what a voter looks at when it tries to refute a claim.
type Lens string

const (
	InContext    Lens = "context"       // the quote in its context, and its source
	Corroborated Lens = "corroboration" // independent support or contradiction
	InScope      Lens = "scope"         // time, conditions and generality
)

// A CheckVerdict is what additional sources make of a claim that rested on one.
type CheckVerdict string

const (
	CheckSupported CheckVerdict = "SUPPORTED"
	CheckNuanced   CheckVerdict = "SUPPORTED WITH NUANCE" // right in the main, not in every detail
	CheckContested CheckVerdict = "CONTESTED"
	CheckUnchanged CheckVerdict = "UNCHANGED" // they say neither
)

// A Stake says why a finding deserves a critic.
type Stake string

const (
	Ordinary   Stake = "ordinary"
	Critical   Stake = "decision-critical"
	Surprising Stake = "surprising"
)

// A ClaimKind says what kind of statement a claim is.
type ClaimKind string

const (
	FactClaim     ClaimKind = "fact"
	EstimateClaim ClaimKind = "estimate" // an estimate or projection
	OpinionClaim  ClaimKind = "opinion"
)

// A Coverage says how far the evidence answers a line of research.
type Coverage string

const (
	Covered       Coverage = "covered"
	PartlyCovered Coverage = "partly"
	NotCovered    Coverage = "open"
)

// A QuestionType is the kind of a question, which decides how it is researched
// and what its report looks like.
type QuestionType string

const (
	FactualQuestion    QuestionType = "factual"
	ScientificQuestion QuestionType = "scientific/health"
	ConsumerQuestion   QuestionType = "consumer"
	TechnicalQuestion  QuestionType = "technical"
	OpinionQuestion    QuestionType = "opinion/sentiment"
	ContestedQuestion  QuestionType = "contested"
	EmergingQuestion   QuestionType = "emerging/frontier"
)

// QuestionTypes are all types of questions.
var QuestionTypes = []QuestionType{
	FactualQuestion, ScientificQuestion, ConsumerQuestion, TechnicalQuestion, OpinionQuestion, ContestedQuestion, EmergingQuestion,
}

// A FollowUpKind is the kind of a task that a lead gives out after reading the
// findings of a round.
type FollowUpKind string

const (
	GapFill            FollowUpKind = "gap-fill"
	ConflictResolution FollowUpKind = "conflict-resolution"
	DeepDive           FollowUpKind = "deep-dive"
	Verification       FollowUpKind = "verification"
)

// A PointKind says whether a point of a report is found in sources or made of
// what was found.
type PointKind string

const (
	FactPoint     PointKind = "fact"     // rests on claims
	AnalysisPoint PointKind = "analysis" // the writer's inference
)

// A Likelihood is a word of estimative probability, after Sherman Kent. Its
// String pairs it with its range.
type Likelihood string

const (
	AlmostCertain Likelihood = "almost certain" // many good sources, no dissent
	HighlyLikely  Likelihood = "highly likely"  // strong evidence, minor caveats
	Likely        Likelihood = "likely"         // good evidence, some gaps
	RoughlyEven   Likelihood = "roughly even"   // conflicting evidence
	Unlikely      Likelihood = "unlikely"       // limited or weak evidence
)

// Range returns the probabilities that the word stands for, in percent, or "".
func (l Likelihood) Range() string {
	return map[Likelihood]string{
		AlmostCertain: "93–99%", HighlyLikely: "80–92%", Likely: "63–79%", RoughlyEven: "40–62%", Unlikely: "20–39%",
	}[l]
}

// String returns the word with its range, as "likely (63–79%)".
func (l Likelihood) String() string {
	if l.Range() == "" {
		return string(l)
	}
	return string(l) + " (" + l.Range() + ")"
}
