package main

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"assay/views"
)

// The help lists every export; the README names some, and nothing else.
func TestExportsAreToldOf(t *testing.T) {
	help, _, _ := newProgram(t).run(t, "export", "--help")
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
