package engines

import (
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"reflect"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"assay/research/port"
)

// A recorded answer says below "assay" what is asked of the engine, and what
// must come of it; the rest is what the engine answered.
type recorded struct {
	Asked struct {
		URL  string         `json:"url"`
		Body map[string]any `json:"body"`
	} `json:"asked"`
	Hits []port.Hit `json:"hits"`
}

// Every engine of the table reads its recorded answer.
func TestEveryEngineIsAskedAndRead(t *testing.T) {
	for _, e := range Table() {
		t.Run(e.Name, func(t *testing.T) {
			base, last := serve(t, e.Name+".json")
			var file struct {
				Assay *recorded `json:"assay"`
			}
			text, err := os.ReadFile("testdata/" + e.Name + ".json")
			if err != nil {
				t.Fatal(err)
			}
			if err := json.Unmarshal(text, &file); err != nil {
				t.Fatal(err)
			}
			got := found(t, New(e, Config{Base: base, Key: key}), port.Query{Text: "vacuum freeze", Limit: 5, Filter: port.Filter{Language: "en-GB"}})
			if len(got.Hits) == 0 {
				t.Fatal("no hits")
			}
			r, body := last()
			if strings.Contains(r.URL.String()+body, secret) {
				t.Errorf("the key is in %s %s", r.URL, body)
			}
			if want := file.Assay; want != nil {
				var sent map[string]any
				_ = json.Unmarshal([]byte(body), &sent)
				if r.URL.String() != want.Asked.URL || !reflect.DeepEqual(sent, want.Asked.Body) {
					t.Errorf("asked %s %v\nwant  %s %v", r.URL, sent, want.Asked.URL, want.Asked.Body)
				}
				if !reflect.DeepEqual(got.Hits, want.Hits) {
					t.Errorf("got  %+v\nwant %+v", got.Hits, want.Hits)
				}
			}
		})
	}
}

// A key that an engine repeats, in whatever it answers, shows neither in what
// is found nor in an error.
func TestResultsDoNotRepeatTheKey(t *testing.T) {
	for _, e := range Table() {
		text, err := os.ReadFile("testdata/" + e.Name + ".json")
		if err != nil {
			t.Fatal(err)
		}
		for status, body := range map[int]string{
			200: strings.NewReplacer("acuum", "acuum "+secret, "https://", "https://"+secret+".").Replace(string(text)),
			400: secret, 403: secret, 418: secret,
		} {
			s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				w.WriteHeader(status)
				_, _ = io.WriteString(w, body)
			}))
			got, err := New(e, Config{Base: s.URL, Key: key}).Search(t.Context(), port.Query{Text: "x", Limit: 5})
			s.Close()
			if (err == nil) != (status == 200) || e.Key != "" && strings.Contains(fmt.Sprint(got, err), secret) {
				t.Errorf("%s, %d: %v, %v", e.Name, status, got, err)
			}
		}
	}
}

func TestEnginesOfTheTableAreWhole(t *testing.T) {
	for _, e := range Table() {
		if !strings.HasPrefix(e.Docs, "https://") || len(e.BaseFrom) == 0 || e.Needs() == "" && e.Key == "" {
			t.Errorf("%s: docs %q, base_from %q, key %q", e.Name, e.Docs, e.BaseFrom, e.Key)
		}
	}
}

// One after another searches use one connection, and at once not many more.
func TestSearchesShareConnections(t *testing.T) {
	var opened atomic.Int32
	s := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.WriteString(w, `{"results": []}`)
	}))
	s.Config.ConnState = func(_ net.Conn, state http.ConnState) {
		if state == http.StateNew {
			opened.Add(1)
		}
	}
	s.Start()
	defer s.Close()
	for range 20 {
		found(t, New(entry(t, "searxng"), Config{Base: s.URL}), port.Query{Text: "q", Limit: 1})
	}
	if n := opened.Load(); n != 1 {
		t.Errorf("20 searches one after another opened %d connections", n)
	}
	for range 5 {
		var wg sync.WaitGroup
		for range 8 {
			wg.Go(func() { found(t, New(entry(t, "searxng"), Config{Base: s.URL}), port.Query{Text: "q", Limit: 1}) })
		}
		wg.Wait()
	}
	if n := opened.Load(); n > 10 {
		t.Errorf("8 searches at once, five times, opened %d connections", n)
	}
}

