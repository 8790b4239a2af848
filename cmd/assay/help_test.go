package main

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"assay/research"
	"assay/research/researchtest"
	"assay/test/harness"
	"assay/views"
)

// The help names every role that a method asks in any of its worlds, and no other.
func TestTheHelpNamesEveryRole(t *testing.T) {
	help, _, _ := harness.NewProgram(t).Run(t, "ask", "--help")
	_, said, _ := strings.Cut(strings.Join(strings.Fields(help), " "), "Model per role: ")
	said, _, _ = strings.Cut(said, " ($ASSAY_MODELS)")
	named := make(map[string]bool)
	for _, role := range strings.Split(regexp.MustCompile(` \(.*?\)`).ReplaceAllString(said, ""), ", ") {
		named[strings.TrimSuffix(role, ".")] = true
	}
	asked := make(map[string]bool)
	for _, m := range methods {
		files, err := filepath.Glob(filepath.Join("..", "..", "research", m.Name, "testdata", "*.txtar"))
		if err != nil || len(files) == 0 {
			t.Fatal(m.Name, "has no worlds", err)
		}
		for _, file := range files {
			_, events, _, err := researchtest.Journal(t.Context(), m, file)
			if err != nil {
				t.Fatal(err)
			}
			for _, e := range events {
				if role, _, _ := strings.Cut(e.Label, " "); e.Kind == research.Answered {
					asked[role] = true
				}
			}
		}
	}
	if !maps.Equal(named, asked) {
		t.Errorf("the help names %v, the methods ask %v", slices.Sorted(maps.Keys(named)), slices.Sorted(maps.Keys(asked)))
	}
}

// The help lists every export; the README names some, and nothing else.
func TestExportsAreToldOf(t *testing.T) {
	help, _, _ := harness.NewProgram(t).Run(t, "export", "--help")
	folded := strings.Join(strings.Fields(help), " ")
	for _, f := range views.Formats() {
		if !strings.Contains(folded, f.Name+" ("+f.Title+": "+f.Holds+")") {
			t.Errorf("--help does not list %s: %s", f.Name, help)
		}
	}
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, sentence := range []string{"(?s)Add (.*?) to a report's address", "(?m)^\\| `export ID -f md` \\| (.*?) \\|$"} {
		said := regexp.MustCompile(sentence).FindString(string(readme))
		named := regexp.MustCompile("`(?:export ID -f )?\\.?([a-z.]+)`").FindAllStringSubmatch(said, -1)
		if len(named) == 0 {
			t.Errorf("the README names no export: %q", said)
		}
		for _, m := range named {
			if _, err := views.FormatOf(m[1]); err != nil {
				t.Errorf("README: %v", err)
			}
		}
	}
}
