package main

import (
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// method is what a research method may import.
var method = []string{"research", "research/engine", "research/task", "research/text", "research/quote", "research/gather", "research/draft"}

// allowed says what each package may import from this module, beyond itself.
// A path ending in / stands for the packages below it.
var allowed = map[string][]string{
	"research":                      {"research/text"}, // what is said
	"research/text":                 {},
	"research/task":                 {"research"},
	"research/engine":               {"research", "research/task"}, // what happens
	"research/quote":                {"research/text"},
	"research/gather":               {"research", "research/engine", "research/task", "research/text", "research/quote"},
	"research/draft":                {"research", "research/engine", "research/task", "research/text", "research/gather"},
	"research/verify":               method, // methods know the kit, not each other
	"research/ledger":               method,
	"research/tree":                 method,
	"research/team":                 method,
	"research/explore":              method,
	"research/researchtest":         {"research", "research/engine", "research/task", "research/text", "research/quote"},
	"research/researchtest/corpora": {},
	"research/":                     {"research", "research/task", "research/text", "research/quote"}, // adapters
	"db":                            {"research"},
	"static":                        {},
	"views":                         {"research", "research/engine", "research/text", "static"},
	"web":                           {"research", "research/engine", "research/text", "research/quote", "db", "views", "static"},
	"cmd/":                          {"research", "research/", "db", "views", "web", "static"},
}

func TestImports(t *testing.T) {
	const module = "assay/"
	out, err := exec.Command("go", "list", "-f", "{{.ImportPath}} {{join .Imports \" \"}}", module+"...").Output()
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(out)) {
		pkg, imports, _ := strings.Cut(strings.TrimSpace(line), " ")
		pkg = strings.TrimPrefix(pkg, module)
		rule, ok := allowed[pkg]
		if !ok {
			rule, ok = allowed[pkg[:strings.LastIndex(pkg, "/")+1]]
		}
		if !ok {
			t.Errorf("no rule for %s", pkg)
		}
		for imp := range strings.FieldsSeq(imports) {
			imp, ours := strings.CutPrefix(imp, module)
			if ours && !slices.Contains(rule, imp) && !slices.Contains(rule, imp[:strings.LastIndex(imp, "/")+1]) {
				t.Errorf("%s must not import %s", pkg, imp)
			}
		}
	}
}
