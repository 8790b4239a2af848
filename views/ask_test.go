package views

import (
	"slices"
	"strings"
	"testing"

	"assay/research/engine"
)

// fiveMethods returns the page with the question box that offers all methods.
func fiveMethods(method, depth string) AskPage {
	p := askPage("x")
	p.Methods = []MethodCard{{Name: "verify", Title: "Adversarial verification", PickFor: "what is disputed", Depths: []DepthCard{{Name: "standard", Title: "Standard"}}}}
	for _, name := range []string{"ledger", "tree", "team", "explore"} {
		m := crafts[name]
		card := MethodCard{Name: m.Name, Title: m.Title, PickFor: m.PickFor, Summary: m.Summary, Params: m.Params}
		for _, d := range m.Depths {
			card.Depths = append(card.Depths, DepthCard{Name: d.Name, Title: d.Title, Buys: d.Buys})
		}
		p.Methods = append(p.Methods, card)
	}
	p.Form.Method, p.Form.Depth = method, depth
	return p
}

func TestOneChoiceIsMadeAmongAllMethodsAndDepths(t *testing.T) {
	root := drawn(t, Ask(fiveMethods("tree", "deep")))
	inspect(t, "five methods", root)
	if got := sent(root)["depth"]; !slices.Equal(got, []string{"tree/deep"}) {
		t.Errorf("the form would send %v", got)
	}
	if n := len(classed(root, "method")); n != 5 {
		t.Errorf("%d methods are offered", n)
	}
	if got := words(classed(root, "guide")[0]); got != "To find out what is disputed: verify · what must be cited: ledger · how deep it goes: tree · what kind of question it is: team · what there is to know: explore" {
		t.Errorf("the guide reads %q", got)
	}
	if got := sent(drawn(t, Ask(fiveMethods("ledger", "bottomless"))))["depth"]; !slices.Equal(got, []string{"ledger/standard"}) {
		t.Errorf("a depth that there is not became %v", got)
	}
}

func TestParametersAreFieldsOfTheirMethod(t *testing.T) {
	p := fiveMethods("ledger", "standard")
	p.Form.Params = map[string]string{"ledger.researchers": "9", "ledger.output": "brief"}
	p.Errors = []FieldError{{"param.ledger.researchers", "Use a number from 1 to 6."}}
	root := drawn(t, Ask(p))
	inspect(t, "parameters", root)
	field := byID(t, root, "param.ledger.researchers")
	if attr(field, "name") != "param.ledger.researchers" || attr(field, "value") != "9" || attr(field, "min") != "1" || attr(field, "max") != "6" || attr(field, "aria-invalid") != "true" {
		t.Errorf("the number is %v", field.Attr)
	}
	var chosen []string
	for _, o := range all(byID(t, root, "param.ledger.output"), "option") {
		if has(o, "selected") {
			chosen = append(chosen, attr(o, "value"))
		}
	}
	if !slices.Equal(chosen, []string{"brief"}) {
		t.Errorf("the word is %v", chosen)
	}
	if a := all(classed(root, "errors")[0], "a")[0]; attr(a, "href") != "#param.ledger.researchers" || words(a) != "Researchers: Use a number from 1 to 6." {
		t.Errorf("the summary says %q", words(a))
	}
	open := map[string]bool{}
	for _, d := range classed(root, "params") {
		open[words(all(d, "summary")[0])] = has(d, "open")
	}
	if !open["Set researchers, rounds, output"] || open["Set breadth, depth"] || len(open) != 2 {
		t.Errorf("open are %v", open)
	}
}

// A page without scripts states both estimates; the style sheet shows the one that
// goes with the form.
func TestADepthSaysWhatEconomyVotesTake(t *testing.T) {
	p := fiveMethods("verify", "standard")
	d := &p.Methods[0].Depths[0]
	d.Estimate = Estimate{"2–7 min", "about 190,000 tokens", "the simulator"}
	d.Economy = Estimate{"1–5 min", "$0.02", "the last 3 runs here"}
	root := drawn(t, Ask(p))
	inspect(t, "two estimates", root)
	card := classed(root, "depth")[0]
	if got := words(classed(card, "usual")[0]); got != "2–7 min, about 190,000 tokens" {
		t.Errorf("usually it takes %q", got)
	}
	if got := words(classed(card, "economy")[0]); got != "With economy votes: 1–5 min, $0.02" {
		t.Errorf("in economy mode it takes %q", got)
	}
	if got := p.bases(); got != "the simulator; the last 3 runs here" {
		t.Errorf("the estimates come from %q", got)
	}
	if doc := words(drawn(t, MethodDoc(MethodPage{Methods: p.Methods}))); !strings.Contains(doc, "2–7 min, about 190,000 tokens; with economy votes 1–5 min, $0.02") {
		t.Errorf("the page on the methods does not say both: %s", doc)
	}
	d.Economy = Estimate{}
	if root := drawn(t, Ask(p)); len(classed(root, "economy")) > 0 || len(classed(root, "usual")) > 0 {
		t.Error("one estimate is shown as one of two")
	}
}

func TestHostileParametersStayText(t *testing.T) {
	for _, s := range hostile {
		p := fiveMethods("ledger", s)
		p.Methods[1].Params = []engine.Param{{Name: "n", Title: s, Hint: s, Max: 3}, {Name: "w", Title: s, Hint: s, Words: []string{s, "b" + s}}}
		p.Form.Params = map[string]string{"ledger.n": s, "ledger.w": s}
		p.Errors = []FieldError{{"param.ledger.n", s}, {"param." + s, s}}
		inspect(t, "parameters of "+s, drawn(t, Ask(p)))
	}
}
