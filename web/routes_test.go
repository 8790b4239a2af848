package web

import (
	"database/sql"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"testing"

	"assay/research"
	"assay/static"
)

// addressed replaces the parameters of a route by what there is.
func addressed(path, id string) string {
	return strings.NewReplacer(":id", id, ":n", "1", "*", strings.TrimPrefix(static.Path("app.js"), "/static/")).Replace(path)
}

// version returns a number that changes with every change of the database.
func version(t *testing.T, d *sql.DB) (n int) {
	t.Helper()
	if err := d.QueryRowContext(t.Context(), `PRAGMA data_version`).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

// Whatever is read, on whatever route, nothing is written: a link, a prefetch
// or a page elsewhere that has a browser fetch ours changes nothing.
func TestReadingChangesNothing(t *testing.T) {
	s := newSite(t, teaWorld)
	done := s.done(t)
	waiting := s.ask(t, "plan", "on")
	s.until(t, waiting, research.Waiting)
	d, err := sql.Open("sqlite", "file:"+s.data)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	d.SetMaxOpenConns(1)
	before, read := version(t, d), 0
	for _, r := range s.routes().Routes() {
		if r.Method == http.MethodPost {
			continue
		}
		for _, id := range []string{done, waiting} {
			path := addressed(r.Path, id)
			if id == waiting && strings.HasSuffix(path, "/events") {
				continue // does not end
			}
			for _, query := range []string{"", "?question=x&method=verify&do=stop&token=x&offer=plan&query=x&skip=1&theme=dark&deleted=" + id} {
				s.send(t, r.Method, path+query, nil, "Datastar-Request", "true", "Sec-Fetch-Site", "cross-site", "Origin", "https://evil.example")
				if now := version(t, d); now != before {
					t.Errorf("%s %s writes", r.Method, path+query)
					before = now
				}
				read++
			}
		}
	}
	if runs, err := s.Store.Runs(t.Context(), 10); err != nil || len(runs) != 2 {
		t.Errorf("there are %d runs, %v", len(runs), err)
	}
	s.post(t, "/r/"+waiting+"/stop", nil).want(t, http.StatusSeeOther)
	if version(t, d) == before {
		t.Error("a form changes nothing either, so nothing was tried")
	}
	t.Logf("%d requests that read", read)
}

// Every route, its stream and its exports too, is behind the door, but those
// that one needs to come in; and no answer lets pages elsewhere read it.
func TestEveryRouteIsBehindTheDoor(t *testing.T) {
	s := newSite(t, teaWorld)
	id := s.done(t)
	open := "/login /session /healthz /readyz /robots.txt /theme /static/*"
	doors := map[string]func(){
		"a password": func() {
			if err := s.Door.AskFor(t.Context(), s.Store, "open sesame"); err != nil {
				t.Fatal(err)
			}
		},
		"a proxy": func() {
			s.Door = Door{Header: "Remote-User", Proxies: []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}}
		},
	}
	for name, closeDoor := range doors {
		s.Door = Door{}
		closeDoor()
		kept := 0
		for _, r := range s.routes().Routes() {
			var form url.Values
			if r.Method == http.MethodPost {
				form = url.Values{"question": {teaQuestion}, "method": {"verify"}}
			}
			a := s.send(t, r.Method, addressed(r.Path, id), form, "Remote-User", "ada", "Cookie", "session=GUESSED", "Origin", s.url)
			if a.Header.Get("Access-Control-Allow-Origin") != "" {
				t.Errorf("%s %s may be read from elsewhere", r.Method, r.Path)
			}
			if strings.Contains(" "+open+" ", " "+r.Path+" ") {
				continue
			}
			kept++
			if a.StatusCode != http.StatusUnauthorized && a.StatusCode != http.StatusForbidden || strings.Contains(a.body, "Tea was in use") {
				t.Errorf("past %s: %s %s: %s", name, r.Method, r.Path, a.Status)
			}
		}
		if kept < 25 {
			t.Errorf("%d routes are behind %s", kept, name)
		}
	}
	if runs, err := s.Store.Runs(t.Context(), 10); err != nil || len(runs) != 1 {
		t.Errorf("there are %d runs, %v", len(runs), err)
	}
}
