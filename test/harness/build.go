// Package harness runs the real program for tests: built once by test process, with a
// data folder of its own, before services that answer on this machine.
package harness

import (
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

var long = flag.Bool("long", false, "run the long forms of tests")

// Long reports whether the long forms of tests are asked for.
func Long() bool { return *long }

// SkipIfShort skips a test of the full tier in the short one, and says why.
func SkipIfShort(t testing.TB, why string) {
	t.Helper()
	if testing.Short() {
		t.Skipf("%s: not with -short", why)
	}
}

// Main runs the tests of a package, and does away with what they have shared.
func Main(m *testing.M) {
	code := m.Run()
	for _, f := range atEnd {
		f()
	}
	os.Exit(code)
}

// atEnd is what is done once all tests of the process are over.
var (
	atEnd   []func()
	atEndMu sync.Mutex
)

// AtEnd has f called once all tests of the process are over.
func AtEnd(f func()) {
	atEndMu.Lock()
	defer atEndMu.Unlock()
	atEnd = append(atEnd, f)
}

// Root is the folder of the module.
var Root = sync.OnceValue(func() string {
	dir, err := os.Getwd()
	if err != nil {
		panic(err)
	}
	for ; ; dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		if dir == filepath.Dir(dir) {
			panic("the tests do not run in their module")
		}
	}
})

// built is the program as it is; mortal is the same with failpoints.
var (
	built  = sync.OnceValues(func() (string, error) { return build() })
	mortal = sync.OnceValues(func() (string, error) { return build("-tags", "failpoints") })
)

// build builds the program with flags into a folder that goes with the tests.
func build(flags ...string) (file string, err error) {
	if err := touch(); err != nil {
		return "", err
	}
	dir, err := shared("assay-program-")
	if err != nil {
		return "", err
	}
	file = filepath.Join(dir, "assay")
	cmd := exec.Command("go", append(append([]string{"build"}, flags...), "-o", file, "./cmd/assay")...)
	cmd.Dir = Root()
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("%v: %w\n%s", cmd.Args, err, out)
	}
	return file, nil
}

// Release builds the program as it is released.
func Release(tb testing.TB) string {
	tb.Helper()
	file := filepath.Join(tb.TempDir(), "assay")
	cmd := exec.Command("go", "build", "-trimpath", "-ldflags", "-s -w", "-o", file, "./cmd/assay")
	cmd.Dir, cmd.Env = Root(), append(os.Environ(), "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		tb.Fatalf("%v: %s", err, out)
	}
	return file
}

// shared makes a folder that all tests of a process share.
func shared(name string) (string, error) {
	dir, err := os.MkdirTemp("", name)
	if err == nil {
		AtEnd(func() { os.RemoveAll(dir) })
	}
	return dir, err
}

// touch looks at every file that the program is made of, so that the go command,
// which remembers what a test has looked at, runs it anew when one has changed.
func touch() error {
	return filepath.WalkDir(Root(), func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (strings.HasPrefix(d.Name(), ".") || slices.Contains([]string{"data", "test", "testdata"}, d.Name())):
			return filepath.SkipDir
		case d.IsDir() || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		_, err = os.Stat(path)
		return err
	})
}
