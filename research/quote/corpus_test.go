package quote

import (
	"bufio"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"assay/research/researchtest/corpora"
)

// A quoteCase is a sentence of a clinical trial, as it stands in its article or altered.
type quoteCase struct {
	PMCID  string
	Quote  string
	Kind   string
	Expect bool
}

// evidence returns the quote cases and their articles, prepared, by PMCID, of the
// Evidence Inference sample.
func evidence(tb testing.TB) ([]quoteCase, map[string]*Page) {
	tb.Helper()
	dir := corpora.Path(tb, "evidence-inference-sample")
	f, err := os.Open(filepath.Join(dir, "quote_cases.jsonl"))
	if err != nil {
		tb.Skipf("no test data of others here: %v", err)
	}
	defer f.Close()
	var cases []quoteCase
	articles := map[string]*Page{}
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var c quoteCase
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			tb.Fatal(err)
		}
		cases = append(cases, c)
		if articles[c.PMCID] == nil {
			b, err := os.ReadFile(filepath.Join(dir, "txt", "PMC"+c.PMCID+".txt"))
			if err != nil {
				tb.Fatal(err)
			}
			articles[c.PMCID] = Prepare(string(b))
		}
	}
	return cases, articles
}

// cutsWord reports whether quote stands in text only in such a way that it
// begins or ends inside a word.
func cutsWord(text, quote string) bool {
	at := strings.Index(text, quote)
	if at < 0 {
		return false
	}
	first, _ := utf8.DecodeRuneInString(quote)
	last, _ := utf8.DecodeLastRuneInString(quote)
	before, _ := utf8.DecodeLastRuneInString(text[:at])
	after, _ := utf8.DecodeRuneInString(text[at+len(quote):])
	return unicode.IsLetter(before) && unicode.IsLetter(first) || unicode.IsLetter(last) && unicode.IsLetter(after)
}

// One annotator's mark ends a letter into the next sentence. It is accepted for
// the sentence: what is shown is never half a word.
func TestFindTellsVerbatimFromAltered(t *testing.T) {
	cases, articles := evidence(t)
	total, accepted := map[string]int{}, map[string]int{}
	for _, c := range cases {
		page := articles[c.PMCID]
		text := page.text
		spans, ok := page.Find(c.Quote)
		total[c.Kind]++
		if ok {
			accepted[c.Kind]++
		}
		if ok && !c.Expect {
			t.Errorf("%s accepted: %q", c.Kind, c.Quote)
		}
		quote := strings.TrimSpace(c.Quote)
		if cutsWord(text, c.Quote) {
			quote = strings.TrimSpace(quote[:strings.LastIndexByte(quote, ' ')])
		}
		if at := strings.Index(text, quote); ok && at >= 0 && spans[0] != span(at, at+len(quote)) {
			t.Errorf("span %v, want %d to %d for %q", spans[0], at, at+len(quote), quote)
		}
	}
	for _, kind := range slices.Sorted(maps.Keys(total)) {
		t.Logf("%-22s %d of %d accepted", kind, accepted[kind], total[kind])
	}
	if float64(accepted["verbatim"]) < 0.995*float64(total["verbatim"]) || total["verbatim"] == 0 {
		t.Errorf("%d of %d verbatim quotes accepted, want 99.5%%", accepted["verbatim"], total["verbatim"])
	}
}

// benign are the changes that typing a quote again brings about.
var benign = map[string]func(string) string{
	"smart marks":  strings.NewReplacer(`"`, "”", "'", "’", "-", "–").Replace,
	"spaces":       strings.NewReplacer(" ", "\u00a0\n ").Replace,
	"ligatures":    strings.NewReplacer("ffi", "ﬃ", "fi", "ﬁ", "fl", "ﬂ", "ff", "ﬀ").Replace,
	"soft hyphens": strings.NewReplacer("ti", "t\u00adi", "en", "e\u200bn").Replace,
	"first letter": func(s string) string {
		r := []rune(s)
		if unicode.IsUpper(r[0]) {
			r[0] = unicode.ToLower(r[0])
		} else {
			r[0] = unicode.ToUpper(r[0])
		}
		return string(r)
	},
	"end cut":   func(s string) string { return strings.TrimRight(s, ".,;: \n") },
	"end added": func(s string) string { return strings.TrimRight(s, ".,;: \n") + "." },
	"wrapped":   func(s string) string { return "“" + s + "”" },
}

func TestFindAcceptsEveryBenignChange(t *testing.T) {
	cases, articles := evidence(t)
	tried, accepted := map[string]int{}, map[string]int{}
	for _, c := range cases {
		page := articles[c.PMCID]
		text := page.text
		if !c.Expect || cutsWord(text, c.Quote) {
			continue
		}
		want, ok := page.Find(c.Quote)
		if !ok {
			t.Errorf("%q not found", c.Quote)
			continue
		}
		for name, change := range benign {
			tried[name]++
			got, found := page.Find(change(c.Quote))
			if !found || got[0].Start != want[0].Start {
				t.Errorf("%s: %q found at %v, want %v", name, change(c.Quote), got, want)
			}
			around := Context(text, want, 500)
			changed := strings.Replace(around, Text(text, want), change(Text(text, want)), 1)
			_, inPage := Find(changed, c.Quote)
			if !inPage {
				t.Errorf("%s in the page: %q not found", name, c.Quote)
			}
			if found && inPage {
				accepted[name]++
			}
		}
	}
	for name, n := range tried {
		t.Logf("%-12s %d of %d accepted, changed in the quote and in the page", name, accepted[name], n)
	}
}

func TestFindRejectsEveryAlteration(t *testing.T) {
	cases, articles := evidence(t)
	total, accepted := map[string]int{}, map[string]int{}
	for _, c := range cases {
		if !c.Expect {
			continue
		}
		page := articles[c.PMCID]
		words := strings.Fields(c.Quote)
		for i := 1; i < len(words)-1; i++ {
			before, word, after := strings.Join(words[:i], " ")+" ", words[i], " "+strings.Join(words[i+1:], " ")
			for kind, altered := range map[string]string{
				"not inserted":  before + "not " + word + after,
				"word dropped":  before + after,
				"word replaced": before + "zebra" + after,
				"digit changed": before + strings.Map(nextDigit, word) + after,
			} {
				if altered == before+word+after {
					continue
				}
				total[kind]++
				if _, ok := page.Find(altered); ok {
					accepted[kind]++
					t.Errorf("%s: %q accepted", kind, altered)
				}
			}
		}
	}
	for _, kind := range slices.Sorted(maps.Keys(total)) {
		t.Logf("%-14s %d of %d accepted", kind, accepted[kind], total[kind])
	}
}

// nextDigit turns 0 into 1, 1 into 2 ... and 9 into 0.
func nextDigit(r rune) rune {
	if r < '0' || r > '9' {
		return r
	}
	return '0' + (r-'0'+1)%10
}

func BenchmarkPrepare(b *testing.B) {
	_, articles := evidence(b)
	text := articles["4173586"].text
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		Prepare(text)
	}
}

func BenchmarkFind(b *testing.B) {
	cases, articles := evidence(b)
	page := articles[cases[0].PMCID]
	for b.Loop() {
		page.Find(cases[0].Quote)
	}
}
