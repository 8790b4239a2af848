package reader

import (
	"fmt"
	"strings"
	"testing"

	"assay/research"
	"assay/research/task"
)

// Plans of every kind have the number of lines asked for, with distinct queries,
// labels of two to five words and a reason.
func TestPlansAreSound(t *testing.T) {
	for _, q := range []string{"Do goldfish have a three-second memory?", "goldfish", "Why?", "How are transactions, indexes, vacuuming and replication kept consistent?",
		"What is the difference between a list and a tuple in Python, and which is faster?", "Who built the Great Wall of China; when was it finished?"} {
		for _, into := range []string{"subtopics", "sub-questions", "branches"} {
			for _, n := range []int{2, 4, 6, 10} {
				want := n
				if into == "branches" {
					want = min(n, 4)
				}
				plan := strictly[research.Plan](t, task.NameSplit, &task.SplitTask{Brief: brief(q), Into: into, Min: 2, Max: n})
				if len(plan.Angles) != want {
					t.Errorf("%s into %d %s: %d", q, n, into, len(plan.Angles))
				}
				checkPlan(t, plan)
			}
		}
	}
}

func checkPlan(t *testing.T, plan research.Plan) {
	t.Helper()
	seen := map[string]bool{}
	for _, a := range plan.Angles {
		if key := sameQuery(a.Query); key == "" || seen[key] || a.Rationale == "" {
			t.Errorf("line %+v", a)
		} else {
			seen[key] = true
		}
		if n := len(strings.Fields(a.Label)); n < 2 || n > 5 {
			t.Errorf("label of %d words: %q", n, a.Label)
		}
	}
	if plan.Summary == "" {
		t.Error("no summary")
	}
}

// What an earlier report left open is looked into first, what the asker added is
// in every query, and what is known already is not looked up again.
func TestPlansHeedTheBrief(t *testing.T) {
	b := brief("Do goldfish have a three-second memory?")
	b.Answers = []research.Clarified{{Question: "Which kind?", Answer: "Fantail varieties, please"}}
	b.Premises = []research.Premise{{Text: "A goldfish is a carp."}}
	b.Open = []string{"Why do the sources disagree?", "Does an independent source confirm this: “Trained goldfish press a lever for food”?"}
	plan := strictly[research.Plan](t, task.NameSplit, &task.SplitTask{Brief: b, Into: "subtopics", Min: 2, Max: 5})
	checkPlan(t, plan)
	if first := plan.Angles[0]; !strings.Contains(first.Query, "lever") || !strings.Contains(first.Rationale, "left open") {
		t.Errorf("the open question does not come first: %+v", first)
	}
	for _, a := range plan.Angles {
		if !strings.Contains(a.Query, "Fantail") {
			t.Errorf("the answer is not in %q", a.Query)
		}
		if a.Label == background.label {
			t.Error("what is known is looked up again")
		}
	}
}

func TestPartsBecomeLines(t *testing.T) {
	plan := strictly[research.Plan](t, task.NameSplit, &task.SplitTask{Brief: brief("How does VACUUM work and what does autovacuum cost?"), Into: "angles", Min: 2, Max: 4,
		Parts: []research.SubQuestion{{Question: "How does VACUUM work?"}, {Question: "What does autovacuum cost?"}}})
	if len(plan.Angles) != 4 || plan.Angles[0].Query != "VACUUM" || plan.Angles[1].Query != "autovacuum cost" {
		t.Errorf("plan %+v", plan)
	}
	things, rest := enumerated("How are transactions, indexes, vacuuming and replication kept consistent?")
	if fmt.Sprint(things) != "[transactions indexes vacuuming replication]" || strings.Join(strings.Fields(rest), " ") != "How are kept consistent?" {
		t.Errorf("listed %q, rest %q", things, rest)
	}
	if things, _ := enumerated("Does vitamin C prevent colds and flu?"); things != nil {
		t.Errorf("no list, but %q", things)
	}
}

func TestClassify(t *testing.T) {
	for question, want := range map[string]research.QuestionType{
		"When was the Great Wall of China finished?":                         research.FactualQuestion,
		"Does vitamin C prevent colds?":                                      research.ScientificQuestion,
		"Which vacuum cleaner should I buy under $200?":                      research.ConsumerQuestion,
		"What is the best coffee grinder for beginners?":                     research.ConsumerQuestion,
		"How does VACUUM reclaim disk space in PostgreSQL?":                  research.TechnicalQuestion,
		"How do I configure replication?":                                    research.TechnicalQuestion,
		"What do people think of remote work?":                               research.OpinionQuestion,
		"Should governments ban facial recognition?":                         research.ContestedQuestion,
		"Is it true that the Great Wall is visible from the Moon?":           research.ContestedQuestion,
		"What is the future of solid-state batteries?":                       research.EmergingQuestion,
		"When was Python released, and should schools teach it to children?": research.ContestedQuestion,
	} {
		got := strictly[research.Classification](t, task.NameClassify, &task.ClassifyTask{Brief: brief(question)})
		if got.Type != want || got.Why == "" {
			t.Errorf("%s: %+v", question, got)
		}
	}
}

func TestPartsOfCompoundQuestions(t *testing.T) {
	for question, want := range map[string]string{
		"Does vitamin C prevent colds?":                                   "",
		"What is the difference between bread and butter?":                "",
		"How does VACUUM work and what does it cost?":                     "How does VACUUM work? What does it cost (VACUUM)?",
		"Who built the wall? When was it finished?":                       "Who built the wall? When was it finished (built wall)?",
		"How do lists differ from tuples; why are tuples hashable?":       "How do lists differ from tuples? Why are tuples hashable?",
		"Is coffee healthy, and how much of it is too much for children?": "Is coffee healthy? How much of it is too much for children (coffee healthy)?",
	} {
		var parts []string
		for _, p := range partsOf(question) {
			parts = append(parts, p.Question)
		}
		if got := strings.Join(parts, " "); got != want {
			t.Errorf("%s: %q", question, got)
		}
	}
}

func TestClarify(t *testing.T) {
	for question, want := range map[string]int{
		"Do goldfish have a three-second memory?": 0, "How does VACUUM reclaim disk space in PostgreSQL?": 0,
		"Mercury": 1, "Is it safe?": 1, "Which bike should I buy?": 1, "Is it legal to keep hens?": 1,
	} {
		got := strictly[task.Clarity](t, task.NameClarify, &task.ClarifyTask{Brief: brief(question), Max: 3})
		if len(got.Questions) != want {
			t.Errorf("%s: %q", question, got.Questions)
		}
	}
}
