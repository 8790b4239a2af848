package main

import (
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
)

// The document on the methods names functions, tests and worlds; all of them
// must be there.
func TestTheDocumentOnMethodsNamesWhatIsThere(t *testing.T) {
	doc, err := os.ReadFile("../../research/METHODS.md")
	if err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command("git", "ls-files", "--cached", "--others", "--exclude-standard", "../..").Output()
	if err != nil {
		t.Skip("this is no git checkout")
	}
	var source strings.Builder
	files := string(out)
	for file := range strings.Lines(files) {
		if file = strings.TrimSpace(file); strings.HasSuffix(file, ".go") && !strings.HasSuffix(file, "_templ.go") {
			text, err := os.ReadFile(file)
			if err != nil {
				continue // removed, and not committed yet
			}
			source.Write(text)
		}
	}
	declared := make(map[string]bool)
	for _, m := range regexp.MustCompile(`(?m)^(?:func (?:\([^)]*\) )?|var |type |\t)(\w+)`).FindAllStringSubmatch(source.String(), -1) {
		declared[m[1]] = true
	}
	name := regexp.MustCompile("`(?:[a-z]+\\.)?([A-Za-z]+)`")
	rows := 0
	for line := range strings.Lines(string(doc)) {
		cells := strings.Split(strings.TrimSpace(line), "|")
		if len(cells) != 5 || strings.HasPrefix(cells[1], "---") || strings.TrimSpace(cells[1]) == "step or rule" {
			continue
		}
		rows++
		for i, cell := range cells[2:4] {
			names := name.FindAllStringSubmatch(cell, -1)
			if len(names) == 0 {
				t.Errorf("no name in %q", strings.TrimSpace(line))
			}
			for _, n := range names {
				world := i == 1 && strings.Contains(files, "/testdata/"+n[1]+".txtar")
				if !world && !declared[n[1]] {
					t.Errorf("%s is not there: %s", n[1], strings.TrimSpace(cells[1]))
				}
			}
		}
	}
	if rows < 60 {
		t.Errorf("%d rows", rows)
	}
}
