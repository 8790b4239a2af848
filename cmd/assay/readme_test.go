package main

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// Every `go test` command of README names packages that are there, and what
// its patterns look for is in one of them: a test that is renamed or moved cannot
// leave README wrong.
func TestTheCommandsOfREADMEFindWhatTheyName(t *testing.T) {
	root := filepath.Join("..", "..")
	readme, err := os.ReadFile(filepath.Join(root, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, found := range regexp.MustCompile("(?m)(?:`|^    )((?:[A-Z_]+=\\S+ )*go test [^`\n]*)").FindAllSubmatch(readme, -1) {
		c := readCommand(string(found[1]))
		n++
		tests, benchmarks, long := c.declared(t, root)
		if c.long && !long {
			t.Errorf("there is no -long for %s", found[1])
		}
		for _, name := range c.run.alternatives() {
			if !slices.ContainsFunc(tests, name.MatchString) {
				t.Errorf("no test fits %s in %s", name, found[1])
			}
		}
		for _, name := range c.bench.alternatives() {
			if !slices.ContainsFunc(benchmarks, name.MatchString) {
				t.Errorf("no benchmark fits %s in %s", name, found[1])
			}
		}
	}
	if n < 30 {
		t.Errorf("only %d commands were found", n)
	}
	t.Logf("%d commands", n)
}

// A testCommand is a `go test` command.
type testCommand struct {
	run, bench pattern
	long       bool
	packages   []string // folders, ending in /... if those below them are meant too
}

// readCommand reads a command as it is written in Markdown, in a table or not.
func readCommand(text string) (c testCommand) {
	text = strings.ReplaceAll(text, `\|`, "|")
	words := regexp.MustCompile(`'[^']*'|\S+`).FindAllString(text, -1)
	for i, w := range words {
		value := ""
		if i+1 < len(words) {
			value = strings.Trim(words[i+1], "'")
		}
		switch {
		case w == "-run":
			c.run = pattern(value)
		case w == "-bench":
			c.bench = pattern(value)
		case w == "-long":
			c.long = true
		case strings.HasPrefix(w, "./"):
			c.packages = append(c.packages, w)
		}
	}
	return c
}

// A pattern is the value of -run or -bench.
type pattern string

// none is a pattern that is meant to fit nothing.
const none = "xxx"

// alternatives returns what each of its alternatives fits. What comes after a
// slash names parts of a test, which only running it would show.
func (p pattern) alternatives() (all []*regexp.Regexp) {
	for alternative := range strings.SplitSeq(string(p), "|") {
		if name, _, _ := strings.Cut(alternative, "/"); name != "" && name != none {
			all = append(all, regexp.MustCompile(name))
		}
	}
	return all
}

// declared returns the tests and benchmarks of the command's packages, and whether
// these have long forms.
func (c testCommand) declared(t *testing.T, root string) (tests, benchmarks []string, long bool) {
	t.Helper()
	for _, p := range c.packages {
		dir, below := strings.CutSuffix(p, "...")
		folders := []string{filepath.Join(root, dir)}
		if below {
			folders = under(t, folders[0])
		}
		files := 0
		for _, folder := range folders {
			more, err := filepath.Glob(filepath.Join(folder, "*_test.go"))
			if err != nil {
				t.Fatal(err)
			}
			for _, file := range more {
				files++
				names, isLong := functions(t, file)
				long = long || isLong
				for _, name := range names {
					switch {
					case strings.HasPrefix(name, "Benchmark"):
						benchmarks = append(benchmarks, name)
					case strings.HasPrefix(name, "Test"), strings.HasPrefix(name, "Fuzz"), strings.HasPrefix(name, "Example"):
						tests = append(tests, name)
					}
				}
			}
		}
		if files == 0 {
			t.Errorf("%s has no tests", p)
		}
	}
	return tests, benchmarks, long
}

// under returns a folder and those below it.
func under(t *testing.T, dir string) (all []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err == nil && d.IsDir() {
			all = append(all, path)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
	return all
}

// functions returns the names of the functions that a file declares, and whether
// it knows of -long.
func functions(t *testing.T, file string) (names []string, long bool) {
	t.Helper()
	source, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	f, err := parser.ParseFile(token.NewFileSet(), file, source, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range f.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv == nil {
			names = append(names, fn.Name.Name)
		}
	}
	return names, bytes.Contains(source, []byte("*long")) || bytes.Contains(source, []byte("harness.Long()"))
}
