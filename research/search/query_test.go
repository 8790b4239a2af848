package search

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"assay/research/port"
	"assay/research/researchtest/corpora"
)

func TestNoQueryIsAnError(t *testing.T) {
	dir := folder(t, map[string]string{"a.md": "# Otters\n\nOtters rest."})
	l := open(t, dir, filepath.Join(t.TempDir(), "index.db"), nil)
	queries := []string{`foo" OR (`, "otter\x00rest", strings.Repeat("otter ", 667), strings.Repeat("w", 4000), "", " ", "?", "*", "NEAR(a b)", "title:otter",
		"otter AND", "-otter", "^otter", "{under}: otter", `""`, "\xff\xfe", "a''b", "is it the", "..", "東京", "東"}
	for _, q := range append(queries, naughtyStrings(t)...) {
		if _, err := l.Search(t.Context(), port.Query{Text: q, Limit: 5}); err != nil {
			t.Errorf("%q: %v", q, err)
		}
	}
	for _, q := range []string{`otter" OR (`, "otter\x00rest", strings.Repeat("otter ", 667), "OTTER*"} {
		if got := found(t, l, q); len(got) != 1 {
			t.Errorf("%.30q finds %v", q, got)
		}
	}
}

// naughtyStrings returns the Big List of Naughty Strings.
func naughtyStrings(t *testing.T) []string {
	t.Helper()
	b, err := os.ReadFile(corpora.Path(t, "blns", "blns.json"))
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	if err := json.Unmarshal(b, &out); err != nil {
		t.Fatal(err)
	}
	return out
}

func TestQueriesAreReducedToTheirWords(t *testing.T) {
	for q, want := range map[string]string{
		"How does VACUUM reclaim space?":       `"VACUUM" OR "reclaim" OR "space"`,
		"what does asyncio.gather do":          `"asyncio.gather" OR "asyncio" OR "gather"`,
		"What is it?":                          `"What" OR "is" OR "it"`,
		"the Earth's moon, moon":               `"Earth" OR "moon"`,
		"東京タワー height":                         `"東 京" OR "京 タ" OR "タ ワ" OR "ワ ー" OR "height"`,
		"default_transaction_isolation of '3'": `"default_transaction_isolation" OR "default" OR "transaction" OR "isolation" OR "3"`,
	} {
		if got := match(Terms(q)); got != want {
			t.Errorf("%q: got %s", q, got)
		}
	}
}

func TestScriptsWithoutSpacesAreFound(t *testing.T) {
	dir := folder(t, map[string]string{"tower.md": "# 東京タワー\n\n東京タワーの高さは333メートルです。", "other.md": "# 京都\n\n京都は古い都です。"})
	l := open(t, dir, filepath.Join(t.TempDir(), "index.db"), nil)
	got := search(t, l, port.Query{Text: "東京タワーの高さ", Limit: 1}).Hits
	if len(got) != 1 || got[0].URL != "library://manuals/tower.md" || got[0].Snippet != "東京タワーの高さは333メートルです。" {
		t.Errorf("got %+v", got)
	}
}

func TestTheSampleAnswersItsQuestions(t *testing.T) {
	l, err := OpenSample(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if problems, err := l.Problems(t.Context()); len(problems) > 0 || err != nil {
		t.Errorf("problems: %v, %v", problems, err)
	}
	hits := search(t, l, port.Query{Text: "Is the Great Wall of China visible from the Moon?", Limit: 5}).Hits
	if len(hits) != 5 {
		t.Fatalf("%d hits", len(hits))
	}
	for _, h := range hits {
		if !strings.Contains(h.Title+h.Snippet, "Moon") || !slices.Equal(h.Engines, []string{"sample"}) {
			t.Errorf("got %+v", h)
		}
		p, err := (&Shelf{Libraries: []*Library{l}}).Fetch(t.Context(), h.URL)
		if err != nil || !strings.Contains(p.URL, ".example/") || p.Kind == "" || p.Site == "" || !strings.Contains(Fold(p.Text), h.Snippet) {
			t.Errorf("%s: %+v, %v", h.URL, p, err)
		}
	}
	for _, url := range []string{"https://elsewhere.example/", "library://gone/x.md"} {
		if _, err := (&Shelf{Libraries: []*Library{l}}).Fetch(t.Context(), url); !errors.Is(err, &port.Failure{Class: port.Blocked}) {
			t.Errorf("%s: got %v", url, err)
		}
	}
}

func TestALibraryCanBeSearchedAndReadByManyAtOnce(t *testing.T) {
	l, err := OpenSample(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	want := found(t, l, "goldfish memory")
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 20 {
				r, err := l.Search(t.Context(), port.Query{Text: "goldfish memory", Limit: 10})
				if err != nil || !slices.Equal(urls(r.Hits), want) {
					t.Errorf("found %v, %v", urls(r.Hits), err)
				}
				if _, err := l.Fetch(t.Context(), want[0]); err != nil {
					t.Error(err)
				}
				if _, err := l.Refresh(t.Context()); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
}
