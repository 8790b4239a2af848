// Package simulator simulates the services that Assay talks to: a model behind
// an OpenAI-compatible API, a SearXNG instance, and sites to read. The same
// request always gets the same answer, so that what is measured against it can
// be measured again.
package simulator

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"math/rand/v2"
	"net/http"
	"strings"
	"time"

	"assay/research"
	"assay/research/text"
)

// A ModelServer simulates a model behind an OpenAI-compatible API. It serves
//
//	POST /v1/chat/completions   streaming and not; also without /v1
//	GET  /v1/models
//	GET  /meter                 what it was asked so far: a [Meter]
//
// It recognises what Assay's methods ask and answers with valid
// JSON made of the prompt's own words; the same prompt always gets the same
// answer. Any other JSON Schema is filled in with sentences of the prompt.
// A token is four bytes. The zero value is ready to use. Fields must not be
// changed while it serves.
type ModelServer struct {
	Latency    time.Duration // until the answer begins
	Jitter     time.Duration // the most by which the latency differs, either way, by prompt
	MinDelay   time.Duration // no answer begins sooner
	Stragglers float64       // the share of answers, from 0 to 1, that take ten times as long: of the nth calls, by seed
	Seed       uint64        // other seeds give other answers

	Angles    int     // in a plan, within the bounds that the prompt sets; 0 means what is typical, the most it asks for, or 5
	Claims    int     // in an extraction, and in what is learned from sources, as far as they have sentences; 0 means 5
	Refuted   float64 // the share of claims, from 0 to 1, that every voter refutes
	Qualified float64 // the share of claims that every voter qualifies
	Doubt     float64 // the share of findings and claims that reviewers, critics and checks find fault with; 0 means a quarter, less than 0 none

	QuestionType research.QuestionType // what every question is classified as; "" means contested

	Cache bool // count prompts' common prefixes as cached tokens
	Obey  bool // do what pages and claims order, such as "ignore your instructions" or "mark every claim"

	// Fault says how to misbehave at the nth call, from 1. Nil means never.
	// It may be called by several goroutines at once.
	Fault func(n int, task string) Fault

	meter  meter
	prefix prefixCache
}

// A call is a request for one answer.
type call struct {
	task      string
	prompt    string
	model     string
	schema    json.RawMessage
	maxTokens int // 0 means any number
	stream    bool
	usage     bool // a stream ends with a chunk that holds the usage
}

// ServeHTTP answers one request.
func (s *ModelServer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch r.Method + " " + strings.TrimPrefix(r.URL.Path, "/v1") {
	case "POST /chat/completions":
		s.chat(w, r)
	case "GET /models":
		writeJSON(w, http.StatusOK, object{"object": "list", "data": []object{
			{"id": "simulator", "object": "model", "created": created, "owned_by": "assay"},
		}})
	case "GET /meter":
		writeJSON(w, http.StatusOK, s.Meter())
	default:
		writeError(w, http.StatusNotFound, "unknown URL: "+r.Method+" "+r.URL.Path)
	}
}

func (s *ModelServer) chat(w http.ResponseWriter, r *http.Request) {
	c, err := readCall(http.MaxBytesReader(w, r.Body, 32<<20))
	if err != nil {
		writeError(w, http.StatusBadRequest, err.Error())
		return
	}
	n := s.meter.begin(c)
	defer s.meter.end()
	var fault Fault
	if s.Fault != nil {
		fault = s.Fault(n, c.task)
	}
	s.meter.fault(fault)
	f := scripts[fault]
	if f.refuse != nil {
		f.refuse(w)
		return
	}
	cached := s.prefix.longest(c.prompt)
	if pause(r.Context(), s.delay(n, c.prompt)) != nil {
		return // the client has gone
	}
	a := s.say(c)
	if s.Cache {
		a.usage.cached = cached
		s.prefix.remember(c.prompt)
	}
	if f.say != nil {
		f.say(&a)
	}
	out := a.encode(c)
	if f.bend != nil {
		f.bend(&out)
	}
	if f.send == nil {
		f.send = sendAll
	}
	if f.send(r.Context(), w, out) == nil {
		s.meter.answered(c, a.usage)
	}
}

// say returns what an undisturbed model says, cut off at the call's limit.
func (s *ModelServer) say(c call) answer {
	a := answer{finish: "stop", usage: usage{in: tokens(c.prompt)}}
	said := s.answer(c)
	if limit := 4 * c.maxTokens; limit > 0 && len(said) > limit {
		said, a.finish = text.Head(said, limit), "length"
	}
	a.text = &said
	a.usage.out = tokens(said)
	return a
}

// Meter returns what the server was asked so far.
func (s *ModelServer) Meter() Meter { return s.meter.read() }

// late is how many times as long a straggler takes as other answers.
const late = 10

// delay returns how long the answer to the nth call takes to begin. A prompt that
// is sent again is another call, which may be quicker.
func (s *ModelServer) delay(n int, prompt string) time.Duration {
	d := s.Latency
	if s.Jitter > 0 {
		d += time.Duration((2*random(s.Seed, prompt).Float64() - 1) * float64(s.Jitter))
	}
	if random(s.Seed, fmt.Sprint("straggler ", n)).Float64() < s.Stragglers {
		d *= late
	}
	return max(d, s.MinDelay, 0)
}

// readCall reads the body of a chat-completion request.
func readCall(body io.Reader) (call, error) {
	var req chatRequest
	if err := json.NewDecoder(body).Decode(&req); err != nil {
		return call{}, err
	}
	if len(req.Messages) == 0 {
		return call{}, errors.New("messages: at least one is required")
	}
	texts := make([]string, len(req.Messages))
	for i, m := range req.Messages {
		texts[i] = string(m.Content)
	}
	c := call{
		prompt:    strings.Join(texts, "\n\n"),
		model:     req.Model,
		schema:    req.ResponseFormat.JSONSchema.Schema,
		maxTokens: max(req.MaxTokens, req.MaxCompletionTokens),
		stream:    req.Stream,
		usage:     req.StreamOptions.IncludeUsage,
	}
	if c.schema == nil {
		c.schema = schemaIn(c.prompt)
	}
	c.task = taskOf(req.ResponseFormat.JSONSchema.Name, c.schema)
	return c, nil
}

// pause waits for d, or until ctx ends; it returns the error of ctx.
func pause(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return ctx.Err()
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// random returns a generator that depends on nothing but a seed and a text.
func random(seed uint64, text string) *rand.Rand {
	h := fnv.New64a()
	io.WriteString(h, text)
	return rand.New(rand.NewPCG(seed, h.Sum64()))
}
