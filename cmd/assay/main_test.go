package main

import (
	"os"
	"slices"
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
