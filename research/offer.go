package research

import (
	"encoding/json"
	"strings"
)

// An Offer is what the user is asked to decide. It is the Data of an offered
// event; the chosen event that answers it has the same label.
type Offer struct {
	Label string          `json:"label"` // names the decision within the run: "plan", "round 2"
	Data  json.RawMessage `json:"data"`  // what is offered
}

// ChoiceKey is the key of the chosen event that answers the offer with label.
func ChoiceKey(label string) string { return "choice/" + label }

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

// Answered returns the questions that a answers, with their answers.
func (q Questions) Answered(a Answers) (out []Clarified) {
	for i, said := range a.Answers {
		if said = strings.TrimSpace(said); said != "" && i < len(q.Questions) {
			out = append(out, Clarified{q.Questions[i], said})
		}
	}
	return out
}
