package harness

import (
	"bytes"
	"database/sql"
	"encoding/base64"
	"encoding/hex"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"assay/research/search/engines"
)

// Canaries are secrets that must show nowhere, by the variable that sets them:
// the model's, the password and the key of every search engine of the table.
// Each is one word, so that it would stand in an index as it is.
var Canaries = func() map[string]string {
	all := map[string]string{"OPENAI_API_KEY": CanaryPart + "openai7q3w9e5r", "ASSAY_PASSWORD": CanaryPart + "password8u4i2o6p"}
	for _, e := range engines.Table() {
		if e.Key != "" {
			all[e.KeyVar()] = CanaryPart + strings.ReplaceAll(e.Name, "-", "") + "2a8s4d6f1z5x"
		}
	}
	return all
}()

// CanaryPart begins all canaries.
const CanaryPart = "canary"

// KeyedEngines returns the search engines that have a key, all at one address:
// their variables, and the names to ask them by.
func KeyedEngines(address string) (env, names []string) {
	for _, e := range engines.Table() {
		if e.Key != "" {
			env, names = append(env, e.BaseFrom[0]+"="+address), append(names, e.Name)
		}
	}
	return env, names
}

// A Hay is where secrets are looked for: everything that came out of the
// program, by where it came out.
type Hay struct {
	mu    sync.Mutex
	Stack map[string][]byte
	Size  int
}

// Add adds what came out somewhere.
func (h *Hay) Add(where string, what []byte) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.Stack == nil {
		h.Stack = make(map[string][]byte)
	}
	h.Stack[where] = append(h.Stack[where], what...)
	h.Size += len(what)
}

// A Place is one of the hay's, to write to.
type Place struct {
	Hay   *Hay
	Where string
}

func (p Place) Write(b []byte) (int, error) {
	p.Hay.Add(p.Where, b)
	return len(b), nil
}

// needles are the forms that a secret could show in.
func needles(secret string) []string {
	return []string{secret, base64.StdEncoding.EncodeToString([]byte(secret))[:20], hex.EncodeToString([]byte(secret))}
}

// Find reports every place that holds a secret, and returns how many do.
func (h *Hay) Find(t *testing.T) (hits int) {
	t.Helper()
	for where, what := range h.Stack {
		low := bytes.ToLower(what)
		for name, secret := range Canaries {
			for _, n := range needles(secret) {
				if i := bytes.Index(low, []byte(strings.ToLower(n))); i >= 0 {
					hits++
					t.Errorf("%s holds %s: %q", where, name, what[max(0, i-80):min(len(what), i+80)])
				}
			}
		}
	}
	return hits
}

// Files adds every file of the data folder as it is on the disk.
func (h *Hay) Files(t *testing.T, dir string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := os.ReadFile(path)
		h.Add("file "+filepath.Base(path), b)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// Rows adds every row of every table of the database: in the file a value may
// be spread over pages.
func (h *Hay) Rows(t *testing.T, file string) {
	t.Helper()
	d, err := sql.Open("sqlite", "file:"+file+"?_pragma=query_only(1)")
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	for _, table := range column(t, d, `SELECT name FROM sqlite_schema WHERE type = 'table'`) {
		for _, name := range column(t, d, `SELECT name FROM pragma_table_info('`+table+`')`) {
			for _, value := range column(t, d, `SELECT coalesce("`+name+`", '') FROM "`+table+`"`) {
				h.Add("table "+table+"."+name, []byte(value+"\n"))
			}
		}
	}
}

func column(t *testing.T, d *sql.DB, query string) (out []string) {
	t.Helper()
	rows, err := d.QueryContext(t.Context(), query)
	if err != nil {
		return nil // a table that holds nothing of its own, as those beside a full-text index
	}
	defer rows.Close()
	for rows.Next() {
		var v sql.RawBytes
		if err := rows.Scan(&v); err != nil {
			t.Fatal(err)
		}
		out = append(out, string(v))
	}
	return out
}
