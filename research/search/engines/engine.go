package engines

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"strings"
	"time"

	"golang.org/x/time/rate"

	"assay/research/port"
)

// A Config is what an entry of the table needs to be asked.
type Config struct {
	Client *http.Client  // nil: one that all engines share
	Base   string        // "" means the entry's own
	Mail   string        // an address at which engines that ask for one reach whoever runs this
	Key    func() string // nil means none
}

// An Engine asks the search engine that an [Entry] describes. It is safe for
// concurrent use and implements [port.Searcher].
type Engine struct {
	entry Entry
	conf  Config
	base  string
	pace  *rate.Limiter // nil if nothing paces it
}

// New returns the engine that an entry of [Table] or [Read] describes. An
// address that is none is told when it is asked.
func New(e Entry, c Config) *Engine {
	pace, _ := e.limiter() // checked when it was read
	if c.Key == nil {
		c.Key = func() string { return "" }
	}
	return &Engine{e, c, strings.TrimRight(cmp.Or(c.Base, e.Base), "/"), pace}
}

// Search returns the hits of the engine, at most q.Limit.
func (e *Engine) Search(ctx context.Context, q port.Query) (port.Results, error) {
	req, err := e.request(q)
	if err != nil {
		return port.Results{}, err
	}
	if e.pace != nil {
		if err := e.pace.Wait(ctx); err != nil {
			return port.Results{}, cmp.Or(ctx.Err(), port.Fail(port.Unavailable, "%s is not to be asked more often than %s", e.entry.Title, e.entry.Rate))
		}
	}
	var answer any
	if err := e.api().ask(ctx, req, &answer); err != nil {
		return port.Results{}, fmt.Errorf("search with %s: %w", e.entry.Title, err)
	}
	return e.results(answer, q), nil
}

func (e *Engine) api() api {
	return api{name: e.entry.Title, client: e.conf.Client, key: e.conf.Key(), keyVar: e.entry.KeyVar(), explain: e.explain}
}

// request returns the request that asks the engine.
func (e *Engine) request(q port.Query) (*http.Request, error) {
	v := e.values(q)
	address, _ := v.fill(e.entry.URL, url.PathEscape)
	params := make(map[string]string)
	maps.Copy(params, e.entry.Query)
	if q.Academic {
		maps.Copy(params, e.entry.Academic)
	}
	query := make(url.Values)
	for name, text := range params {
		if s, ok := v.fill(text, asIs); ok {
			query.Set(name, s)
		}
	}
	if len(query) > 0 {
		address += "?" + query.Encode()
	}
	method, body := http.MethodGet, []byte(nil)
	if e.entry.Body != nil {
		method = http.MethodPost
		var err error
		if body, err = json.Marshal(v.body(e.entry.Body)); err != nil {
			return nil, fmt.Errorf("search with %s: %w", e.entry.Title, err)
		}
	}
	req, err := http.NewRequest(method, address, bytes.NewReader(body))
	if err != nil || req.URL.Host == "" || req.URL.Scheme != "http" && req.URL.Scheme != "https" {
		return nil, port.Fail(port.Fatal, "the address of %s is not a URL: check %s", e.entry.Title, strings.Join(e.entry.BaseFrom, " or "))
	}
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	for name, text := range e.entry.Header {
		if s, ok := v.fill(text, asIs); ok {
			req.Header.Set(name, s)
		}
	}
	return req, nil
}

// values returns what goes into the holes of the entry's texts.
func (e *Engine) values(q port.Query) values {
	text := clip(q.Text, cmp.Or(e.entry.Longest, 1000))
	if words := strings.Fields(text); e.entry.Words > 0 && len(words) > e.entry.Words {
		text = strings.Join(words[:e.entry.Words], " ")
	}
	if e.entry.Scoped {
		text = scoped(text, q.Filter)
	}
	v := values{
		"q": text, "n": min(max(q.Limit, 1), cmp.Or(e.entry.Most, 20)), "lang": language(q.Language), "domains": q.Domains, "exclude": q.Exclude,
		"after": q.After, "before": q.Before, "key": e.conf.Key(), "mail": e.conf.Mail, "base": e.base,
	}
	if q.After != "" || q.Before != "" {
		v["since"], v["until"] = cmp.Or(q.After, "1990-01-01"), cmp.Or(q.Before, time.Now().UTC().Format(time.DateOnly))
	}
	return v
}

// results reads an answer.
func (e *Engine) results(answer any, q port.Query) port.Results {
	var out port.Results
	for _, path := range e.entry.Results {
		list, _ := at(answer, path).([]any)
		for _, item := range list {
			if h, ok := e.hit(item); ok && len(out.Hits) < q.Limit {
				out.Hits = append(out.Hits, h)
			}
		}
	}
	if f := e.entry.Failed; f != nil {
		list, _ := at(answer, f.List).([]any)
		for _, item := range list {
			failed := port.EngineFailed{Engine: e.entry.Name, Query: q.Text, Reason: plain(read(f.Reason, item))}
			if name := plain(read(f.Engine, item)); name != "" {
				failed.Engine += ": " + name
			}
			out.Failed = append(out.Failed, failed)
		}
	}
	return out
}

// hit reads one hit; ok is false if it has no address on the web.
func (e *Engine) hit(item any) (port.Hit, bool) {
	p := e.entry.Hit
	h, ok := hit(e.entry.Name, e.resolved(read(p.URL, item)), read(p.Title, item), read(p.Snippet, item), read(p.Published, item))
	h.Author, h.DOI, h.Retracted = plain(read(p.Author, item)), doi.FindString(read(p.DOI, item)), read(p.Retracted, item) != ""
	if c := e.resolved(read(p.Copy, item)); onWeb(c) {
		h.Copy = c
	}
	return h, ok
}

// resolved returns an address; one without a host is of the engine's own.
func (e *Engine) resolved(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "" || address == "" {
		return address
	}
	base, err := url.Parse(e.base + "/")
	if err != nil {
		return address
	}
	return base.ResolveReference(u).String()
}

// meanings are the usual words for what an engine's own error may mean.
var meanings = map[string]string{
	"key":    "%s refused the key: check %s",
	"credit": "the %s account has no credit left (%d)",
	"busy":   "%s is answering no more queries for now (%d)",
	"setup":  "%s cannot be asked as it is set up (%d)",
}

// explain returns what is wrong if one of the entry's rules knows the answer.
func (e *Engine) explain(status int, body []byte) error {
	for _, r := range e.entry.Errors {
		if r.Status != status || !bytes.Contains(body, []byte(r.Has)) {
			continue
		}
		class := port.Fatal
		if r.Means == "busy" {
			class = port.Unavailable
		}
		switch {
		case r.Says != "":
			return port.Fail(class, "%s %s", e.entry.Title, r.Says)
		case r.Means == "key":
			return port.Fail(class, meanings["key"], e.entry.Title, e.entry.KeyVar())
		}
		return port.Fail(class, meanings[r.Means], e.entry.Title, status)
	}
	return nil
}
