package views

import (
	"slices"
	"strings"

	"github.com/a-h/templ"
)

// frame returns the frame of the page; its title says if there is a problem.
func (p AskPage) frame() Frame {
	f := p.Frame
	if len(p.Errors) > 0 {
		f.Title = "Problem: " + f.Title
	}
	return f
}

// wrong returns what was wrong with a field, or "".
func (p AskPage) wrong(field string) string {
	var words []string
	for _, e := range p.Errors {
		if e.Field == field {
			words = append(words, e.Message)
		}
	}
	return join(" ", words...)
}

// A setting is a text field of the settings.
type setting struct {
	Name, Label, Hint, Value, Type, Mode, Example string
	Wrong                                         string // what was wrong with it, or ""
}

// settings returns the text fields of the settings, filled in.
func (p AskPage) settings() []setting {
	f := p.Form
	all := []setting{
		{Name: "model", Label: "Model", Value: f.Model, Hint: "The name of another model of the same provider. Empty: " + p.Model + "."},
		{Name: "language", Label: "Language of the report", Value: f.Language, Hint: "A tag such as en, de or pt-BR. Empty: the language of the question."},
		{Name: "domains", Label: "Only these sites", Value: f.Domains, Example: "example.org, example.net"},
		{Name: "exclude", Label: "Never these sites", Value: f.Exclude, Example: "example.com"},
		{Name: "after", Label: "Published on or after", Value: f.After, Type: "date"},
		{Name: "before", Label: "Published on or before", Value: f.Before, Type: "date"},
		{Name: "budget", Label: "Budget", Value: f.Budget, Mode: "decimal", Example: "0.50", Hint: "US dollars. The run stops there and writes up what it has."},
		{Name: "deadline", Label: "Deadline", Value: f.Deadline, Mode: "decimal", Example: "10", Hint: "Minutes of work. The run stops there and writes up what it has."},
	}
	for i := range all {
		all[i].Wrong = p.wrong(all[i].Name)
	}
	return all
}

// attrs returns what tells a reader of the screen about the field.
func (s setting) attrs() templ.Attributes { return about(s.Name, s.Hint, s.Wrong) }

// about returns the attributes that tie a field to its hint and its error.
func about(name, hint, wrong string) templ.Attributes {
	a := templ.Attributes{}
	if ids := join(" ", either(hint != "", name+"-h", ""), either(wrong != "", name+"-e", "")); ids != "" {
		a["aria-describedby"] = ids
	}
	if wrong != "" {
		a["aria-invalid"] = "true"
	}
	return a
}

// changed reports whether the settings hold anything, or anything wrong, so
// that they must be seen.
func (p AskPage) changed() bool {
	f := p.Form
	for _, s := range p.settings() {
		if s.Value != "" || s.Wrong != "" {
			return true
		}
	}
	return f.Engines != "" || f.LibraryOnly || p.wrong("engines") != "" || p.wrong("library_only") != ""
}

// uses reports whether the form names a search engine.
func (f AskForm) uses(engine string) bool {
	return slices.Contains(strings.FieldsFunc(f.Engines, func(r rune) bool { return r == ',' || r == ' ' }), engine)
}

// labels are the names of fields for people.
var labels = map[string]string{
	"question": "Question", "method": "Method", "depth": "Depth", "model": "Model", "engines": "Search engines",
	"library_only": "Library only", "domains": "Only these sites", "exclude": "Never these sites",
	"after": "Published on or after", "before": "Published on or before", "language": "Language of the report",
	"budget": "Budget", "deadline": "Deadline",
}

// label returns what the field with the error is called on the page.
func (p AskPage) label(e FieldError) string {
	if param, ok := p.param(e.Field); ok {
		return param.Title
	}
	return labels[e.Field]
}

// href returns the link to the field, or to the question for a field that the
// page does not show.
func (p AskPage) href(e FieldError) string {
	_, isParam := p.param(e.Field)
	switch {
	case e.Field == "method":
		return "#depth"
	case labels[e.Field] == "" && !isParam:
		return "#question"
	}
	return "#" + e.Field
}

// words says what a run takes: "2–4 min, $0.05–0.12".
func (e Estimate) words() string { return join(", ", e.Minutes, e.Cost) }

// bases returns where the estimates come from, each source once.
func (p AskPage) bases() string {
	var all []string
	for _, m := range p.Methods {
		for _, d := range m.Depths {
			for _, e := range []Estimate{d.Estimate, d.Economy} {
				if e.Basis != "" && !slices.Contains(all, e.Basis) {
					all = append(all, e.Basis)
				}
			}
		}
	}
	return join("; ", all...)
}

// examples are questions that the sample library can answer.
var examples = []string{
	"Is the Great Wall of China visible from the Moon?",
	"Does sugar make children hyperactive?",
	"Do goldfish forget within seconds?",
}

// between returns what stands before the ith of n words: "a, b or c".
func between(i, n int) string {
	switch {
	case i == 0:
		return ""
	case i == n-1:
		return " or "
	}
	return ", "
}

// samples reports whether nothing but the sample library is searched.
func (p AskPage) samples() bool { return len(p.Engines) == 1 && p.Engines[0] == "sample" }

// lookUp has Datastar look for questions similar to one that is filled in.
func lookUp(p AskPage) templ.Attributes {
	if p.Form.Question == "" {
		return nil
	}
	return templ.Attributes{"data-init": "@get('/similar',{contentType:'form'})"}
}
