package ledger_test

import (
	"path/filepath"
	"testing"

	"assay/research/ledger"
	"assay/research/researchtest"
)

func TestMethod(t *testing.T) {
	worlds, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(worlds) < 5 {
		t.Fatalf("%d worlds, %v", len(worlds), err)
	}
	for _, file := range worlds {
		t.Run(filepath.Base(file), func(t *testing.T) { researchtest.TestMethod(t, ledger.Method, file) })
	}
}
