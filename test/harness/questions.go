package harness

import (
	"strings"

	"assay/research/simulator"
)

// An Asked is a question, with a word that its answer must have.
type Asked struct{ Question, Says string }

// Questions that the built-in reader can answer, from the sample library and from
// PostgreSQL's manual; and one that takes a run in its full shape.
var (
	SampleQuestions = []Asked{
		{"Is the Great Wall of China visible from the Moon?", "visible"},
		{"Does sugar make children hyperactive?", "sugar"},
	}
	ManualQuestions = []Asked{
		{"What is the default transaction isolation level in PostgreSQL?", "isolation"},
		{"How does VACUUM reclaim disk space in PostgreSQL?", "VACUUM"},
	}
	BigQuestion = "How are transactions, indexes, dictionaries and asynchronous tasks kept consistent?"
)

// Some returns the questions; unless the long forms are asked for, one of them.
func Some(all []Asked) []Asked {
	if Long() {
		return all
	}
	return all[:1]
}

// Question returns another question each time, so that no two runs ask the
// model the same.
func Question(n int) string {
	return "Does lightning strike the same place " + strings.Repeat("over and ", n) + "over?"
}

// Steady is a model that goes through with runs in their full shape.
func Steady() *simulator.ModelServer {
	return &simulator.ModelServer{Angles: 5, Claims: 5, Refuted: 0.2, Qualified: 0.1, Seed: 1}
}
