package main

import (
	"bytes"
	"database/sql"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"assay/research/search/engines"
	"assay/research/simulator"
)

// canaries are secrets that must show nowhere, by the variable that sets them:
// the model's, the password and the key of every search engine of the table.
// Each is one word, so that it would stand in an index as it is.
var canaries = func() map[string]string {
	all := map[string]string{"OPENAI_API_KEY": "canaryopenai7q3w9e5r", "ASSAY_PASSWORD": "canarypassword8u4i2o6p"}
	for _, e := range engines.Table() {
		if e.Key != "" {
			all[e.KeyVar()] = "canary" + strings.ReplaceAll(e.Name, "-", "") + "2a8s4d6f1z5x"
		}
	}
	return all
}()

// keyedEngines returns the search engines that have a key, all at one address:
// their variables, and the names to ask them by.
func keyedEngines(address string) (env, names []string) {
	for _, e := range engines.Table() {
		if e.Key != "" {
			env, names = append(env, e.BaseFrom[0]+"="+address), append(names, e.Name)
		}
	}
	return env, names
}

// A hay is where secrets are looked for: everything that came out of the
// program, by where it came out.
type hay struct {
	mu    sync.Mutex
	stack map[string][]byte
	size  int
}

func (h *hay) add(where string, what []byte) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.stack == nil {
		h.stack = make(map[string][]byte)
	}
	h.stack[where] = append(h.stack[where], what...)
	h.size += len(what)
}

// a place is one of the hay's, to write to.
type place struct {
	h     *hay
	where string
}

func (p place) Write(b []byte) (int, error) {
	p.h.add(p.where, b)
	return len(b), nil
}

// needles are the forms that a secret could show in.
func needles(secret string) []string {
	return []string{secret, base64.StdEncoding.EncodeToString([]byte(secret))[:20], hex.EncodeToString([]byte(secret))}
}

// find reports every place that holds a secret, and returns how many do.
func (h *hay) find(t *testing.T) (hits int) {
	t.Helper()
	for where, what := range h.stack {
		low := bytes.ToLower(what)
		for name, secret := range canaries {
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

// files adds every file of the data folder as it is on the disk.
func (h *hay) files(t *testing.T, dir string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := os.ReadFile(path)
		h.add("file "+filepath.Base(path), b)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// rows adds every row of every table of the database: in the file a value may
// be spread over pages.
func (h *hay) rows(t *testing.T, file string) {
	t.Helper()
	d, err := sql.Open("sqlite", "file:"+file+"?_pragma=query_only(1)")
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	for _, table := range column(t, d, `SELECT name FROM sqlite_schema WHERE type = 'table'`) {
		for _, name := range column(t, d, `SELECT name FROM pragma_table_info('`+table+`')`) {
			for _, value := range column(t, d, `SELECT coalesce("`+name+`", '') FROM "`+table+`"`) {
				h.add("table "+table+"."+name, []byte(value+"\n"))
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

// A blab is a service that repeats the secrets it is sent wherever it can: in
// its headers, in its complaints and, with its answers, in the middle of what
// it was asked for.
type blab struct {
	http.Handler // answers when it does not complain

	calls   atomic.Int64
	refuses atomic.Bool // every call, for a bad key
	heard   sync.Map    // secrets that it was sent
}

func (b *blab) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	said := b.overhear(r)
	w.Header().Set("X-Request-Key", said)
	n := b.calls.Add(1)
	switch {
	case b.refuses.Load():
		complain(w, http.StatusUnauthorized, said)
	case n%9 == 0:
		complain(w, []int{429, 500, 503}[n/9%3], said)
	case n%7 == 0:
		b.quote(w, r, said)
	default:
		b.Handler.ServeHTTP(w, r)
	}
}

// overhear returns the secrets in a request.
func (b *blab) overhear(r *http.Request) string {
	said := secretsIn(r)
	for name, secret := range canaries {
		if strings.Contains(said, secret) {
			b.heard.Store(name, true)
		}
	}
	return said
}

// secretsIn returns the headers of a request that hold secrets.
func secretsIn(r *http.Request) string {
	var said []string
	for _, values := range r.Header {
		for _, v := range values {
			if strings.Contains(v, canaryPart) {
				said = append(said, v)
			}
		}
	}
	return strings.Join(said, " ")
}

func complain(w http.ResponseWriter, status int, said string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	fmt.Fprintf(w, `{"error": {"message": "Incorrect key provided: %s. SUBSCRIPTION_TOKEN_INVALID", "type": "x %s", "code": %d}}`, said, said, status)
}

// quote answers, with the secrets in the answer's own words.
func (b *blab) quote(w http.ResponseWriter, r *http.Request, said string) {
	rec := httptest.NewRecorder()
	b.Handler.ServeHTTP(rec, r)
	for name, values := range rec.Header() {
		w.Header()[name] = values
	}
	w.Header().Del("Content-Length")
	w.WriteHeader(rec.Code)
	body := rec.Body.String()
	for _, word := range []string{`\"evidence\":\"`, `\"claim\":\"`, `\"label\":\"`, `\"summary\":\"`, `\"query\":\"`, `\"why\":\"`, `"model":"`, `"title":"`, `"content":"`} {
		body = strings.Replace(body, word, word+said+" ", 1)
	}
	w.Write([]byte(body))
}

// failing is a search engine that fails in another way each time, and that
// tries to have its keys sent elsewhere.
func failing(elsewhere string) http.Handler {
	var n atomic.Int64
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		said := secretsIn(r)
		switch n.Add(1) % 7 {
		case 0:
			http.Redirect(w, r, elsewhere+"/?key="+said, http.StatusTemporaryRedirect)
		case 1:
			fmt.Fprintf(w, `{"results": "%s"`, said)
		case 2:
			panic(http.ErrAbortHandler)
		case 3:
			complain(w, http.StatusUnprocessableEntity, said)
		case 4:
			complain(w, 432, said)
		case 5:
			fmt.Fprintf(w, `{"results": [{"url": "https://a.example/?k=%[1]s", "title": "%[1]s", "content": "lightning %[1]s"}], "web": {"results": [{"url": "https://b.example/%[1]s", "title": "%[1]s", "description": "lightning %[1]s"}]}}`, strings.TrimPrefix(said, "Bearer "))
		default:
			complain(w, http.StatusForbidden, said)
		}
	})
}

// everyFault has every fault in turn, at every fourth call.
func everyFault(n int, _ string) simulator.Fault {
	all := simulator.Faults()
	if n%4 != 0 {
		return simulator.NoFault
	}
	return all[n/4%len(all)]
}