const scholarly = `[{"name":"papers","title":"Papers","key":"PAPERS_KEY?","url":"https://api.papers.example/{lang}/works","base":"https://www.papers.example",
	"query":{"search":"{q|cql}","from":"{after|compact}","to":"{before}","n":"{n}","mailto":"{mail}"},"header":{"X-Key":"{key}"},
	"body":{"size":"{n}","q":{"text":"{q}","site":"{domains}"},"none":{"after":"{after}"},"all":["{before}",1,true]},
	"results":["works","more.works"],"most":25,"rate":"2/s",
	"hit":{"url":"location.page || /w/{id} || id","title":"title.0","snippet":"abstract|inverted","published":"date|parts || made|unix || seen|compact",
	       "author":"authors.0.name","doi":"ids.doi|doi","copy":"open","retracted":"withdrawn"},
	"errors":[{"status":200,"has":"too many","means":"busy"}]}]`

// papers answers one request of the scholarly engine without a network.
func papers(t *testing.T, answer string, c Config) (*Engine, *[]string) {
	t.Helper()
	table, err := Read(strings.NewReader(scholarly))
	if err != nil {
		t.Fatal(err)
	}
	var sent []string
	c.Client = &http.Client{Transport: tripper(func(r *http.Request) (*http.Response, error) {
		body, _ := io.ReadAll(r.Body)
		sent = append(sent, r.Method, r.URL.String(), string(body), r.Header.Get("X-Key"))
		return &http.Response{StatusCode: 200, Body: io.NopCloser(strings.NewReader(answer))}, nil
	})}
	return New(table[0], c), &sent
}

type tripper func(*http.Request) (*http.Response, error)

func (f tripper) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

func TestEntriesAreInterpreted(t *testing.T) {
	e, sent := papers(t, `{"works":[
		{"location":{"page":"https://a.example/1"},"title":["One <i>work</i>"],"abstract":{"tea":[0,2],"is":[1]},"date":[[2024,3]],"authors":[{"name":"A. Author"}],
		 "ids":{"doi":"https://doi.org/10.1000/182"},"open":"https://b.example/1.pdf","withdrawn":true},
		{"id":7,"title":["Two"],"made":1700000000,"open":"javascript:alert(1)","withdrawn":false}],
		"more":{"works":[{"id":"x y","title":["Three"],"seen":"20260102T030405Z"},{"location":{"page":"magnet:?x"},"title":["none"]},"odd",null]}}`, Config{})
	got := found(t, e, port.Query{Text: `say "tea" & more`, Limit: 3, Filter: port.Filter{After: "2024-01-31", Language: "en", Domains: []string{"a.example"}}}).Hits
	want := []port.Hit{
		{URL: "https://a.example/1", Title: "One work", Snippet: "tea is tea", Published: "2024-03", Engines: []string{"papers"}, Author: "A. Author", DOI: "10.1000/182", Copy: "https://b.example/1.pdf", Retracted: true},
		{URL: "https://www.papers.example/w/7", Title: "Two", Published: "2023-11-14", Engines: []string{"papers"}},
		{URL: "https://www.papers.example/w/x%20y", Title: "Three", Published: "2026-01-02", Engines: []string{"papers"}},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
	wantSent := []string{"POST", `https://api.papers.example/en/works?from=20240131&n=3&search=say+%5C%22tea%5C%22+%26+more`,
		`{"all":[1,true],"none":{"after":"2024-01-31"},"q":{"site":["a.example"],"text":"say \"tea\" \u0026 more"},"size":3}`, ""}
	if !reflect.DeepEqual(*sent, wantSent) {
		t.Errorf("sent %q\nwant %q", *sent, wantSent)
	}
}

func TestWhatAnEntrySaysOfErrorsAndPaceHolds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e, sent := papers(t, `too many`, Config{Key: key})
		began := time.Now()
		for range 4 {
			if _, err := e.Search(t.Context(), port.Query{Text: "q"}); err == nil || !strings.Contains(err.Error(), "no more queries") {
				t.Fatal(err)
			}
		}
		if took := time.Since(began); took != time.Second || (*sent)[3] != secret || strings.Contains((*sent)[2], "none") {
			t.Errorf("4 requests of 2 a second took %v, sent %q", took, (*sent)[:4])
		}
	})
}

