package views

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"
	"unicode"
)

func TestExportsWithoutVotersAreAsTheyWere(t *testing.T) {
	for name, tl := range toldRuns(t) {
		name = strings.ReplaceAll(name, " ", "-")
		golden(t, "told-"+name+".md", export(t, tl.state, "md"))
		var b bytes.Buffer
		if err := Text(&b, ReportOf(tl.state), 72, false); err != nil {
			t.Fatal(err)
		}
		golden(t, "told-"+name+".txt", b.Bytes())
	}
	golden(t, "told-team.csv", export(t, teamed(t).state, "csv"))
	golden(t, "told-team.json", export(t, teamed(t).state, "json"))
	golden(t, "told-explore.json", export(t, mapped(t).state, "json"))
}

func TestJSONWithoutVotersReadsBackTheSame(t *testing.T) {
	for name, tl := range toldRuns(t) {
		first := export(t, tl.state, "json")
		var r Report
		dec := json.NewDecoder(bytes.NewReader(first))
		dec.DisallowUnknownFields()
		if err := dec.Decode(&r); err != nil {
			t.Fatal(err)
		}
		var second bytes.Buffer
		if err := JSON(&second, &r); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(first, second.Bytes()) {
			t.Errorf("%s: read back it is\n%s", name, second.String())
		}
		if bytes.Contains(first, []byte(": null")) {
			t.Errorf("%s has a null", name)
		}
	}
}

func TestATeamCitesByFootnotesThatAreThere(t *testing.T) {
	source := string(export(t, teamed(t).state, "md"))
	blocks := outlineOf([]byte(source)).blocks
	if blocks["FootnoteLink"] == 0 || blocks["Footnote"] != 3+1 { // the source that only a list of claims names has one too
		t.Errorf("blocks are %v", blocks)
	}
	if strings.Contains(source, "](<https://lab.example/field-trial>), [") {
		t.Error("it cites by links")
	}
}

func TestTheMarkdownOfOthersCitesTitlesAsLinks(t *testing.T) {
	source := string(export(t, entries(t).state, "md"))
	if want := "[Cold-climate field trial of 43 homes](<https://lab.example/field-trial>)"; !strings.Contains(source, want) {
		t.Errorf("there is no %s in\n%s", want, source)
	}
}

// masked returns s with every visible character made an x: the same blocks
// without markup.
func masked(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || r == '\u2028' || r == '\u2029' || hidden(r) {
			return r
		}
		return 'x'
	}, s)
}

// checkTold checks what must hold of every export of a run that every tells.
func checkTold(t *testing.T, method, foreign string) {
	t.Helper()
	tl := every(t, method, foreign)
	source := export(t, tl.state, "md")
	got, plain := outlineOf(source), outlineOf(export(t, every(t, method, masked(foreign)).state, "md"))
	if kinds := []string{"Link", "AutoLink", "FootnoteLink", "Text", "CodeSpan"}; line(foreign) != "" {
		for _, kind := range kinds { // links depend on what is an address
			delete(got.blocks, kind)
			delete(plain.blocks, kind)
		}
		if !maps.Equal(got.blocks, plain.blocks) || len(got.headings) != len(plain.headings) {
			t.Errorf("%s of %q: the blocks are %v, want %v", method, foreign, got.blocks, plain.blocks)
		}
	}
	own, ok := address(foreign)
	for _, link := range got.links {
		if !ok || link != own {
			t.Errorf("%s of %q: a link to %s", method, foreign, link)
		}
	}
	var text strings.Builder
	if err := Text(&text, ReportOf(tl.state), 60, false); err != nil {
		t.Fatal(err)
	}
	if steers(string(source)) || steers(text.String()) {
		t.Errorf("%s of %q: control characters", method, foreign)
	}
	rows, err := csv.NewReader(bytes.NewReader(export(t, tl.state, "csv"))).ReadAll()
	if err != nil || len(rows) != 5 {
		t.Fatalf("%s of %q: %d rows, %v", method, foreign, len(rows), err)
	}
	for _, c := range slices.Concat(rows...) {
		if c != "" && strings.ContainsAny(c[:1], "=+-@\t\r\n") {
			t.Errorf("%s of %q: a cell is %q", method, foreign, c)
		}
	}
	checkRIS(t, foreign, tl.state)
	checkBibTeX(t, foreign, tl.state)
}

var toldMethods = []string{"ledger", "tree", "team", "explore", "another"}

func TestHostileTextInExportsWithoutVotersStaysText(t *testing.T) {
	for _, s := range hostile {
		for _, m := range toldMethods {
			checkTold(t, m, s)
		}
	}
}

func TestCollectedHostileTextInExportsWithoutVotersStaysText(t *testing.T) {
	for i, s := range corpus(t) {
		checkTold(t, toldMethods[i%len(toldMethods)], s)
	}
}

func TestHostileTextOnPagesWithoutVotersStaysText(t *testing.T) {
	for _, s := range hostile {
		for _, m := range toldMethods {
			inspectTold(t, m, s)
		}
	}
}

func TestCollectedHostileTextOnPagesWithoutVotersStaysText(t *testing.T) {
	for i, s := range corpus(t) {
		if i%4 == 0 {
			inspectTold(t, toldMethods[i/4%len(toldMethods)], s)
		}
	}
}

// inspectTold inspects the report and the claims of a run that every tells.
func inspectTold(t *testing.T, method, s string) {
	t.Helper()
	tl := every(t, method, s)
	inspect(t, method+" of "+s, drawn(t, Run(tl.at(0))))
	for _, p := range claimPagesOf(tl.state, s) {
		inspect(t, "claim of "+s, drawn(t, ClaimDoc(p)))
	}
}
