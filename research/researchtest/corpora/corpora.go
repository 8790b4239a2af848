// Package corpora finds test data that belongs to others and is not part of
// the project.
package corpora

import (
	"os"
	"path/filepath"
	"testing"
)

// Dir returns the folder of the test data, which may be absent: $ASSAY_CORPORA
// or else shared/data beside the project.
func Dir(tb testing.TB) string {
	tb.Helper()
	if dir := os.Getenv("ASSAY_CORPORA"); dir != "" {
		return dir
	}
	return filepath.Join(project(tb), "..", "shared", "data")
}

// Path returns a file or folder of the test data. Where it is absent the test
// is skipped, which says so.
func Path(tb testing.TB, name ...string) string {
	tb.Helper()
	path := filepath.Join(append([]string{Dir(tb)}, name...)...)
	if _, err := os.Stat(path); err != nil {
		tb.Skipf("no test data of others here (ASSAY_CORPORA names its folder): %v", err)
	}
	return path
}

// project returns the folder that holds go.mod.
func project(tb testing.TB) string {
	tb.Helper()
	dir, err := os.Getwd()
	if err != nil {
		tb.Fatal(err)
	}
	for ; dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
	}
	tb.Fatal("no go.mod above the test's folder")
	return ""
}
