// Package researchtest tests methods, and implementations of the interfaces of
// packages port, research and engine, offline: worlds in txtar files and
// conformance suites.
package researchtest

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/tools/txtar"

	"assay/research"
	"assay/research/engine"
	"assay/research/port"
	"assay/research/task"
)

// A World is a small world that answers from a txtar file:
//
//	-- question --
//	-- options --                      the run's Options as JSON
//	-- ask ROLE --                     the model's answer in that role; ROLE may leave out a seat's number
//	-- ask ROLE ~ WORDS ~ WORDS --     the same, for prompts that contain all the words; a vote's prompt
//	                                   also contains "claim: " and the claim, which evidence cannot imitate
//	-- fail ask ROLE ~ WORDS --        the call fails: "CLASS: reason"
//	-- search QUERY --                 per line "URL Title | snippet"; QUERY * answers what nothing else does
//	-- fail search QUERY --            the search fails: "CLASS: reason"
//	-- page URL --                     the page's text
//	-- fail page URL --                the page is blocked: the reason
//	-- choose LABEL --                 what the user chooses, as JSON
//	-- past --                         reports on the same topic, as JSON: a list of research.PastReport
//	-- run ID --                       the journal of another run: per line "KIND: JSON", such as "ended: {...}"
//	-- want report --                  the report, in the form of [Outline]
//	-- want log --                     the journal, phase by phase
//
// It stands in for the model, the search engine and the web. The first
// section that fits a request answers it. Every answer costs Price.
type World struct {
	Question string
	Options  research.Options

	file     string
	about    []byte
	sections []txtar.File

	mu   sync.Mutex
	paid map[string]int // answered model calls, by what was asked
	seen int            // calls of all kinds
}

// Price is what every answer of a world's model costs.
var Price = port.Usage{Calls: 1, TokensIn: 8, TokensOut: 2, Cost: 100}

// LoadWorld reads a world.
func LoadWorld(file string) (*World, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	return readWorld(file, data)
}

// readWorld reads the world that a file holds.
func readWorld(file string, data []byte) (*World, error) {
	ar := txtar.Parse(data)
	w := &World{file: file, about: ar.Comment, sections: ar.Files, paid: make(map[string]int)}
	w.Question = w.text("question")
	if o := w.text("options"); o != "" {
		if err := json.Unmarshal([]byte(o), &w.Options); err != nil {
			return nil, fmt.Errorf("%s: options: %w", file, err)
		}
	}
	return w, nil
}

// Desk returns a desk where the world is all there is.
func (w *World) Desk() engine.Desk {
	return engine.Desk{
		Model: w, Searcher: w, Fetcher: w, Past: w.past, Grace: time.Nanosecond,
		Worst: func(port.Request) port.Usage { return Price },
	}
}

// past returns the reports that the world has on the question's topic.
func (w *World) past(context.Context, string) (past []research.PastReport, err error) {
	if text := w.text("past"); text != "" {
		err = json.Unmarshal([]byte(text), &past)
	}
	return past, err
}

// others are the journals of other runs, by run.
func (w *World) others() map[string][]research.Event {
	m := make(map[string][]research.Event)
	for _, f := range w.sections {
		run, ok := strings.CutPrefix(f.Name, "run ")
		if !ok {
			continue
		}
		for line := range strings.Lines(strings.TrimSpace(string(f.Data))) {
			kind, data, _ := strings.Cut(strings.TrimSpace(line), ": ")
			key := fmt.Sprintf("%s/%d", kind, len(m[run]))
			m[run] = append(m[run], research.Event{Kind: research.Kind(kind), Key: key, Data: json.RawMessage(data)})
		}
	}
	return m
}

// limited reports whether the run may run out of something.
func (w *World) limited() bool { return w.Options.Budget != (research.Budget{}) }

// Info returns the run that the world asks for.
func (w *World) Info() research.Info {
	return research.Info{ID: "run", Question: w.Question, Method: "test", Options: w.Options, Created: time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)}
}

