package port

import (
	"context"
	"encoding/json"
	"fmt"
	"time"
)

// A Model answers requests. Its implementations are the OpenAI-compatible
// adapter (package llm), the built-in reader (package reader) and the txtar
// world of package researchtest.
//
// Generate must be safe for concurrent use. It retries what is worth
// retrying; an error it returns is final for that request and, where the
// cause is known, wraps a [*Failure].
type Model interface {
	Generate(context.Context, Request) (Response, error)
}

// A Searcher finds pages for a query, best first. Its implementations are one
// adapter per search engine and the router over them (package search).
type Searcher interface {
	Search(context.Context, Query) (Results, error)
}

// A Fetcher reads the text of a page. Its implementations are the guarded
// HTTP client (package fetch) and the library (package search).
//
// A page that could not be read as an article (challenge, paywall, refused by
// robots.txt, not text) is an error that wraps a [*Failure] of class [Blocked]
// whose Reason says why; it is never an empty page.
type Fetcher interface {
	Fetch(ctx context.Context, url string) (Page, error)
}

// A Request asks a model for one answer.
type Request struct {
	Role      string          // who answers: "planner", "skeptic 2"; picks the model
	Task      string          // what is asked: the Name of a [engine.Task]
	Input     any             // the typed value that Prompt was rendered from, a pointer to one of this package's *Task types
	Prompt    string          // Input rendered for a language model
	Schema    json.RawMessage // JSON Schema of the answer (strict: closed objects, all fields required), or nil for prose
	MaxTokens int             // the most tokens that the answer may take
	Turn      Turn            // when it is served if others wait; no part of what is asked
}

// A Turn says when a request is served where requests have to wait for one another.
type Turn struct {
	Run   string // runs are served in turn, one request each
	Rank  int    // within a run the lowest goes first, then what came first
	Spare bool   // it is not to wait at all, nor to be tried again: it fails as Unavailable instead
}

// A Response is a model's answer and what it cost.
type Response struct {
	Text   string `json:"text"`
	Finish Finish `json:"finish"`
	Model  string `json:"model"` // the model that answered, as its provider names it
	Usage  Usage  `json:"-"`     // journaled beside the response
}

// A Finish says why a model stopped.
type Finish string

const (
	Complete  Finish = "complete"  // it said all it wanted to
	Truncated Finish = "truncated" // it ran into MaxTokens
)

// A Usage is what calls have spent.
type Usage struct {
	Calls        int   `json:"calls,omitempty"` // answered model calls
	TokensIn     int   `json:"in,omitempty"`
	TokensCached int   `json:"cached,omitempty"` // the part of TokensIn served from the provider's prefix cache
	TokensOut    int   `json:"out,omitempty"`
	Cost         Money `json:"cost,omitempty"`
	Unpriced     int   `json:"unpriced,omitempty"` // calls whose model has no known price; not in Cost
}

// Add returns the sum of u and v.
func (u Usage) Add(v Usage) Usage {
	return Usage{u.Calls + v.Calls, u.TokensIn + v.TokensIn, u.TokensCached + v.TokensCached, u.TokensOut + v.TokensOut, u.Cost + v.Cost, u.Unpriced + v.Unpriced}
}

// Sub returns what u is more than v.
func (u Usage) Sub(v Usage) Usage {
	return Usage{u.Calls - v.Calls, u.TokensIn - v.TokensIn, u.TokensCached - v.TokensCached, u.TokensOut - v.TokensOut, u.Cost - v.Cost, u.Unpriced - v.Unpriced}
}

// Tokens returns the tokens in and out together.
func (u Usage) Tokens() int { return u.TokensIn + u.TokensOut }

// Money is an amount in millionths of a US dollar.
type Money int64

// Dollars returns the amount in US dollars.
func (m Money) Dollars() float64 { return float64(m) / 1e6 }

// String returns the amount as "$0.0123": four decimals below a dollar, two from there on.
func (m Money) String() string {
	if m < 1e6 && m > -1e6 {
		return fmt.Sprintf("$%.4f", m.Dollars())
	}
	return fmt.Sprintf("$%.2f", m.Dollars())
}

// A Query is what a search engine is asked.
type Query struct {
	Text  string `json:"text"`
	Limit int    `json:"limit"` // the most hits wanted
	Filter
}

// A Filter narrows a search. Zero fields do not narrow. An engine that cannot
// apply a field leaves it to the router, which drops hits by domain and date.
type Filter struct {
	Engines  []string `json:"engines,omitempty"`  // ask only these
	Domains  []string `json:"domains,omitempty"`  // only these registrable domains or hosts
	Exclude  []string `json:"exclude,omitempty"`  // none of these
	After    string   `json:"after,omitempty"`    // published on or after, YYYY-MM-DD
	Before   string   `json:"before,omitempty"`   // published on or before, YYYY-MM-DD
	Language string   `json:"language,omitempty"` // BCP 47
	Academic bool     `json:"academic,omitempty"` // prefer scholarly engines
}

// Results are the hits of a query, and which engines could not answer it.
type Results struct {
	Hits   []Hit          `json:"hits"`
	Failed []EngineFailed `json:"failed,omitempty"`
}

// A Hit is one search result.
type Hit struct {
	URL       string   `json:"url"`
	Title     string   `json:"title"`
	Snippet   string   `json:"snippet"`             // plain text; the engine's, or the best passage of a library page
	Engines   []string `json:"engines"`             // which engines returned it
	Published string   `json:"published,omitempty"` // YYYY-MM-DD, YYYY-MM or YYYY, as far as the engine says
	Kind      string   `json:"kind,omitempty"`      // what a library says the page is: a SourceGrade or ""
	Author    string   `json:"author,omitempty"`
	DOI       string   `json:"doi,omitempty"`       // such as 10.1000/182
	Copy      string   `json:"copy,omitempty"`      // where its full text is open to all
	Retracted bool     `json:"retracted,omitempty"` // the engine says that it was withdrawn
}

// A Page is the readable text of a URL and how it was come by.
type Page struct {
	URL       string    `json:"url"`       // as asked for
	FinalURL  string    `json:"final_url"` // after redirects
	Title     string    `json:"title"`
	Author    string    `json:"author,omitempty"`
	Site      string    `json:"site,omitempty"`      // the publisher's name, where the page says it
	Published string    `json:"published,omitempty"` // YYYY-MM-DD, YYYY-MM or YYYY
	Language  string    `json:"language,omitempty"`  // BCP 47
	Kind      string    `json:"kind,omitempty"`      // what a library says the page is: a SourceGrade or ""
	Type      string    `json:"type"`                // media type of the raw body
	Status    int       `json:"status"`              // HTTP status; 0 for library pages
	Fetched   time.Time `json:"fetched"`
	Hash      string    `json:"hash"`     // hex SHA-256 of Text
	RawHash   string    `json:"raw_hash"` // hex SHA-256 of the raw body
	Extractor string    `json:"extractor"`
	Text      string    `json:"-"` // main text; paragraphs are separated by blank lines
}

// EngineFailed is a search engine that could not answer a query others answered.
type EngineFailed struct {
	Engine string `json:"engine"`
	Query  string `json:"query,omitempty"`
	Reason string `json:"reason"`
}
