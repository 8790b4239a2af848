// Package llm is a [port.Model] over any API that speaks OpenAI's chat
// completions: OpenAI itself, the many providers and gateways that imitate it,
// and local servers (Ollama, LM Studio, llama.cpp, vLLM).
//
// What such servers do not have in common is found out by asking: a request
// they refuse is put again in an older form, and the form that works is
// remembered per model (see dialect). Failures are told apart by what can be
// done about them (see classify); what is worth trying again is tried again, at
// most three times in all (see persist). All calls of a [Client] share one
// limiter, so that a burst of votes does not throttle itself (see limiter) nor
// keep other runs waiting (see queue).
package llm

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/sashabaranov/go-openai"

	"assay/research/port"
)

const (
	openAI           = "https://api.openai.com/v1"
	defaultTimeout   = 120 * time.Second
	defaultParallel  = 8
	defaultMaxTokens = 4096
)

// A Config says which API to use, and how. Only Model is required.
type Config struct {
	BaseURL string            // up to and including /v1; "" means OpenAI's
	Key     Secret            // "" for servers that need none
	Model   string            // who answers when Roles does not say
	Roles   map[string]string // model per role; "skeptic" stands for "skeptic 1", "researcher" for "researcher A" ... too
	Prices  Prices            // the zero value means DefaultPrices
	Stream  bool              // ask for server-sent events; slow answers then outlive proxies that cut silent connections
	Timeout time.Duration     // of one attempt, from request to last byte; 0 means 120 s
	Limits  Limits
	Client  *http.Client // whose Transport to use; nil means a new one
}

// Limits bound what a Client asks of its provider at a time. Zero rates are
// learned from the provider's x-ratelimit headers.
type Limits struct {
	Parallel int // calls under way; 0 means 8
	Requests int // per minute
	Tokens   int // per minute
}

// A Client is a research.Model. It is safe for concurrent use.
type Client struct {
	api      *openai.Client
	model    string
	roles    map[string]string
	prices   Prices
	official bool // the API is OpenAI's own
	local    bool // the API is on this machine
	keyless  bool
	stream   bool
	timeout  time.Duration
	limiter  *limiter
	dialects *dialects
	key      Secret
	hide     func(string) string // removes secrets from a provider's words
}

var _ port.Model = (*Client)(nil)

// New returns a client for the API that cfg describes. It makes no call; see
// [Client.Probe] for that. Its errors do not repeat BaseURL, which may hold a
// password typed in by mistake.
func New(cfg Config) (*Client, error) {
	if cfg.BaseURL == "" {
		cfg.BaseURL = openAI
	}
	base, err := url.Parse(strings.TrimRight(cfg.BaseURL, "/"))
	switch {
	case err != nil || base.Scheme != "http" && base.Scheme != "https" || base.Host == "":
		return nil, errors.New("language model: the base URL (OPENAI_BASE_URL) is not an http or https URL")
	case base.User != nil || base.RawQuery != "" || base.Fragment != "":
		return nil, errors.New("language model: the base URL (OPENAI_BASE_URL) must not hold a user name, query or fragment; the key belongs in OPENAI_API_KEY")
	case cfg.Model == "":
		return nil, errors.New("language model: no model is set")
	}
	if cfg.Timeout <= 0 {
		cfg.Timeout = defaultTimeout
	}
	if cfg.Limits.Parallel <= 0 {
		cfg.Limits.Parallel = defaultParallel
	}
	if cfg.Prices.Models == nil {
		cfg.Prices = DefaultPrices()
	}
	limiter := newLimiter(cfg.Limits)
	return &Client{
		api:      newAPI(base.String(), cfg, limiter),
		model:    cfg.Model,
		roles:    cfg.Roles,
		prices:   cfg.Prices,
		official: base.Hostname() == "api.openai.com",
		local:    loopback(base.Hostname()),
		keyless:  cfg.Key == "",
		stream:   cfg.Stream,
		timeout:  cfg.Timeout,
		limiter:  limiter,
		dialects: new(dialects),
		key:      cfg.Key,
		hide:     hider(string(cfg.Key)),
	}, nil
}

// With returns a client of the same API, under the same limits, in which model
// answers for every role.
func (c *Client) With(model string) *Client {
	d := *c
	d.model, d.roles = model, nil
	return &d
}

func newAPI(base string, cfg Config, l *limiter) *openai.Client {
	api := openai.DefaultConfig(string(cfg.Key))
	api.BaseURL = base
	api.EmptyMessagesLimit = 1 << 20 // the body's size is bounded instead
	api.HTTPClient = &http.Client{Transport: newTransport(cfg.Client, cfg.Limits.Parallel, l.learn)}
	return openai.NewClientWithConfig(api)
}

// Generate asks the model of the request's role. The error is a
// [*port.Failure], or ctx's error if the caller cancelled the call. Beside
// an error, the response still holds what the failed attempts cost.
func (c *Client) Generate(ctx context.Context, req port.Request) (port.Response, error) {
	if req.Schema != nil && !json.Valid(req.Schema) {
		return port.Response{}, fmt.Errorf("ask %s: the schema of task %q is not JSON", req.Role, req.Task)
	}
	model := c.modelOf(req.Role)
	resp := port.Response{Model: model}
	for {
		d := c.dialects.of(model)
		a, spent, err := c.persist(ctx, req.Turn, d.chat(model, req, c.official))
		resp.Usage = resp.Usage.Add(spent)
		if next, ok := d.after(err, req); ok {
			c.dialects.learn(model, next)
			continue
		}
		if a.model != "" {
			resp.Model = c.key.takenOut(a.model)
		}
		if err != nil {
			return resp, c.failure(ctx, err)
		}
		resp.Text, resp.Finish = c.key.takenOut(a.text), a.finish
		return resp, nil
	}
}

// modelOf returns who answers for a role: its own model, or that of the role
// without its number, or the default.
func (c *Client) modelOf(role string) string {
	name, _, _ := strings.Cut(role, " ")
	for _, r := range []string{role, name} {
		if m := c.roles[r]; m != "" {
			return m
		}
	}
	return c.model
}

// String names the client's model. It keeps the rest out of what is printed.
func (c *Client) String() string { return "language model " + c.model }

func loopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}
