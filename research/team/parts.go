package team

import (
	"fmt"

	"assay/research"
	"assay/research/task"
)

// Keys of parts that every report has.
const (
	moreKey       = "more"       // what is well backed and fits no other part
	overallKey    = "overall"    // of a compound question: its parts put together
	confidenceKey = "confidence" // how sure the findings are; made by rule
)

// templates are the bodies of reports by type of question. The executive summary
// stands before them; how sure the findings are and what limits them, after.
var templates = map[research.QuestionType][]task.Part{
	research.FactualQuestion: {
		{Key: "facts", Title: "What is established", Guide: "The facts that answer the question, the most direct first."},
		{Key: "context", Title: "Context", Guide: "Definitions, dates, conditions and orders of magnitude that the answer depends on."},
		{Key: "discrepancies", Title: "Discrepancies", Guide: "Where sources give different values, and which of them is the better founded.", Analysis: true},
	},
	research.ScientificQuestion: {
		{Key: "evidence", Title: "What the evidence shows", Guide: "By outcome: effect, size, kind of study, how many were studied."},
		{Key: "strength", Title: "How strong the evidence is", Guide: "Designs, replication, consensus and conflicts of interest.", Analysis: true},
		{Key: "scope", Title: "To whom and when it applies", Guide: "Populations, doses, conditions, risks and exceptions."},
		{Key: "practice", Title: "What follows in practice", Guide: "What guidelines and authorities say; no advice of your own.", Analysis: true},
	},
	research.ConsumerQuestion: {
		{Key: "choice", Title: "What to choose", Guide: "For which need the sources favour which option, and why.", Analysis: true},
		{Key: "comparison", Title: "How the options compare", Guide: "A point for each option, labelled with its name: measured qualities, price with its date."},
		{Key: "experience", Title: "Experience in use", Guide: "What tests over time and owners report: reliability, annoyances, service."},
		{Key: "costs", Title: "Costs and trade-offs", Guide: "What is paid for what, over the time of use."},
	},
	research.TechnicalQuestion: {
		{Key: "mechanism", Title: "How it works", Guide: "The mechanism as documentation, source and specification have it, with versions."},
		{Key: "tradeoffs", Title: "Trade-offs and limits", Guide: "Costs, failure modes, limits and alternatives, with measurements where there are any."},
		{Key: "practice", Title: "In practice", Guide: "What those report who run it: settings, pitfalls, results."},
		{Key: "advice", Title: "What follows", Guide: "Which choice the findings speak for, under which conditions.", Analysis: true},
	},
	research.OpinionQuestion: {
		{Key: "balance", Title: "Where opinion stands", Guide: "The overall picture: shares, majorities and trends, with sample and date."},
		{Key: "groups", Title: "Who thinks what", Guide: "A point for each group, labelled with its name: what it holds, in its own terms."},
		{Key: "reasons", Title: "Why they think so", Guide: "The reasons and experiences that people give."},
		{Key: "reach", Title: "How far this reaches", Guide: "Whose voices are missing, and how representative the sources are.", Analysis: true},
	},
	research.ContestedQuestion: {
		{Key: "agreed", Title: "What is agreed", Guide: "What all sides accept, and the data that they share."},
		{Key: "position", Guide: "One section for each position, called after it: the position at its strongest, as those who hold it argue it.", Many: true},
		{Key: "crux", Title: "What the dispute turns on", Guide: "Whether the sides differ on facts, on definitions or on values, and what would settle it.", Analysis: true},
		{Key: "weight", Title: "Where the evidence leans", Guide: "Which statements of fact the evidence bears out, and how far; not whose values are right.", Analysis: true},
	},
	research.EmergingQuestion: {
		{Key: "state", Title: "Where things stand", Guide: "What has been shown so far, and by whom; results apart from announcements."},
		{Key: "developments", Title: "Recent developments", Guide: "A point for each step, labelled with its date, the latest first."},
		{Key: "actors", Title: "Who is working on it", Guide: "A point for each group or company, labelled with its name: what it does, and how far it is."},
		{Key: "outlook", Title: "What is uncertain and what to watch", Guide: "Open problems, competing expectations, and signs that would decide between them.", Analysis: true},
	},
}

// parts are the parts of the report: the template of the question's type or, for
// a compound question, of each part's type and then what they come to together.
func (t *team) parts() []task.Part {
	var out []task.Part
	for i, q := range t.kind.Parts {
		for _, p := range templates[q.Type] {
			p.Key = fmt.Sprintf("%s-%d", p.Key, i+1)
			if p.Title != "" {
				p.Title += ": " + q.Question
			}
			p.Guide = fmt.Sprintf("On sub-question %d. %s", i+1, p.Guide)
			out = append(out, p)
		}
	}
	if len(out) > 0 {
		out = append(out, task.Part{Key: overallKey, Title: "Taken together", Guide: "What the answers to the sub-questions come to for the question as a whole.", Analysis: true})
	} else {
		out = append(out, templates[t.kind.Type]...)
	}
	return append(out, task.Part{Key: moreKey, Guide: "What is well backed, matters to the question and fits no part above; usually nothing. Called: Also established."})
}
