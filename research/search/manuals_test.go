package search

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"assay/research/port"
)

const (
	postgres = "/usr/share/doc/postgresql-doc-15/html"
	python   = "/usr/share/doc/python3.11/html"
)

func manual(t testing.TB, dir string) {
	if _, err := os.Stat(dir); err != nil {
		t.Skipf("the manual is not installed: %v", err)
	}
}

// Questions to real manuals, and the pages that a reader would want first.
func TestManualsAnswerQuestions(t *testing.T) {
	for dir, questions := range map[string]map[string][]string{
		postgres: {
			"How does VACUUM reclaim space":        {"sql-vacuum.html", "routine-vacuuming.html"},
			"What is the default isolation level?": {"transaction-iso.html"},
			"transaction isolation levels":         {"transaction-iso.html", "sql-set-transaction.html"},
			"what is MVCC":                         {"mvcc-intro.html"},
		},
		python: {
			"what does asyncio.gather do when a task raises": {"library/asyncio-task.html"},
			"dict ordering guaranteed":                       {"library/stdtypes.html", "library/collections.html"},
			"how does pathlib glob work":                     {"library/pathlib.html", "library/glob.html"},
			"what's new in 3.8":                              {"whatsnew/3.8.html"},
		},
	} {
		t.Run(filepath.Base(filepath.Dir(dir)), func(t *testing.T) {
			manual(t, dir)
			if testing.Short() {
				t.Skip("indexing a manual takes seconds")
			}
			l := open(t, dir, filepath.Join(t.TempDir(), "index.db"), nil)
			for q, want := range questions {
				got := found(t, l, q)
				for _, page := range want {
					if !slices.Contains(got[:3], "library://"+l.Host()+"/"+page) {
						t.Errorf("%q: %s is not among the first three: %v", q, page, got)
					}
				}
			}
		})
	}
}

func BenchmarkIndexManual(b *testing.B) {
	manual(b, postgres)
	for i := range b.N {
		l, err := OpenLibrary(b.Context(), postgres, filepath.Join(b.TempDir(), fmt.Sprint(i, ".db")), nil)
		if err != nil {
			b.Fatal(err)
		}
		if err := l.Close(); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkManual(b *testing.B) {
	manual(b, postgres)
	l, err := OpenLibrary(b.Context(), postgres, filepath.Join(b.TempDir(), "index.db"), nil)
	if err != nil {
		b.Fatal(err)
	}
	defer l.Close()
	b.Run("query", func(b *testing.B) {
		for b.Loop() {
			if _, err := l.Search(b.Context(), port.Query{Text: "What is the default transaction isolation level in PostgreSQL?", Limit: 10}); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("refresh", func(b *testing.B) {
		for b.Loop() {
			if _, err := l.Refresh(b.Context()); err != nil {
				b.Fatal(err)
			}
		}
	})
}
