package main

import (
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// Groups of packages that are imported together.
var (
	words   = []string{"research", "research/port", "research/text"} // what is said
	kit     = append(words[:3:3], "research/task", "research/engine", "research/quote")
	method  = append(kit[:6:6], "research/confidence", "research/gather", "research/draft")
	adapter = append(words[:3:3], "research/task", "research/quote")
)

// allowed says what each package may import from this module, beyond itself.
// A path ending in / stands for the packages below it.
var allowed = map[string][]string{
	"research/text":                 {},
	"research/port":                 {},
	"research":                      words,
	"research/task":                 words,
	"research/engine":               append(words[:3:3], "research/task"),
	"research/quote":                words,
	"research/confidence":           words,
	"research/gather":               kit,
	"research/draft":                append(kit[:6:6], "research/confidence", "research/gather"),
	"research/verify":               method, // methods know the kit, not each other
	"research/ledger":               method,
	"research/tree":                 method,
	"research/team":                 method,
	"research/explore":              method,
	"research/researchtest":         kit,
	"research/researchtest/corpora": {},
	"research/retry":                {},
	"research/fetch":                {"research/port", "research/text", "research/retry"}, // adapters of ports
	"research/llm":                  {"research/port", "research/text", "research/retry"},
	"research/search":               adapter,
	"research/search/engines":       {"research/port", "research/retry", "research/search"},
	"research/reader":               adapter,
	"research/simulator":            adapter,
	"db":                            append(words[:3:3], "research/engine"),
	"db/sqlite":                     append(words[:3:3], "research/engine", "db"),
	"db/dbtest":                     append(words[:3:3], "research/engine", "research/researchtest/corpora", "db"),
	"static":                        {},
	"views":                         append(words[:3:3], "research/engine", "research/task", "static"),
	"web":                           append(kit[:6:6], "db", "views", "static", "web/live"),
	"web/live":                      {},
	"test":                          {},
	"test/":                         {"research", "research/", "research/researchtest/", "research/search/engines", "db", "db/", "views", "web"}, // the program itself they run
	"cmd/":                          {"research", "research/", "research/search/engines", "db", "db/", "views", "web", "static"},
}

func TestImports(t *testing.T) {
	const module = "assay/"
	out, err := exec.Command("go", "list", "-f", "{{.ImportPath}} {{join .Imports \" \"}}", module+"...").Output()
	if err != nil {
		t.Fatal(err)
	}
	there := make(map[string]bool) // packages, and the folders that hold some
	ruled := make(map[string]bool)
	for line := range strings.Lines(string(out)) {
		pkg, imports, _ := strings.Cut(strings.TrimSpace(line), " ")
		pkg = strings.TrimPrefix(pkg, module)
		folder := pkg[:strings.LastIndex(pkg, "/")+1]
		there[pkg], there[folder] = true, true
		rule, ok := allowed[pkg]
		if ruled[pkg] = true; !ok {
			rule, ok = allowed[folder]
			ruled[folder] = true
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
	for pkg, rule := range allowed {
		if !ruled[pkg] {
			t.Errorf("the rule for %s is for no package", pkg)
		}
		for _, imp := range rule {
			if !there[imp] {
				t.Errorf("%s may import %s, which is not there", pkg, imp)
			}
		}
	}
}
