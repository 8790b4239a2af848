package tree_test

import (
	"path/filepath"
	"testing"

	"assay/research/researchtest"
	"assay/research/tree"
)

func TestMethod(t *testing.T) {
	worlds, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(worlds) < 6 {
		t.Fatalf("%d worlds, %v", len(worlds), err)
	}
	for _, file := range worlds {
		t.Run(filepath.Base(file), func(t *testing.T) { researchtest.TestMethod(t, tree.Method, file) })
	}
}