// Generate implements [port.Model].
func (w *World) Generate(ctx context.Context, req port.Request) (port.Response, error) {
	for _, f := range w.sections {
		what, words, _ := strings.Cut(f.Name, " ~ ")
		role, fails := strings.CutPrefix(what, "fail ask ")
		if !fails {
			var ok bool
			if role, ok = strings.CutPrefix(what, "ask "); !ok {
				continue
			}
		}
		if req.Role != role && !strings.HasPrefix(req.Role, role+" ") || !containsAll(haystack(req), words) {
			continue
		}
		if fails {
			w.count("")
			return port.Response{}, failure(string(f.Data))
		}
		w.count(fmt.Sprintf("%s %d %.8x", req.Role, req.MaxTokens, sha256.Sum256([]byte(req.Prompt))))
		return port.Response{Text: strings.TrimSpace(string(f.Data)), Finish: port.Complete, Model: "world", Usage: Price}, nil
	}
	return port.Response{}, fmt.Errorf("%s: nothing to answer %s:\n%s", w.file, req.Role, req.Prompt)
}

// Search implements [port.Searcher].
func (w *World) Search(ctx context.Context, q port.Query) (port.Results, error) {
	w.count("")
	if f := w.text("fail search " + q.Text); f != "" {
		return port.Results{}, failure(f)
	}
	lines := w.text("search " + q.Text)
	if lines == "" {
		lines = w.text("search *")
	}
	var res port.Results
	for line := range strings.Lines(lines) {
		url, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		title, snippet, _ := strings.Cut(rest, " | ")
		res.Hits = append(res.Hits, port.Hit{URL: url, Title: title, Snippet: snippet, Engines: []string{"world"}})
	}
	return res, nil
}

// Fetch implements [port.Fetcher].
func (w *World) Fetch(ctx context.Context, url string) (port.Page, error) {
	w.count("")
	if reason := w.text("fail page " + url); reason != "" {
		return port.Page{}, port.Fail(port.Blocked, "%s", reason)
	}
	text := w.text("page " + url)
	if text == "" {
		return port.Page{}, port.Fail(port.Blocked, "HTTP 404")
	}
	hash := fmt.Sprintf("%x", sha256.Sum256([]byte(text)))
	return port.Page{URL: url, FinalURL: url, Title: "", Type: "text/plain", Status: 200, Hash: hash, RawHash: hash, Extractor: "world/1", Text: text}, nil
}

// count notes a call that was made; key is empty unless it is paid for.
func (w *World) count(key string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.seen++
	if key != "" {
		w.paid[key]++
	}
}

// Calls returns how many calls of all kinds were made.
func (w *World) Calls() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.seen
}

// twice returns the model calls that were answered more than once.
func (w *World) twice() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	var again []string
	for key, n := range w.paid {
		if n > 1 {
			again = append(again, fmt.Sprintf("%s (%d times)", key, n))
		}
	}
	slices.Sort(again)
	return again
}

// choices are what the user chooses, by label.
func (w *World) choices() map[string]string {
	m := make(map[string]string)
	for _, f := range w.sections {
		if label, ok := strings.CutPrefix(f.Name, "choose "); ok {
			m[label] = strings.TrimSpace(string(f.Data))
		}
	}
	return m
}

func (w *World) text(name string) string {
	i := slices.IndexFunc(w.sections, func(f txtar.File) bool { return f.Name == name })
	if i < 0 {
		return ""
	}
	return strings.TrimSpace(string(w.sections[i].Data))
}

// set replaces a section and writes the file.
func (w *World) set(name, text string) error {
	i := slices.IndexFunc(w.sections, func(f txtar.File) bool { return f.Name == name })
	if i < 0 {
		i = len(w.sections)
		w.sections = append(w.sections, txtar.File{Name: name})
	}
	w.sections[i].Data = []byte(strings.TrimSpace(text) + "\n")
	return os.WriteFile(w.file, txtar.Format(&txtar.Archive{Comment: w.about, Files: w.sections}), 0o666)
}

// haystack is what an ask section's words are looked for in.
func haystack(req port.Request) string {
	if v, ok := req.Input.(*task.VoteTask); ok {
		return "claim: " + v.Claim + "\n" + req.Prompt
	}
	return req.Prompt
}

// containsAll reports whether prompt contains each of the words, which are
// separated by " ~ ".
func containsAll(prompt, words string) bool {
	for w := range strings.SplitSeq(words, " ~ ") {
		if !strings.Contains(prompt, w) {
			return false
		}
	}
	return true
}

// failure reads "CLASS: reason".
func failure(s string) error {
	class, reason, _ := strings.Cut(strings.TrimSpace(s), ": ")
	return port.Fail(port.Class(class), "%s", reason)
}
