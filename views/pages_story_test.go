package views

import (
	"time"

	"github.com/a-h/templ"

	"assay/research"
)

const runID = "abcdefghijklmnopqrstuvwxyz"

// cardOf returns the card of a run in which every foreign text is s.
func cardOf(s string, status research.Status) RunCard {
	return RunCard{
		ID: runID, Question: s, Method: "verify", Status: status, Created: day, Answer: s, Confidence: research.Medium,
		Upheld: 3, Refuted: 1, Open: 2, Matches: 2, Seconds: 190, Cost: 123_456, Topic: s,
		Snippets: []Marked{{Parts: []MarkedPart{{Text: s}, {Text: s, Hit: true}, {Text: s}}}},
	}
}

func methodCards(s string) []MethodCard {
	depths := []DepthCard{{Name: "quick", Title: "Quick", Buys: s, Estimate: Estimate{s, s, s}, Economy: Estimate{s + "2", s, s}}, {Name: "standard", Title: s, Buys: s}}
	return []MethodCard{{Name: "verify", Title: "Verify", Summary: s, PickFor: s, Depths: depths}}
}

// askPage returns the page with the question box, in which every foreign text is s.
func askPage(s string) AskPage {
	card := cardOf(s, research.Done)
	return AskPage{
		Frame: Frame{Title: s, Nav: "ask", Path: s, Live: true, Version: s, Answer: s},
		Form: AskForm{
			Question: s, Method: "verify", Depth: "quick", Model: s, Engines: s, Domains: s, Exclude: s, After: s, Before: s,
			Language: s, Budget: s, Deadline: s, From: s, Token: s,
		},
		Methods: methodCards(s), Running: []RunCard{cardOf(s, research.Running), cardOf(s, research.Waiting)}, Recent: []RunCard{card},
		Model: s, NoKey: true, Engines: []string{s, "wikipedia"}, From: &card,
	}
}

// indexPage returns the list of reports, in which every foreign text is s.
func indexPage(s string) IndexPage {
	card := cardOf(s, research.Cancelled)
	return IndexPage{
		Frame: Frame{Title: s, Nav: "reports", Path: s},
		Query: IndexQuery{Text: s, Method: s, Confidence: "high", Status: "partial", Topic: s, After: s, Before: s, Sort: "newest", Page: 1},
		Cards: []RunCard{cardOf(s, research.Partial), cardOf(s, research.FailedRun)}, Running: []RunCard{cardOf(s, research.Queued)},
		Total: 45, Page: 1, Pages: 3, Topics: []string{s, "tea"}, Methods: []string{"verify", s}, Deleted: &card, Suggest: s,
	}
}

// otherPages returns the pages that are of no run, in their states.
func otherPages(s string) map[string]templ.Component {
	wrong := askPage(s)
	for _, field := range []string{"question", "method", "depth", "model", "engines", "library_only", "domains", "after", "budget", "deadline", "from", s} {
		wrong.Errors = append(wrong.Errors, FieldError{Field: field, Message: s})
	}
	several := askPage(s)
	several.Methods = append(methodCards(s), MethodCard{Name: "survey", Title: s, Depths: []DepthCard{{Name: "quick", Title: "Quick"}}})
	none := indexPage(s)
	none.Cards, none.Running, none.Deleted, none.Pages = nil, nil, nil, 1
	topic := Topic{Name: s, Summary: s, Findings: []string{s}, Date: day, Explored: []string{s}, Open: []string{s}, Reports: []RunCard{cardOf(s, research.Done)}}
	return map[string]templ.Component{
		"ask":          Ask(askPage(s)),
		"ask anew":     Ask(AskPage{Methods: methodCards(s), Engines: []string{"sample"}}),
		"ask wrongly":  Ask(wrong),
		"ask how":      Ask(several),
		"index":        Index(indexPage(s)),
		"no match":     Index(none),
		"no reports":   Index(IndexPage{Page: 1, Pages: 1}),
		"topics":       Topics(TopicsPage{Topics: []Topic{topic, {Name: s, Date: time.Time{}}}}),
		"no topics":    Topics(TopicsPage{}),
		"method":       MethodDoc(MethodPage{Methods: methodCards(s)}),
		"status":       Status(StatusPage{Checks: []Check{{What: s, Says: s, Fix: s}, {What: s, OK: true}}, Version: s, Running: 2}),
		"no status":    Status(StatusPage{}),
		"problem":      Problem(ProblemPage{Code: 422, What: s, Kept: s, Next: s, Link: "/reports", LinkText: s}),
		"bare problem": Problem(ProblemPage{Code: 404, What: "x" + s}),
	}
}
