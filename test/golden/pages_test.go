package golden

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/klauspost/compress/zstd"
	"golang.org/x/tools/txtar"

	"assay/db/sqlite"
	"assay/research"
	"assay/research/engine"
	"assay/research/researchtest"
	"assay/test/harness"
	"assay/views"
	"assay/web"
)

// worldsFile holds a journal of every world of every method, and pagesFile what
// the pages and exports of these runs look like.
var (
	worldsFile = filepath.Join("testdata", "worlds.txtar.zst")
	pagesFile  = filepath.Join("testdata", "pages.txtar.zst")
)

// worldRun is the id of the run in every world.
var worldRun = strings.Repeat("a", 26)

// worldDay is when the first event of every run in a world was written; each
// of the others comes a second after the one before it.
var worldDay = time.Date(2026, 3, 14, 9, 0, 0, 0, time.UTC)

// Whatever is moved about in the program, the pages of runs look as they did.
// Where a change of pages is meant, -redraw writes them anew; -record runs the worlds anew.
func TestPagesOfEveryWorld(t *testing.T) {
	if *record {
		writeArchive(t, worldsFile, recordWorlds(t))
	}
	got := map[string]string{}
	for name, journal := range readArchive(t, worldsFile) {
		r := decodeRecording(t, strings.NewReader(journal))
		n := len(r.lines)
		for at, cut := range map[string]int{"early": n / 3, "late": n * 5 / 6, "end": n} {
			for path, page := range pagesOf(t, r, cut) {
				got[name+" "+at+" run"+path] = page
			}
		}
	}
	if *redraw {
		writeArchive(t, pagesFile, got)
	}
	want := readArchive(t, pagesFile)
	for _, name := range slices.Sorted(maps.Keys(want)) {
		if page, ok := got[name]; !ok {
			t.Errorf("%s is gone", name)
		} else if page != want[name] {
			t.Errorf("%s differs:\n%s", name, firstDifference(page, want[name]))
		}
	}
	if len(got) != len(want) {
		t.Errorf("%d pages, want %d", len(got), len(want))
	}
	t.Logf("%d pages", len(got))
}

// firstDifference shows the first line in which two texts differ.
func firstDifference(got, want string) string {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range min(len(g), len(w)) {
		if g[i] != w[i] {
			return fmt.Sprintf("line %d is\n%s\nwant\n%s", i+1, g[i], w[i])
		}
	}
	return fmt.Sprintf("%d lines, want %d", len(g), len(w))
}

// recordWorlds runs every method in its worlds and returns the journals.
func recordWorlds(t *testing.T) map[string]string {
	t.Helper()
	journals := map[string]string{}
	for _, m := range harness.Methods {
		files, err := filepath.Glob(filepath.Join("..", "..", "research", m.Name, "testdata", "*.txtar"))
		if err != nil || len(files) == 0 {
			t.Fatal(m.Name, "has no worlds", err)
		}
		for _, file := range files {
			name := m.Name + "/" + strings.TrimSuffix(filepath.Base(file), ".txtar")
			journals[name] = recordWorld(t, m, file)
		}
	}
	return journals
}

// recordWorld returns the journal of a method's run in the world of a file.
func recordWorld(t *testing.T, m *engine.Method, file string) string {
	t.Helper()
	info, events, pages, err := researchtest.Journal(t.Context(), m, file)
	if err != nil {
		t.Fatal(err)
	}
	info.ID, info.Method, info.Created = worldRun, m.Name, worldDay
	var b strings.Builder
	out := json.NewEncoder(&b)
	if err := out.Encode(info); err != nil {
		t.Fatal(err)
	}
	for i, e := range events {
		e.Time = worldDay.Add(time.Duration(i) * time.Second)
		line := recorded{Event: e}
		if page, ok := pages[e.Label]; ok && e.Kind == research.Fetched {
			line.Page, line.Text = &page, page.Text
		}
		if err := out.Encode(line); err != nil {
			t.Fatal(err)
		}
	}
	return b.String()
}

// pagesOf returns the pages and exports of a run whose journal holds the first
// n events of a recording, by path.
func pagesOf(t *testing.T, r recording, n int) map[string]string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "world.db")
	d, err := sqlite.Open(t.Context(), file)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	r.into(t, d, n)
	last := worldDay.Add(time.Duration(n-1) * time.Second)
	if n < len(r.lines) { // a run at work is as old as it is: here it always just began to wait
		last = time.Now().Add(time.Hour)
	}
	backdate(t, file, last.Add(-time.Duration(n)*time.Second))
	engine := engine.NewEngine(d, nil, 0, harness.Methods...)
	defer engine.Close(context.Background())
	s := &web.Server{Store: d, Engine: engine, Version: "test"}
	defer s.Drain()
	paths := []string{""}
	for _, f := range views.Formats() {
		paths = append(paths, "."+f.Name)
	}
	state := research.NewState(r.info)
	for i, line := range r.lines[:n] {
		line.Seq = int64(i + 1)
		state.Add(line.Event)
	}
	if n == len(r.lines) {
		for _, c := range state.Claims {
			paths = append(paths, fmt.Sprintf("/c/%d", c.ID))
		}
		for _, p := range state.Pages {
			paths = append(paths, fmt.Sprintf("/s/%d", p.N))
		}
	}
	pages := map[string]string{}
	for _, path := range paths {
		req := httptest.NewRequest(http.MethodGet, "http://localhost/r/"+worldRun+path, nil)
		res := httptest.NewRecorder()
		s.Handler().ServeHTTP(res, req)
		pages[path] = fmt.Sprintf("%d\n%s\n", res.Code, levelled(res.Body.String(), n < len(r.lines)))
	}
	return pages
}

// backdate sets the times of a database's events, a second apart.
func backdate(t *testing.T, file string, first time.Time) {
	t.Helper()
	raw, err := sql.Open("sqlite", file)
	if err != nil {
		t.Fatal(err)
	}
	defer raw.Close()
	if _, err := raw.ExecContext(t.Context(), `UPDATE events SET time = ?1 + seq * 1000`, first.UnixMilli()); err != nil {
		t.Fatal(err)
	}
}

// clockTimes are what changes with the hour at which a page is drawn.
var clockTimes = regexp.MustCompile(`\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d)?(\.\d+)?Z?)?|\d\d:\d\d(:\d\d)?|\d+ [A-Z][a-z]+ \d{4}`)

// levelled breaks a page into lines, one tag each, and takes out what changes with
// the hour if the run is at work.
func levelled(page string, working bool) string {
	page = strings.ReplaceAll(page, "><", ">\n<")
	if working {
		page = clockTimes.ReplaceAllString(page, "TIME")
	}
	return page
}

// readArchive returns the files of a packed txtar archive by name.
func readArchive(t *testing.T, file string) map[string]string {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	z, err := zstd.NewReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	text, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, f := range txtar.Parse(text).Files {
		files[f.Name] = string(f.Data)
	}
	return files
}

// writeArchive packs files into a txtar archive.
func writeArchive(t *testing.T, file string, files map[string]string) {
	t.Helper()
	ar := new(txtar.Archive)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		ar.Files = append(ar.Files, txtar.File{Name: name, Data: []byte(files[name])})
	}
	z, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedBestCompression))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, z.EncodeAll(txtar.Format(ar), nil), 0o644); err != nil {
		t.Fatal(err)
	}
}
