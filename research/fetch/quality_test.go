package fetch

import (
	"compress/gzip"
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"assay/research/researchtest/corpora"
)

// A benchPage is a page of the article extraction benchmark by Scrapinghub.
type benchPage struct {
	Body string `json:"articleBody"`
	URL  string
	src  []byte
}

func benchmarkPages(t testing.TB) []benchPage {
	dir := corpora.Path(t, "article-extraction-benchmark")
	truth, err := os.ReadFile(filepath.Join(dir, "ground-truth.json"))
	if err != nil {
		t.Fatal(err)
	}
	var byID map[string]benchPage
	if err := json.Unmarshal(truth, &byID); err != nil {
		t.Fatal(err)
	}
	var pages []benchPage
	for _, id := range slices.Sorted(maps.Keys(byID)) {
		f, err := os.Open(filepath.Join(dir, "html", id+".html.gz"))
		if err != nil {
			t.Fatal(err)
		}
		z, err := gzip.NewReader(f)
		if err != nil {
			t.Fatal(err)
		}
		p := byID[id]
		if p.src, err = io.ReadAll(z); err != nil {
			t.Fatal(err)
		}
		f.Close()
		pages = append(pages, p)
	}
	return pages
}

var word = regexp.MustCompile(`[\p{L}\p{N}_]+`)

// shingles counts runs of four words, as the benchmark's evaluate.py does.
func shingles(s string) map[string]int {
	words := word.FindAllString(s, -1)
	m := map[string]int{}
	for i := range max(1, len(words)-3) {
		m[strings.Join(words[i:min(len(words), i+4)], " ")]++
	}
	return m
}

// score returns how much of got is wanted and how much of what is wanted is in got.
func score(got, want string) (precision, recall float64) {
	g, w := shingles(got), shingles(want)
	var both, inGot, inWant float64
	for s, n := range g {
		both += float64(min(n, w[s]))
		inGot += float64(n)
	}
	for _, n := range w {
		inWant += float64(n)
	}
	return both / inGot, both / inWant
}

func TestArticlesAreExtracted(t *testing.T) {
	var precision, recall, n float64
	from := map[string]int{}
	for _, p := range benchmarkPages(t) {
		src, err := decode(p.src, "")
		if err != nil {
			t.Fatalf("%s: %v", p.URL, err)
		}
		d, err := readHTML(src, p.URL)
		if err != nil {
			t.Fatalf("%s: %v", p.URL, err)
		}
		pr, re := score(clean(d.text), p.Body)
		precision, recall, n = precision+pr, recall+re, n+1
		from[d.extractor]++

		// An ordinary article is never taken for a wall.
		u, _ := url.Parse(p.URL)
		if reason := wall(&answer{url: u, status: 200, header: http.Header{}, media: typeHTML, body: p.src}, d); reason != "" {
			t.Errorf("%s: taken for a %s (%d bytes of text)", p.URL, reason, len(d.text))
		}
	}
	precision, recall = precision/n, recall/n
	f1 := 2 * precision * recall / (precision + recall)
	t.Logf("%v pages: precision %.3f, recall %.3f, F1 %.3f; %v", n, precision, recall, f1, from)
	if f1 < 0.94 {
		t.Errorf("F1 %.3f, want 0.94", f1)
	}
}

// BenchmarkReadHTML reads a page of about 60 KB.
func BenchmarkReadHTML(b *testing.B) {
	pages := benchmarkPages(b)
	near := func(p benchPage) int { d := len(p.src) - 60<<10; return max(d, -d) }
	p := slices.MinFunc(pages, func(x, y benchPage) int { return near(x) - near(y) })
	src, err := decode(p.src, "")
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := readHTML(src, p.URL); err != nil {
			b.Fatal(err)
		}
	}
}
