package task

import "assay/research"

// Tasks of the method explore.

// A MapTask asks where one could go from what was explored.
type MapTask struct {
	Brief
	Round     int
	Explored  []research.Branch
	Available []research.Angle // branches that were offered before and not taken
	Raised    []string         // questions that branches raised, the latest first
	Claims    []Material       // Line says which branch brought it
}

// A MapDraft says where one could go, and what is known so far.
type MapDraft struct {
	Available   []research.Preview    `json:"available" jsonschema:"branches not explored yet, the most worth while first: those that were available before, and new ones"`
	Dives       []research.Dive       `json:"dives" jsonschema:"specific questions that findings raise, the most promising first"`
	KeyFindings []research.DraftPoint `json:"keyFindings" jsonschema:"two or three points: the most important discoveries so far"`
	Conflicts   []research.Dispute    `json:"conflicts" jsonschema:"where claims contradict each other; empty if they do not"`
}
