package main

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"assay/test/harness"
)

// The test binary reads PDFs for the tests, as the program does for itself.
func TestMain(m *testing.M) {
	if len(os.Args) == 2 && os.Args[1] == pdfWorker {
		main()
		return
	}
	harness.Main(m)
}

func TestTheHarnessKnowsTheProgram(t *testing.T) {
	if !slices.Equal(methods, harness.Methods) || harness.ExitFailed != exitFailed || harness.ExitUsage != exitUsage || harness.ExitPartial != exitPartial {
		t.Error("methods or exit codes are others than those that tests of the whole program go by")
	}
}

// What is wrong with the configuration file is said of the file, not of the
// setting that is looked up first.
func TestABrokenConfigurationFileIsNamed(t *testing.T) {
	file := filepath.Join(t.TempDir(), "config.json")
	for text, want := range map[string]string{"{bad": "assay: configuration file " + file, `{"no-such-setting": 1}`: "assay: configuration file " + file} {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		var out, errs bytes.Buffer
		if code := run(t.Context(), []string{"--config-file", file, "version"}, console{&out, &errs}); code != exitUsage || !strings.HasPrefix(errs.String(), want) {
			t.Errorf("%s: exit %d: %s", text, code, &errs)
		}
	}
}
