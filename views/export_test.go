package views

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"assay/research"
)

func export(t *testing.T, s *research.State, format string) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := Export(&b, s, format); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestExportsAreAsTheyWere(t *testing.T) {
	s := wall(t).state
	for _, f := range Formats() {
		golden(t, "report."+f.Ext, export(t, s, f.Name))
	}
	var b bytes.Buffer
	if err := Text(&b, ReportOf(s), 72, false); err != nil {
		t.Fatal(err)
	}
	golden(t, "report.txt", b.Bytes())
	tl := newTeller(t, "Why?")
	tl.page(1, "https://a.example/", "A", research.Primary, "")
	tl.claim(1, 1, "It is so.", "so it is", upheld("Yes."), upheld("Yes."), upheld("Yes."))
	tl.ended(research.FailedRun, "the budget of $1.00 was spent before anything could be reported", nil)
	golden(t, "failed.md", export(t, tl.state, "md"))
	golden(t, "queued.md", export(t, research.NewState(research.Info{ID: "q", Question: "Why?", Method: "verify", Created: day}), "md"))
}

func TestAPlainMarkdownReportHasNoMarkupButItsOwn(t *testing.T) {
	blocks := outlineOf(export(t, tale(t, "x"), "md")).blocks
	for kind := range blocks {
		switch kind {
		case "Document", "Heading", "Paragraph", "TextBlock", "List", "ListItem", "Blockquote", "Emphasis":
		default:
			t.Errorf("it has a %s", kind)
		}
	}
	if blocks["Emphasis"] != 1 || blocks["Blockquote"] != 1 {
		t.Errorf("blocks are %v", blocks)
	}
}

func TestAnUnknownFormatIsRefusedWithTheKnownOnes(t *testing.T) {
	want := `unknown format "pdf": there are md, json, csv, bib, ris`
	for _, f := range Formats()[5:] {
		want += ", " + f.Name
	}
	if err := Export(nil, wall(t).state, "pdf"); err == nil || err.Error() != want {
		t.Errorf("Export: %v", err)
	}
	if _, err := FormatOf("pdf"); err == nil || err.Error() != want {
		t.Errorf("FormatOf: %v", err)
	}
	if got, err := FormatOf("json"); err != nil || got.ContentType != "application/json" {
		t.Errorf("FormatOf json: %+v, %v", got, err)
	}
}

// full is a disk with no room.
type full struct{}

var errFull = errors.New("no space left")

func (full) Write([]byte) (int, error) { return 0, errFull }

func TestAWriteErrorIsReported(t *testing.T) {
	s := wall(t).state
	for _, f := range Formats() {
		if err := Export(full{}, s, f.Name); !errors.Is(err, errFull) {
			t.Errorf("%s: %v", f.Name, err)
		}
	}
	if err := Text(full{}, ReportOf(s), 0, true); !errors.Is(err, errFull) {
		t.Errorf("text: %v", err)
	}
}

func TestJSONReadsBackTheSame(t *testing.T) {
	first := export(t, wall(t).state, "json")
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
		t.Errorf("read back it is\n%s", second.String())
	}
}

func TestJSONHasTheKeysThatProgramsRelyOn(t *testing.T) {
	var r map[string]any
	if err := json.Unmarshal(export(t, research.NewState(research.Info{}), "json"), &r); err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"findings", "refuted", "qualified", "unverified", "openQuestions", "sources", "claims", "omitted", "blocked", "engines", "plan", "notes"} {
		if list, ok := r[key].([]any); !ok || len(list) != 0 {
			t.Errorf("%s of an empty run is %v, want []", key, r[key])
		}
	}
	for _, key := range []string{"id", "question", "method", "state", "summary", "confidence", "caveats", "model", "reason", "why"} {
		if _, ok := r[key].(string); !ok {
			t.Errorf("%s is %v, want a string", key, r[key])
		}
	}
	stats, _ := r["stats"].(map[string]any)
	for _, key := range []string{"angles", "fetched", "maxFetch", "verified", "confirmed", "killed", "findings", "votes", "calls", "tokensIn", "tokensOut", "cost", "seconds"} {
		if _, ok := stats[key].(float64); !ok {
			t.Errorf("stats.%s is %v, want a number", key, stats[key])
		}
	}
}

func TestNoListInJSONIsNull(t *testing.T) {
	tl := wall(t)
	tl.claim(30, 9, "Of a page that is not there.", "no page")
	out := string(export(t, tl.state, "json"))
	for _, l := range strings.Split(out, "\n") {
		name, value, _ := strings.Cut(strings.TrimSpace(l), ": ")
		if strings.TrimSuffix(value, ",") == "null" && name != `"source"` && name != `"counterSource"` {
			t.Errorf("%s is null", name)
		}
	}
}

func TestCSVReadsBack(t *testing.T) {
	rows, err := csv.NewReader(bytes.NewReader(export(t, wall(t).state, "csv"))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if len(rows) != 8 || len(rows[0]) != 13 {
		t.Fatalf("%d rows of %d cells", len(rows), len(rows[0]))
	}
	moon := rows[4]
	if moon[0] != "16" || moon[2] != "refuted" || moon[3] != "1-2" || moon[6] != "'=visible even from the Moon" {
		t.Errorf("got %q", moon)
	}
	if rows[2][4] != "high" || rows[6][2] != "untested" {
		t.Errorf("confidence %q, outcome %q", rows[2][4], rows[6][2])
	}
}

func TestNoCellIsAFormula(t *testing.T) {
	for in, want := range map[string]string{
		"=1+1": "'=1+1", "+1": "'+1", "-1": "'-1", "@SUM(A1)": "'@SUM(A1)", "\t=1": "'=1", "\r\n-1": "'-1",
		"＝1": "'＝1", "\u200b=1": "'=1", "a=1": "a=1", "3-0": "3-0", "": "", "a\nb": "a b",
	} {
		if got := cell(in); got != want {
			t.Errorf("cell(%q) is %q, want %q", in, got, want)
		}
	}
}
