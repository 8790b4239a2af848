package search

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"assay/research/port"
)

func search(t *testing.T, s port.Searcher, q port.Query) port.Results {
	t.Helper()
	r, err := s.Search(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// folder writes files into a new folder called "manuals".
func folder(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "Manuals")
	for name, content := range files {
		write(t, filepath.Join(dir, name), content)
	}
	return dir
}

func write(t *testing.T, file, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}

func open(t *testing.T, dir, index string, extract Extractor) *Library {
	t.Helper()
	l, err := OpenLibrary(t.Context(), dir, index, extract)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := l.Close(); err != nil {
			t.Error(err)
		}
	})
	return l
}

func found(t *testing.T, l *Library, query string) []string {
	t.Helper()
	return urls(search(t, l, port.Query{Text: query, Limit: 10}).Hits)
}

func zipped(t *testing.T, s string) string {
	t.Helper()
	var out bytes.Buffer
	z := gzip.NewWriter(&out)
	if _, err := z.Write([]byte(s)); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func extractPDF(_ context.Context, name, mediaType string, body []byte) (port.Page, error) {
	if strings.Contains(string(body), "broken") {
		return port.Page{}, errors.New("not a PDF")
	}
	return port.Page{Title: mediaType, Text: "Otters " + string(body) + "\n\nin " + name, Extractor: "pdf/1"}, nil
}

func TestALibraryReadsMarkdownTextHTMLAndPDF(t *testing.T) {
	dir := folder(t, map[string]string{
		"guide/a.md":       "---\ntitle: \"Tusks: a guide\"\nauthor: The editors\nsite: Sea Press\npublished: 2021-03-04\nkind: primary\nurl: https://elsewhere.example/\n---\n# Tusks\n\nOtters have tusks.\n",
		"b c.txt":          "Feeding\n\nOtters eat clams.\n",
		"c.html":           "<title>Sleep</title><nav>otters menu</nav><main><h1>Sleep</h1><p>Otters sleep at sea.</p></main>",
		"d.PDF":            "dive",
		"e.md.gz":          zipped(t, "# Breeding\n\nOtters breed in winter."),
		"broken.pdf":       "broken",
		"empty.md":         "\n",
		"large.txt":        strings.Repeat("otters ", maxText/7+1),
		"notes.docx":       "otters",
		".hidden.md":       "otters",
		".git/x.md":        "otters",
		"_sources/a.md":    "otters",
		"deep/er/still.md": "Nothing of the kind.",
	})
	l := open(t, dir, filepath.Join(t.TempDir(), "index.db"), extractPDF)
	want := []string{"library://manuals/b%20c.txt", "library://manuals/c.html", "library://manuals/d.PDF", "library://manuals/e.md.gz", "library://manuals/guide/a.md"}
	got := found(t, l, "otter")
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("found %v, want %v", got, want)
	}
	problems, err := l.Problems(t.Context())
	if err != nil || len(problems) != 3 || problems[0].Path != "broken.pdf" || problems[0].Reason != "not a PDF" || !strings.Contains(problems[2].Reason, "larger than 5 MiB") {
		t.Errorf("problems %v, %v", problems, err)
	}
	if n, err := l.Len(t.Context()); n != 6 || err != nil {
		t.Errorf("%d pages, %v", n, err)
	}
	p, err := l.Fetch(t.Context(), "library://manuals/guide/a.md")
	if err != nil || p.Title != "Tusks: a guide" || p.Author != "The editors" || p.Site != "Sea Press" || p.Published != "2021-03-04" || p.Kind != "primary" ||
		p.Text != "Tusks\n\nOtters have tusks." || p.Status != 0 || p.Type != "text/markdown" || p.Extractor != "library/1" ||
		p.Hash != hash(p.Text) || time.Since(p.Fetched) > time.Minute || p.FinalURL != p.URL {
		t.Errorf("got %+v %q, %v", p, p.Text, err)
	}
	if p, err = l.Fetch(t.Context(), "library://manuals/d.PDF"); err != nil || p.Extractor != "pdf/1" || p.Text != "Otters dive\n\nin d.PDF" {
		t.Errorf("got %+v %q, %v", p, p.Text, err)
	}
	if _, err := l.Fetch(t.Context(), "library://manuals/gone.md"); !errors.Is(err, &port.Failure{Class: port.Blocked}) {
		t.Errorf("a page that is not there: %v", err)
	}
}

