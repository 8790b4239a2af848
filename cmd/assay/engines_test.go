package main

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"assay/research/gather"
	"assay/research/search/engines"
	"assay/test/harness"
)

// The README names some of what sets up a search engine, and nothing else.
func TestTheReadmeNamesEnginesOfTheTable(t *testing.T) {
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, row, ok := strings.Cut(string(readme), "| the web | ")
	row, _, _ = strings.Cut(row, "\n")
	named := regexp.MustCompile("`([A-Z_]+)`").FindAllStringSubmatch(row, -1)
	if !ok || len(named) == 0 {
		t.Errorf("no row says what to set for the web: %s", row)
	}
	for _, m := range named {
		if !slices.Contains(webSettings(engines.Table()), m[1]) {
			t.Errorf("%s sets up no engine", m[1])
		}
	}
}

// Whatever sets up a search engine is in the help, in what the doctor says of a
// bare machine and in what a run without any engine ends with.
func TestEveryEngineOfTheTableIsToldOf(t *testing.T) {
	p := harness.NewProgram(t)
	help, _, _ := p.Run(t, "ask", "--help")
	doctor, _, _ := p.Run(t, "doctor")
	ended, errs, code := p.Run(t, "--engines", "none", "ask", "Why?")
	_, unknown, _ := p.Run(t, "--engines", "altavista", "ask", "Why?")
	if code != exitFailed || !strings.Contains(ended, gather.ErrNoSearch.Error()) {
		t.Errorf("without an engine: exit %d: %s%s", code, ended, errs)
	}
	words := func(s string) string { return strings.Join(strings.Fields(s), " ") }
	for _, e := range engines.Table() {
		for where, text := range map[string]string{"--help": help, "the doctor's advice": doctor, "a run that could not search": ended} {
			if !strings.Contains(words(text), e.Needs()) {
				t.Errorf("%s does not name %s: %s", where, e.Needs(), text)
			}
		}
		if !strings.Contains(words(help), e.Name) || !strings.Contains(unknown, e.Name) {
			t.Errorf("--help or the error for an unknown engine does not name %s: %s", e.Name, unknown)
		}
		if _, errs, _ := p.Run(t, "--engines", e.Name, "ask", "Why?"); !strings.Contains(errs, "set "+e.Needs()) {
			t.Errorf("%s is not set up: %s", e.Name, errs)
		}
	}
}

// An engine of a file is set up by its own variables and asked like any other.
func TestAnEngineFileAddsEngines(t *testing.T) {
	heard := ""
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		heard = r.URL.Query().Get("words") + " " + r.Header.Get("X-Key") + " " + r.URL.Query().Get("to")
		_ = json.NewEncoder(w).Encode([]map[string]string{{"at": "https://a.example/", "name": "A"}})
	}))
	defer s.Close()
	file := filepath.Join(t.TempDir(), "engines.json")
	write := func(text string) {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write(`[{"name":"house","title":"House","key":"HOUSE_KEY","base_from":["HOUSE_URL"],"url":"{base}/find","query":{"words":"{q}","to":"{mail}"},
		"header":{"X-Key":"{key}"},"results":[""],"hit":{"url":"at","title":"name"}}]`)
	p := harness.NewProgram(t, "ASSAY_ENGINE_FILE="+file, "HOUSE_KEY=canary-house", "HOUSE_URL="+s.URL, "ASSAY_MAIL=me@a.example")
	out, errs, code := p.Run(t, "doctor")
	if code != 0 || !strings.Contains(out, "search: house: 1 hits") || heard != "history of tea canary-house me@a.example" {
		t.Errorf("exit %d: %s%s; it was asked %q", code, out, errs, heard)
	}
	write(`[{"name":"house","title":"House","url":"https://a.example/{query}","results":["x"],"hit":{"url":"u","title":"t"}}]`)
	if _, errs, code := p.Run(t, "ask", "Why?"); code == 0 || !strings.Contains(errs, `"house"`) || !strings.Contains(errs, "{query}") || !strings.Contains(errs, file) {
		t.Errorf("exit %d: %s", code, errs)
	}
}
