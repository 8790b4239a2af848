// Package engines searches the web: engines.json describes one search engine
// in each of its entries, and an [Engine] asks whatever an [Entry] describes.
// [Wikipedia] is written in Go. All of them are a [port.Searcher].
package engines

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
)

//go:embed engines.json
var builtIn []byte

// An Entry describes a search engine with an HTTP API that answers in JSON.
//
// The texts of URL, Query, Header and Body may have holes: {q} the query, {n}
// the hits wanted, {after} and {before} dates, {since} and {until} the same
// with the beginning of 1990 and today in the place of one that is open,
// {lang} a language such as "en", {domains} and {exclude}, {key}, {mail} and
// {base}. What has an empty hole is left out. {q|cql} goes through a filter.
//
// The texts of Hit are paths such as "authors.0.name"; "a || b" is the first
// of two that is not empty, "a|unix" goes through a filter, and
// "https://a.example/{id}" is a template with paths in it.
type Entry struct {
	Name     string            `json:"name"`                    // that runs and pages call it by
	Title    string            `json:"title"`                   // for people
	Docs     string            `json:"docs,omitempty"`          // where its API is described
	Key      string            `json:"key,omitempty"`           // the environment variable that holds its key; it ends in ? if the engine does without
	Base     string            `json:"base,omitempty"`          // its address; "" if it has to be set
	BaseFrom []string          `json:"base_from,omitempty"`     // environment variables that set the address, the first wins
	URL      string            `json:"url"`                     // what is asked
	Query    map[string]string `json:"query,omitempty"`         // parameters of the URL
	Academic map[string]string `json:"when_academic,omitempty"` // parameters that a search for scholarly pages has instead
	Header   map[string]string `json:"header,omitempty"`
	Body     map[string]any    `json:"body,omitempty"`    // sent as JSON, with POST; without it the method is GET
	Most     int               `json:"most,omitempty"`    // the most hits that may be asked for; 0 means 20
	Longest  int               `json:"longest,omitempty"` // bytes of a query; 0 means 1000
	Words    int               `json:"words,omitempty"`   // words of a query; 0 means any number
	Scoped   bool              `json:"scoped,omitempty"`  // domains are asked for in the query, as site:a.example
	Rate     string            `json:"rate,omitempty"`    // requests in a time, such as "10/s", "1/5s" or "100/m"
	Results  []string          `json:"results"`           // paths of the lists of hits
	Hit      HitPaths          `json:"hit"`
	Failed   *FailedPaths      `json:"failed,omitempty"` // the engines behind it that did not answer
	Errors   []ErrorRule       `json:"errors,omitempty"` // what its own error answers mean, the first that fits
}

// HitPaths say where the parts of a hit are, from the hit.
type HitPaths struct {
	URL       string `json:"url"`
	Title     string `json:"title"`
	Snippet   string `json:"snippet,omitempty"`
	Published string `json:"published,omitempty"`
	Author    string `json:"author,omitempty"`
	DOI       string `json:"doi,omitempty"`
	Copy      string `json:"copy,omitempty"`
	Retracted string `json:"retracted,omitempty"`
}

// FailedPaths say where an answer lists the engines that failed, and from one
// of the list, its name and the reason.
type FailedPaths struct {
	List   string `json:"list"`
	Engine string `json:"engine"`
	Reason string `json:"reason"`
}

// An ErrorRule says what an answer means that has the status and, if Has is not
// empty, those words.
type ErrorRule struct {
	Status int    `json:"status"`
	Has    string `json:"has,omitempty"`
	Means  string `json:"means"`          // "key", "credit", "busy" or "setup"
	Says   string `json:"says,omitempty"` // what is wrong, after the engine's title; "" for the usual words
}

// KeyVar returns the environment variable that holds the engine's key, or "".
func (e Entry) KeyVar() string { return strings.TrimSuffix(e.Key, "?") }

// Needs returns the environment variable that has to be set before the engine
// can be asked, or "" if it answers anybody.
func (e Entry) Needs() string {
	switch {
	case e.Base == "" && len(e.BaseFrom) > 0:
		return e.BaseFrom[0]
	case strings.HasSuffix(e.Key, "?"):
		return ""
	}
	return e.Key
}

// Table returns the engines that are built in.
func Table() []Entry {
	table, err := Read(bytes.NewReader(builtIn))
	if err != nil {
		panic("engines.json: " + err.Error()) // a test reads it
	}
	return table
}

// Read reads a list of entries. Its errors name the entry and the field.
func Read(r io.Reader) ([]Entry, error) {
	var raw []json.RawMessage
	if err := json.NewDecoder(r).Decode(&raw); err != nil {
		return nil, fmt.Errorf("not a JSON list of engines: %w", err)
	}
	var out []Entry
	for i, r := range raw {
		e := Entry{}
		dec := json.NewDecoder(bytes.NewReader(r))
		dec.DisallowUnknownFields()
		err := dec.Decode(&e)
		if err == nil {
			err = e.check()
		}
		if err == nil && slices.ContainsFunc(out, func(o Entry) bool { return o.Name == e.Name }) {
			err = fmt.Errorf("name: there are two")
		}
		if err != nil {
			return nil, fmt.Errorf("engine %d (%q): %w", i+1, e.Name, err)
		}
		out = append(out, e)
	}
	return out, nil
}

// With returns the table with entries added; one of a name that is there takes
// the place of what was.
func With(table, more []Entry) []Entry {
	table = slices.Clone(table)
	for _, e := range more {
		i := slices.IndexFunc(table, func(o Entry) bool { return o.Name == e.Name })
		if i < 0 {
			table = append(table, e)
		} else {
			table[i] = e
		}
	}
	return table
}