func TestARefreshReadsOnlyWhatChanged(t *testing.T) {
	dir := folder(t, map[string]string{"same.md": "Otters rest.", "touched.md": "Otters swim.", "changed.md": "Otters sing.", "gone.md": "Otters leave."})
	index := filepath.Join(t.TempDir(), "index.db")
	l := open(t, dir, index, nil)
	if c, err := l.Refresh(t.Context()); err != nil || c != (Changes{Unchanged: 4}) {
		t.Fatalf("at once: %+v, %v", c, err)
	}
	later := time.Now().Add(time.Hour)
	write(t, filepath.Join(dir, "changed.md"), "Penguins sing.")
	write(t, filepath.Join(dir, "new.md"), "Otters arrive.")
	if err := errors.Join(os.Chtimes(filepath.Join(dir, "touched.md"), later, later), os.Remove(filepath.Join(dir, "gone.md"))); err != nil {
		t.Fatal(err)
	}
	if c, err := l.Refresh(t.Context()); err != nil || c != (Changes{Added: 1, Changed: 1, Removed: 1, Unchanged: 2}) {
		t.Errorf("after changes: %+v, %v", c, err)
	}
	got := found(t, l, "otters")
	slices.Sort(got)
	if want := []string{"library://manuals/new.md", "library://manuals/same.md", "library://manuals/touched.md"}; !slices.Equal(got, want) {
		t.Errorf("found %v, want %v", got, want)
	}
	if got := found(t, l, "penguins"); !slices.Equal(got, []string{"library://manuals/changed.md"}) {
		t.Errorf("found %v", got)
	}
	again := open(t, dir, index, nil)
	if c, err := again.Refresh(t.Context()); err != nil || c.Unchanged != 4 {
		t.Errorf("opened again: %+v, %v", c, err)
	}
}

func TestAnIndexThatIsDamagedOrOfAnotherFolderIsMadeAnew(t *testing.T) {
	dir := folder(t, map[string]string{"a.md": "Otters rest."})
	other := folder(t, map[string]string{"a.md": "Penguins rest"})
	index := filepath.Join(t.TempDir(), "index.db")
	for _, d := range []string{other, dir} {
		l, err := OpenLibrary(t.Context(), d, index, nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := l.Close(); err != nil {
			t.Fatal(err)
		}
	}
	write(t, index, strings.Repeat("this is no database ", 1000))
	l := open(t, dir, index, nil)
	if got := found(t, l, "otters"); len(got) != 1 {
		t.Errorf("found %v", got)
	}
	if got := found(t, l, "penguins"); len(got) != 0 {
		t.Errorf("found %v of another folder", got)
	}
}

func TestSymbolicLinksOutOfTheFolderAreNotFollowed(t *testing.T) {
	secret := filepath.Join(t.TempDir(), "secret.md")
	write(t, secret, "The password is otter.")
	dir := folder(t, map[string]string{"a.md": "Otters rest.", "sub/b.md": "Otters swim."})
	for link, target := range map[string]string{
		"abs.md": secret, "rel.md": "../../secret.md", "dir": filepath.Dir(secret), "inside.md": "sub/b.md", "loop.md": "loop.md", "up": "..",
	} {
		if err := os.Symlink(target, filepath.Join(dir, link)); err != nil {
			t.Skipf("no symbolic links here: %v", err)
		}
	}
	l := open(t, dir, filepath.Join(t.TempDir(), "index.db"), nil)
	got := found(t, l, "otter password")
	slices.Sort(got)
	if want := []string{"library://manuals/a.md", "library://manuals/inside.md", "library://manuals/sub/b.md"}; !slices.Equal(got, want) {
		t.Errorf("found %v, want %v", got, want)
	}
}

func TestACancelledRefreshBlamesNoFile(t *testing.T) {
	dir := folder(t, map[string]string{"a.pdf": "x"})
	ctx, cancel := context.WithCancel(t.Context())
	_, err := OpenLibrary(ctx, dir, filepath.Join(t.TempDir(), "index.db"), func(ctx context.Context, _, _ string, _ []byte) (port.Page, error) {
		cancel()
		return port.Page{}, ctx.Err()
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	if _, err := OpenLibrary(t.Context(), filepath.Join(dir, "nowhere"), "x", nil); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no such folder: %v", err)
	}
}

func TestAFilterHoldsInTheLibraryBeforeTheLimit(t *testing.T) {
	dir := folder(t, map[string]string{
		"new.md": "---\npublished: 2024-05-06\n---\nA otter.", "old.md": "---\npublished: 1999\n---\nOtter, otter, otter.",
	})
	l := open(t, dir, filepath.Join(t.TempDir(), "index.db"), nil)
	got := search(t, l, port.Query{Text: "otter", Limit: 1, Filter: port.Filter{After: "2020-01-01"}}).Hits
	if len(got) != 1 || got[0].Published != "2024-05-06" {
		t.Errorf("got %+v", got)
	}
}

func TestHostsAreMadeOfFolderNames(t *testing.T) {
	for dir, want := range map[string]string{
		"/srv/Manuals": "manuals", "/usr/share/doc/python3.11/html": "python3.11-html", "/home/a/My Papers (2)": "my-papers--2", "/": "library", "/docs": "docs", "/srv/文書": "文書",
	} {
		if got := hostOf(dir); got != want {
			t.Errorf("hostOf(%q) = %q, want %q", dir, got, want)
		}
	}
}
