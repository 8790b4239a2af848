package engine

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"assay/research"
	"assay/research/researchtest/corpora"
	"assay/research/task"
)

const ballot = `{"evidence":"E1 says so.","source":"E1","verdict":"refuted","counterSource":"E1","caveat":"","confidence":"high"}`

func TestDecodeStrictFindsTheAnswer(t *testing.T) {
	for name, text := range map[string]string{
		"bare":            ballot,
		"fenced":          "```json\n" + ballot + "\n```",
		"prose":           "As [1] and {E1} show, the claim fails:\n\n" + ballot + "\n\nHope this helps!",
		"braces in words": strings.Replace(ballot, "says so.", `says \"}{\".`, 1),
		"white space":     "\ufeff \n" + ballot + "\n",
	} {
		_, schema := schemaFor[task.Ballot]()
		var b task.Ballot
		if err := decodeStrict(text, schema, &b); err != nil || b.Verdict != research.RefutedVote || b.Source != "E1" {
			t.Errorf("%s: %+v, %v", name, b, err)
		}
	}
}

func TestDecodeStrictSaysWhatIsWrong(t *testing.T) {
	with := func(old, new string) string { return strings.Replace(ballot, old, new, 1) }
	tests := []struct{ name, text, want string }{
		{"nothing", "", "no JSON object"},
		{"prose", "I cannot say.", "no JSON object"},
		{"cut off", ballot[:60], "cut off"},
		{"two answers", ballot + ballot, "2 JSON objects"},
		{"trailing comma", with(`"high"}`, `"high",}`), "not valid JSON"},
		{"garbage inside", with(`"E1",`, `"E1" oops,`), "not valid JSON"},
		{"NaN", with(`"high"`, `NaN`), "not valid JSON"},
		{"Infinity", with(`"high"`, `Infinity`), "not valid JSON"},
		{"beyond float64", with(`"high"`, `1e999`), "not usable JSON"},
		{"doubled field", with(`"caveat":""`, `"verdict":"upheld","caveat":""`), `"verdict" stands twice`},
		{"doubled by escape", with(`"caveat":""`, `"verdic\u0074":"upheld","caveat":""`), `"verdict" stands twice`},
		{"unknown word", with(`"refuted"`, `"abstained"`), "abstained"},
		{"unknown field", with(`"caveat":""`, `"caveat":"","mood":"good"`), "mood"},
		{"other case", with(`"caveat"`, `"Caveat"`), "aveat"},
		{"missing field", with(`"caveat":"",`, ``), "caveat"},
		{"null", with(`"caveat":""`, `"caveat":null`), "null"},
		{"not an object", `["refuted"]`, "schema"},
		{"invalid UTF-8", with("E1 says", "E1 \xff says"), "UTF-8"},
		{"too deep", with(`""`, strings.Repeat("[", 64)+strings.Repeat("]", 64)), "64 deep"},
		{"too long", strings.Repeat(" ", maxAnswer) + ballot, "bytes long"},
	}
	_, schema := schemaFor[task.Ballot]()
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			err := decodeStrict(tt.text, schema, new(task.Ballot))
			if err == nil || !strings.Contains(err.Error(), tt.want) || len(err.Error()) > 1000 {
				t.Errorf("error %v, want it to say %q", err, tt.want)
			}
			t.Log(err)
		})
	}
}

func TestRepairMendsSlipsOfSyntax(t *testing.T) {
	_, schema := schemaFor[task.Ballot]()
	for name, text := range map[string]string{
		"trailing comma": "Sure: " + strings.Replace(ballot, `"high"}`, `"high",}`, 1) + " Bye.",
		"single quotes":  strings.ReplaceAll(ballot, `"`, `'`),
		"brace missing":  strings.TrimSuffix(ballot, "}"),
		"bare names":     strings.Replace(ballot, `"verdict"`, `verdict`, 1),
	} {
		mended, err := repair(text)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		var b task.Ballot
		if err := decodeStrict(mended, schema, &b); err != nil || b.Verdict != research.RefutedVote || b.Confidence != research.High {
			t.Errorf("%s: %s: %v", name, mended, err)
		}
	}
}

func TestRepairRefusesWhatItCannotVouchFor(t *testing.T) {
	for name, text := range map[string]string{
		"prose":         "I cannot say.",
		"invalid UTF-8": "{\"a\": \xff}",
		"deep":          strings.Repeat(`{"a":`, 100000),
		"doubled field": `{"a":1,"a":2,}`,
		"too long":      "{" + strings.Repeat(" ", maxAnswer) + "}",
	} {
		if mended, err := repair(text); err == nil {
			t.Errorf("%s: %.40q", name, mended)
		}
	}
}

// stricter are the documents of the suite that JSON allows and checkJSON does not.
var stricter = map[string]bool{
	"y_object_duplicated_key.json":           true, // a field stands twice
	"y_object_duplicated_key_and_value.json": true, // the same
}

func TestCheckJSONPassesTheParsingSuite(t *testing.T) {
	counts := map[byte]int{}
	for name, data := range parsingSuite(t) {
		err := checkJSON(string(data))
		counts[name[0]]++
		switch {
		case name[0] == 'y' && !stricter[name] && err != nil:
			t.Errorf("%s: %v", name, err)
		case name[0] == 'y' && stricter[name] && err == nil:
			t.Errorf("%s accepted", name)
		case name[0] == 'n' && err == nil:
			t.Errorf("%s accepted: %.60q", name, data)
		}
	}
	t.Logf("%d valid (%d of them refused on purpose), %d invalid, %d either way", counts['y'], len(stricter), counts['n'], counts['i'])
	if counts['y'] < 90 || counts['n'] < 180 {
		t.Errorf("the suite has %d valid and %d invalid documents", counts['y'], counts['n'])
	}
}

// parsingSuite returns the documents of JSONTestSuite by name.
func parsingSuite(t *testing.T) map[string][]byte {
	archive, dir := corpora.Path(t, "json-suite", "test_parsing.tar.xz"), t.TempDir()
	if out, err := exec.CommandContext(t.Context(), "tar", "-xJf", archive, "-C", dir).CombinedOutput(); err != nil {
		t.Skipf("no tar with xz here to unpack the suite: %v: %s", err, out)
	}
	names, err := filepath.Glob(filepath.Join(dir, "*", "*.json"))
	if err != nil {
		t.Fatal(err)
	}
	docs := map[string][]byte{}
	for _, name := range names {
		if docs[filepath.Base(name)], err = os.ReadFile(name); err != nil {
			t.Fatal(err)
		}
	}
	return docs
}

func FuzzDecode(f *testing.F) {
	for _, s := range []string{ballot, "```json\n" + ballot + "```", `{"a":{"a":1,"a":2}}`, `x {"a": '\u12'} [`, strings.Repeat("[{", 70), `{"a":1}{"b"`, "{\"\xff"} {
		f.Add(s)
	}
	_, schema := schemaFor[task.Ballot]()
	f.Fuzz(func(t *testing.T, text string) {
		var b task.Ballot
		if err := decodeStrict(text, schema, &b); err == nil {
			value, err := cutJSON(text)
			if err != nil || !strings.Contains(text, value) {
				t.Errorf("decoded, but cut to %q, %v", value, err)
			}
			if b.Verdict != research.UpheldVote && b.Verdict != research.RefutedVote && b.Verdict != research.QualifiedVote {
				t.Errorf("verdict %q", b.Verdict)
			}
		}
		if mended, err := repair(text); err == nil {
			if err := checkJSON(mended); err != nil {
				t.Errorf("mended to %q: %v", mended, err)
			}
		}
	})
}
