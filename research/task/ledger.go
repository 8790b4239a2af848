package task

import "assay/research"

// Tasks of the method ledger.

// An AssessTask asks how far the evidence gathered answers a subtopic.
type AssessTask struct {
	Question string
	Subtopic research.Angle
	Evidence []Material
	Round    int
	Today    string // YYYY-MM-DD
}

// A SynthesizeTask asks a worker for what the evidence on one subtopic adds up to.
type SynthesizeTask struct {
	Question string
	Subtopic research.Angle
	Evidence []Material // all that the worker may use
	Lang     string     // BCP 47; "" means the question's
	Today    string     // YYYY-MM-DD
}

// A Synthesis is what a worker makes of the evidence on a subtopic.
type Synthesis struct {
	Findings       []Synthesized      `json:"findings" jsonschema:"the most central first; empty if the evidence supports none"`
	Contradictions []research.Dispute `json:"contradictions" jsonschema:"where the evidence disagrees"`
	Unsupported    []string           `json:"unsupported" jsonschema:"what one would like to say but the evidence does not support"`
}

// A Synthesized finding cites the evidence it rests on.
type Synthesized struct {
	Claim      string         `json:"claim" jsonschema:"one sentence that says no more than the evidence"`
	Evidence   []int          `json:"evidence" jsonschema:"numbers of the evidence that says so: 12 for E12"`
	Confidence float64        `json:"confidence" jsonschema:"from 0 to 1"`
	Stake      research.Stake `json:"stake" jsonschema:"decision-critical if the asker would act on it, surprising if it goes against what is commonly held, else ordinary"`
}

// A ReviewTask asks whether findings are supported by the evidence they cite.
type ReviewTask struct {
	Question string
	Findings []Candidate
	Today    string // YYYY-MM-DD
}

// A Candidate is a finding before its reviewers.
type Candidate struct {
	N        int
	Claim    string
	Stake    research.Stake
	Evidence []Material // what it cites
	Against  []Material // what sources on the other side of a dispute say, for a critic
}

// Reviews hold one entry per finding.
type Reviews struct {
	Reviews []Review `json:"reviews" jsonschema:"one entry per numbered finding"`
}

// A Review is what a reviewer says of one finding.
type Review struct {
	Finding    int                 `json:"finding" jsonschema:"the finding's number"`
	Reason     string              `json:"reason" jsonschema:"one sentence: what the cited evidence says"`
	Verdict    ReviewVerdict       `json:"verdict"`
	Confidence research.Confidence `json:"confidence" jsonschema:"how sure the finding is on its evidence"`
}

// A ChallengeTask asks whether the evidence bears the weight of findings that
// much hangs on.
type ChallengeTask struct {
	Question string
	Findings []Candidate
	Disputes []research.Dispute
	Today    string // YYYY-MM-DD
}

// Challenges hold one entry per finding.
type Challenges struct {
	Rulings []Challenge `json:"rulings" jsonschema:"one entry per numbered finding"`
}

// A Challenge is what a critic says of one finding.
type Challenge struct {
	Finding    int                 `json:"finding" jsonschema:"the finding's number"`
	Reasoning  string              `json:"reasoning" jsonschema:"one or two sentences"`
	Verdict    CriticVerdict       `json:"verdict"`
	Confidence research.Confidence `json:"confidence" jsonschema:"how sure the finding is after all"`
}
