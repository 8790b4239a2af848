package views

import (
	"net/url"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"assay/research"
)

func TestHostileTextOnOtherPagesStaysText(t *testing.T) {
	for _, s := range hostile {
		for name, page := range otherPages(s) {
			inspect(t, name+" of "+s, drawn(t, page))
		}
	}
}

func TestCollectedHostileTextOnOtherPagesStaysText(t *testing.T) {
	for i, s := range corpus(t) {
		if i%8 == 0 { // fourteen pages each
			for name, page := range otherPages(s) {
				inspect(t, name+" of "+s, drawn(t, page))
			}
		}
	}
}

// A text is on the page as it is, whatever characters are in it.
func TestTextIsShownWhole(t *testing.T) {
	const s = `<b onclick="x()">& 'q' </b>`
	root := drawn(t, Index(indexPage(s)))
	for _, h := range all(classed(root, "items")[0], "h2") {
		if words(h) != s {
			t.Errorf("a question became %q", words(h))
		}
	}
	for _, m := range all(root, "mark") {
		if words(m) != s {
			t.Errorf("a hit became %q", words(m))
		}
	}
	if got := attr(byID(t, root, "q"), "value"); got != s {
		t.Errorf("the query became %q", got)
	}
}

func TestTheNavigationMarksThePage(t *testing.T) {
	for nav, path := range map[string]string{"ask": "/", "reports": "/reports", "topics": "/topics", "method": "/method", "status": "/status"} {
		marked := elements(drawn(t, Layout(Frame{Nav: nav})), func(n *html.Node) bool { return attr(n, "aria-current") == "page" })
		if len(marked) != 1 || attr(marked[0], "href") != path {
			t.Errorf("%s: %d links are marked", nav, len(marked))
		}
	}
}

func TestOnlyLivePagesLoadDatastar(t *testing.T) {
	for live, want := range map[bool]int{false: 1, true: 3} {
		scripts := all(drawn(t, Layout(Frame{Live: live})), "script")
		for _, s := range scripts {
			if attr(s, "type") != "module" {
				t.Errorf("%s is no module", attr(s, "src"))
			}
		}
		if len(scripts) != want || !strings.HasPrefix(attr(scripts[0], "src"), "/static/app.") {
			t.Errorf("live is %t: %d scripts", live, len(scripts))
		}
	}
}

func TestTheHeadNamesThePageAndItsForms(t *testing.T) {
	root := drawn(t, Layout(Frame{Title: "Why?", Answer: "So.", Base: "https://a.example", Path: "/r/x", Alt: "/r/x", Refresh: 5, Theme: "dark"}))
	meta := map[string]string{}
	for _, m := range all(root, "meta") {
		meta[attr(m, "name")+attr(m, "property")] = attr(m, "content")
	}
	for name, want := range map[string]string{
		"og:title": "Why? · Assay", "og:description": "So.", "og:url": "https://a.example/r/x", "og:type": "article",
		"robots": "noindex", "referrer": "no-referrer", "viewport": "width=device-width, initial-scale=1",
	} {
		if meta[name] != want {
			t.Errorf("%s is %q", name, meta[name])
		}
	}
	var forms []string
	for _, l := range all(root, "link") {
		switch attr(l, "rel") {
		case "alternate":
			forms = append(forms, attr(l, "type")+" "+attr(l, "href"))
		case "canonical":
			if attr(l, "href") != "https://a.example/r/x" {
				t.Errorf("canonical is %s", attr(l, "href"))
			}
		}
	}
	if want := "text/markdown /r/x.md"; len(forms) != len(Formats()) || forms[0] != want {
		t.Errorf("the other forms are %q", forms)
	}
	if root := all(root, "html")[0]; attr(root, "data-theme") != "dark" || attr(root, "lang") != "en" {
		t.Error("the theme is not set")
	}
	if n := all(root, "noscript"); len(n) != 1 || n[0].Parent.Data != "head" {
		t.Error("browsers without scripts do not load the page again")
	}
}

func TestAWrongFormComesBackWithItsValues(t *testing.T) {
	p := askPage("x")
	p.Form.Budget, p.Form.Engines = "12 euro", "wikipedia"
	p.Errors = []FieldError{{"budget", "Use an amount."}, {"question", "Type a question."}, {"method", "Choose one."}, {"token", "Old."}}
	root := drawn(t, Ask(p))
	summary := classed(root, "errors")[0]
	if !has(summary, "autofocus") || attr(summary, "tabindex") != "-1" {
		t.Error("the summary does not take the focus")
	}
	var links []string
	for _, a := range all(summary, "a") {
		links = append(links, attr(a, "href"))
	}
	if want := []string{"#budget", "#question", "#depth", "#question"}; !slices.Equal(links, want) {
		t.Errorf("the summary links to %q", links)
	}
	budget := byID(t, root, "budget")
	if attr(budget, "value") != "12 euro" || attr(budget, "aria-invalid") != "true" || attr(budget, "aria-describedby") != "budget-h budget-e" {
		t.Error("the budget is not kept or not marked")
	}
	if details := all(root, "details")[0]; !has(details, "open") {
		t.Error("the settings are closed over an error")
	}
	if got := sent(root); got.Get("plan") != "" || got.Get("method") != "verify" || got.Get("depth") != "quick" || got.Get("engines") != "wikipedia" || got.Get("question") != "x" {
		t.Errorf("the form would send %v", got)
	}
	if !strings.HasPrefix(words(all(root, "title")[0]), "Problem: ") {
		t.Error("the title says nothing of it")
	}
}

// sent returns what a browser would send of the form that asks.
func sent(root *html.Node) url.Values {
	v := url.Values{}
	form := elements(root, func(n *html.Node) bool { return attr(n, "action") == "/ask" })[0]
	for _, in := range all(form, "input", "textarea") {
		if kind := attr(in, "type"); (kind == "radio" || kind == "checkbox") && !has(in, "checked") {
			continue
		}
		value := attr(in, "value")
		if in.Data == "textarea" {
			value = words(in)
		}
		v.Add(attr(in, "name"), value)
	}
	return v
}

func TestADepthNamesItsMethodWhereThereAreSeveral(t *testing.T) {
	p := askPage("x")
	p.Methods = append(p.Methods, MethodCard{Name: "survey", Title: "Survey", Depths: []DepthCard{{Name: "quick"}}})
	p.Form.Method = "survey"
	got := sent(drawn(t, Ask(p)))
	if m, d := Chosen(got.Get("method"), got.Get("depth")); m != "survey" || d != "quick" || len(got["depth"]) != 1 {
		t.Errorf("the form would send %v", got)
	}
	if m, d := Chosen("verify", "standard"); m != "verify" || d != "standard" {
		t.Errorf("plain fields became %q, %q", m, d)
	}
}

func TestSimilarQuestionsReplaceTheirRegion(t *testing.T) {
	byID(t, drawn(t, Ask(askPage("x"))), "similar")
	region := byID(t, drawn(t, Similar([]RunCard{cardOf("Why?", research.Done), cardOf("How?", research.Running)})), "similar")
	if links, buttons := all(region, "a"), all(region, "button"); len(links) != 2 || len(buttons) != 1 || attr(buttons[0], "name") != "from" {
		t.Errorf("%d links and %d buttons", len(links), len(buttons))
	}
	if region := byID(t, drawn(t, Similar(nil)), "similar"); words(region) != "" {
		t.Error("nothing similar is not nothing")
	}
}
