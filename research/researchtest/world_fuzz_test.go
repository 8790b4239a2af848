package researchtest

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"assay/research"
	"assay/research/port"
)

// Whatever a file holds, it is a world or it is told what is wrong with it; the
// world answers or says that it cannot, and what it answers stands in the file.
func FuzzWorld(f *testing.F) {
	files, err := filepath.Glob("../*/testdata/*.txtar")
	if err != nil || len(files) == 0 {
		f.Fatal(files, err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(text), "planner", "the prompt")
	}
	f.Add("-- options --\n{\"budget\": 7}\n", "a", "b")
	f.Add("-- ask a ~ b ~  --\n-- fail ask  --\nx\n-- run a --\nended\n: {}\n-- past --\n[7]\n-- search * --\n |\n\n", "a 1", "b")
	f.Fuzz(func(t *testing.T, text, role, prompt string) {
		w, err := readWorld("fuzz.txtar", []byte(text))
		if err != nil {
			return
		}
		if w.Info().Question != w.Question || w.limited() != (w.Options.Budget != research.Budget{}) {
			t.Errorf("the run is %+v", w.Info())
		}
		w.choices()
		w.past(t.Context(), w.Question)
		for run, events := range w.others() {
			s := research.NewState(research.Info{ID: run})
			for _, e := range events {
				if json.Valid(e.Data) {
					s.Add(e)
				}
			}
		}
		calls := w.Calls()
		answer, err := w.Generate(t.Context(), port.Request{Role: role, Prompt: prompt})
		if err == nil && !strings.Contains(text, answer.Text) {
			t.Errorf("%q is answered with %q, which is not in the file", role, answer.Text)
		}
		var failed *port.Failure
		if answered := err == nil || errors.As(err, &failed); answered != (w.Calls() == calls+1) {
			t.Errorf("%d calls after %d: %v", w.Calls(), calls, err)
		}
		found, err := w.Search(t.Context(), port.Query{Text: prompt})
		if err == nil && slices.ContainsFunc(found.Hits, func(h port.Hit) bool { return !strings.Contains(text, h.URL) }) {
			t.Errorf("found %+v", found.Hits)
		}
		if page, err := w.Fetch(t.Context(), prompt); err == nil && !strings.Contains(text, page.Text) {
			t.Errorf("the page is %q", page.Text)
		}
	})
}
