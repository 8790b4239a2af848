package research

import (
	"context"
	"strings"
)

// Labels of offers. A round of an exploration is offered as "round 2".
const (
	OfferQuestions = "questions" // Questions -> Answers
	OfferPlan      = "plan"      // PlanOffer -> Plan
	OfferPast      = "past"      // PastOffer -> PastChoice
	OfferRound     = "round "    // MapDrawn -> MapChoice; a number follows
)

// Questions are what the asker is asked back.
type Questions struct {
	Questions []string `json:"questions"`
}

// Answers are what the asker said, in the order of the questions; any may be
// empty.
type Answers struct {
	Answers []string `json:"answers"`
}

// A Clarified is a question that was asked back, and its answer.
type Clarified struct {
	Question string `json:"question"`
	Answer   string `json:"answer"`
}

// A PlanOffer is a plan to be kept or changed before it is followed.
type PlanOffer struct {
	Plan
	Into  string `json:"into"`            // what its lines are called: "angles", "subtopics"
	Max   int    `json:"max"`             // the most lines that will be followed
	About string `json:"about,omitempty"` // what else the asker should know: "Type: contested. Scope: broad, 3 researchers, up to 3 rounds."
}

// A PastOffer is what was researched before on the same topic.
type PastOffer struct {
	Reports []PastReport `json:"reports"`
}

// A PastReport is a report of another run.
type PastReport struct {
	Run      string `json:"run"`
	Question string `json:"question"`
	Answer   string `json:"answer"`
	Date     string `json:"date"` // YYYY-MM-DD
}

// A PastChoice says whether to build on a past report.
type PastChoice struct {
	From string `json:"from"` // the run; "" to start fresh
}

// A MapChoice says where to go on a research map.
type MapChoice struct {
	Branches []string `json:"branches,omitempty"` // labels of available branches, and questions of deep dives
	Question string   `json:"question,omitempty"` // of the asker's own
	Continue bool     `json:"continue,omitempty"` // the most promising deep dives
	Finalize bool     `json:"finalize,omitempty"` // write the report
}

// maxQuestions is the most that an asker is asked back.
const maxQuestions = 3

// AskBack asks the asker up to three questions, if someone is there to answer
// and the model finds that the answers would change the research. Every
// question may be left unanswered. t is a task of the name [TaskClarify].
func AskBack(ctx context.Context, r *Run, t Task) ([]Clarified, error) {
	if r.Options.Alone || !r.Options.Plan {
		return nil, nil
	}
	asked, err := Ask[Clarity](ctx, r, t)
	if err != nil || len(asked.Questions) == 0 {
		return nil, ctx.Err() // a question that could not be put is one that was skipped
	}
	q := Questions{asked.Questions[:min(len(asked.Questions), maxQuestions)]}
	got, err := Choose(ctx, r, OfferQuestions, q, Answers{})
	if err != nil {
		return nil, err
	}
	return q.answered(got), nil
}

// answered returns the questions that a answers, with their answers.
func (q Questions) answered(a Answers) (out []Clarified) {
	for i, said := range a.Answers {
		if said = strings.TrimSpace(said); said != "" && i < len(q.Questions) {
			out = append(out, Clarified{q.Questions[i], said})
		}
	}
	return out
}

// Past returns reports of other runs on the same topic, the nearest first.
func (r *Run) Past(ctx context.Context) ([]PastReport, error) {
	if r.desk.Past == nil {
		return nil, nil
	}
	return Keep(ctx, r, "past reports", func() ([]PastReport, error) { return r.desk.Past(ctx, r.Question) })
}
