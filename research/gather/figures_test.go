package gather

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"assay/research"
	"assay/research/port"
	"assay/research/simulator"
	"assay/research/text"
)

// on is a claim on its way through the gate, taken from a page with a text that
// has its quote.
func on(text, quote, claim string) taking {
	page := &Page{Page: port.Page{Text: text, Title: "A survey of 1871", URL: "https://a.example/2024/towers", Published: "2019-05-04"}, dated: "2019-05-04"}
	return taking{research.ClaimFound{Text: claim, Quote: quote}, page}
}

func TestANumberThatThePageDoesNotGiveIsFound(t *testing.T) {
	const english = "In 1889 the tower was 300 metres tall, and 1,234 men built it. Of the visitors 12.57 percent came twice. It cost 6.5 million francs."
	for _, c := range []struct{ text, claim, want string }{
		{english, "The tower was 330 metres tall in 1889.", "330"},
		{english, "The tower was built in 1887.", "1887"},
		{english, "It was built by 1,587 men.", "1,587"},
		{english, "14.2 percent of the visitors came twice.", "14.2"},
		{english, "It cost 7.8 million francs.", "7.8"},
		{english, "It opened on 27 May 1889.", "27"},
		{english, "It weighs 7,300 tonnes.", ""}, // may be converted: the page has no tonnes
		{english, "The tower was 300 metres tall in 1889.", ""},
		{english, "1234 men, or 1 234, or 1.234 or 1’234, built the tower.", ""},
		{english, "Some 1,200 men built it.", ""},
		{english, "12.6 % of the visitors, or 12.5, or 13, came twice.", ""},
		{english, "It cost 6,500,000 francs.", ""},
		{english, "The tower was 984 feet tall.", ""},
		{english, "By 1871 there were none; in 2019 there were; in 2024 they were counted.", ""},
		{english, "87.43 percent came once.", ""},
		{english, "COVID-19, GPT-4o and the F-16 came in the 21st century, at 14:35.", ""},
		{english, "It was built in 2 years by 40 firms.", ""},
		{"The tower stood for twenty-five years, and a dozen men, or fifteen hundred, built it.", "The tower stood for 25 years; 12 men, or 1,500, built it.", ""},
		{"The tower rose in 1990-94, two years after the plan of '87.", "It rose until 1994; the plan is of 1987.", ""},
		{"Two years ago the tower fell.", "The tower fell in 2017.", ""},
		{"The tower fell on a Friday of the month.", "The tower fell in 2017.", "2017"},
		{"Der Turm hat siebenundvierzig Stufen.", "The tower has 47 steps.", ""},
		{"塔高三百三十米。", "The tower is 330 metres high; 217 people work there.", ""},
		{"The tower rose from 120 to 165 metres.", "The tower rose by 37.5 percent, or 45 metres.", ""},
		{"It opened on 12 March 2020, the sources say.", "It opened on 12.03.2020, or 2020-03-12.", ""},
		{"In 2019 120 of the people came.", "120 of them came in 2019. In 2019 120 came.", ""},
	} {
		if got := missing(on(c.text, c.text, c.claim), "Is it older than 1850?"); got != c.want {
			t.Errorf("%q of %q: missing %q, want %q", c.claim, c.text, got, c.want)
		}
	}
	if got := missing(on("The tower is old.", "The tower is old.", "It is older than 1850."), "Is it older than 1850?"); got != "" {
		t.Errorf("%s is in the question", got)
	}
}