// Errors of a table name the entry and the field.
func TestEntriesThatCannotWorkAreRefused(t *testing.T) {
	whole := func(field string) string {
		return `[{"name":"x","title":"X","url":"https://x.example/","results":["r"],"hit":{"url":"u","title":"t"},` + field + `}]`
	}
	for in, want := range map[string][]string{
		`{}`: {"list"}, `[{"name":"Ä"}]`: {"Ä", "name"}, `[{"name":"sample","title":"X"}]`: {"sample", "name"},
		whole(`"colour":"red"`):                            {`"x"`, "colour"},
		whole(`"most":"many"`):                             {`"x"`, "most"},
		whole(`"key":"not a variable"`):                    {`"x"`, "key"},
		whole(`"query":{"q":"{question}"}`):                {`"x"`, "query.q", "{question}"},
		whole(`"query":{"q":"{q|sql}"}`):                   {`"x"`, "query.q", "sql"},
		whole(`"query":{"api_key":"{key}"}`):               {`"x"`, "query.api_key", "address"},
		whole(`"url":"https://x.example/{key}"`):           {`"x"`, "url", "key"},
		whole(`"url":"ftp://x.example/"`):                  {`"x"`, "url"},
		whole(`"url":"{base}/s"`):                          {`"x"`, "base"},
		whole(`"base":"x.example"`):                        {`"x"`, "base"},
		whole(`"base_from":["a b"]`):                       {`"x"`, "base_from"},
		whole(`"body":{"a":{"b":["{nothing}"]}}`):          {`"x"`, "body.a.b.0"},
		whole(`"header":{"A":"{"}`):                        {`"x"`, "header.A"},
		whole(`"results":[]`):                              {`"x"`, "results"},
		whole(`"hit":{"title":""}`):                        {`"x"`, "hit", "title"},
		whole(`"hit":{"url":"u","title":"t|upper"}`):       {`"x"`, "hit.title", "upper"},
		whole(`"rate":"fast"`):                             {`"x"`, "rate"},
		whole(`"errors":[{"status":400,"means":"death"}]`): {`"x"`, "errors.0.means"},
		whole(`"errors":[{"status":7,"means":"key"}]`):     {`"x"`, "errors.0.status"},
		strings.TrimSuffix(whole(`"most":1`), "]") + "," + strings.TrimPrefix(whole(`"most":1`), "["): {`"x"`, "two"},
	} {
		_, err := Read(strings.NewReader(in))
		for _, w := range want {
			if err == nil || !strings.Contains(err.Error(), w) {
				t.Errorf("%s: %v, want %q in it", in, err, w)
			}
		}
	}
}

func TestEntriesOfAFileTakeThePlaceOfThoseThere(t *testing.T) {
	got := With([]Entry{{Name: "a", Most: 1}, {Name: "b"}}, []Entry{{Name: "c"}, {Name: "a", Most: 2}})
	if len(got) != 3 || got[0].Most != 2 || got[2].Name != "c" {
		t.Errorf("%+v", got)
	}
}