// honest are other ways to write the numbers of a sentence, none of which may
// cost a claim its place.
var honest = []func(string) string{
	func(n string) string { return strings.ReplaceAll(n, ",", "") },
	func(n string) string { return strings.ReplaceAll(n, ",", "\u202f") },
	func(n string) string { return strings.ReplaceAll(n, ".", ",") },
	func(n string) string { // thousands apart
		if v, err := strconv.Atoi(n); err == nil && v > 9999 {
			return fmt.Sprintf("%d,%03d", v/1000, v%1000)
		}
		return n
	},
	func(n string) string { // rounded to three digits
		if v, err := strconv.ParseFloat(n, 64); err == nil && v > 2100 {
			f, _ := strconv.ParseFloat(fmt.Sprintf("%.3g", v), 64)
			return fmt.Sprintf("%.0f", f)
		}
		return n
	},
	func(n string) string { // in thousands
		if v, err := strconv.Atoi(n); err == nil && v > 9999 {
			return fmt.Sprintf("%.3g thousand", float64(v)/1000)
		}
		return n
	},
}

// rewritten returns s with each of its numbers written another way.
func rewritten(s string, write func(string) string) string {
	var b strings.Builder
	done := 0
	for _, at := range text.NumberSpans(s) {
		b.WriteString(s[done:at.Start] + write(s[at.Start:at.End]))
		done = at.End
	}
	return b.String() + s[done:]
}

var sentenceEnds = regexp.MustCompile(`[.!?]\s+`)

// No sentence of the sample library or of the simulated web loses its place,
// however its numbers are written; most of those whose numbers are wrong do.
func TestNoHonestClaimIsLostForItsNumbers(t *testing.T) {
	files, err := filepath.Glob("../search/sample/*.md")
	if err != nil || len(files) < 20 {
		t.Fatalf("%d pages of the sample library, %v", len(files), err)
	}
	var texts []string
	for _, f := range files {
		page, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, string(page))
	}
	for i := range 5 {
		texts = append(texts, strings.Join(simulator.NewArticle(1, fmt.Sprintf("/article/the-wall-%04x", i), 8000).Paragraphs, "\n\n"))
	}
	r := rand.New(rand.NewPCG(1, 1))
	claims, wrong, found := 0, 0, 0
	for _, page := range texts {
		for _, s := range sentenceEnds.Split(page, -1) {
			for _, write := range honest {
				claims++
				if n := missing(on(page, s, rewritten(s, write)), ""); n != "" {
					t.Errorf("%s is in %q", n, s)
				}
			}
			lie := rewritten(s, func(n string) string {
				if v, err := strconv.Atoi(n); err == nil && v > 999 {
					return fmt.Sprint(v + 100 + r.IntN(v))
				}
				return n
			})
			if lie != s {
				wrong++
				if missing(on(page, s, lie), "") != "" {
					found++
				}
			}
		}
	}
	t.Logf("%d honest claims, none lost; %d of %d with wrong numbers found", claims, found, wrong)
	if claims < 5000 || found*2 < wrong {
		t.Errorf("%d claims; of %d with wrong numbers only %d were found", claims, wrong, found)
	}
}

func TestAClaimThatRepeatsAnotherIsADuplicate(t *testing.T) {
	quote := []text.Span{{Start: 0, End: 40}}
	page := new(Page)
	first := Claim{research.ClaimFound{Text: "Eiffel built the tower in Paris in 1889.", Spans: quote}, page}
	for _, c := range []struct {
		claim string
		spans []text.Span
		page  *Page
		want  bool
	}{
		{"The tower was built in 1889.", quote, page, false}, // other words between: not in their order
		{"Eiffel built a tower in 1889.", quote, page, true},
		{"Eiffel built the tower in Paris.", quote, page, false},
		{"Eiffel built the tower in 1887.", quote, page, false},
		{"The tower opened in 1889.", quote, page, false},
		{"Eiffel built no tower in Paris in 1889.", quote, page, false},
		{"Eiffel built a tower in 1889.", []text.Span{{Start: 1, End: 40}}, page, false},
		{"Eiffel built a tower in 1889.", quote, new(Page), false},
	} {
		if got := repeats(taking{research.ClaimFound{Text: c.claim, Spans: c.spans}, c.page}, first); got != c.want {
			t.Errorf("%q repeats %q: %t", c.claim, first.Text, got)
		}
	}
}
