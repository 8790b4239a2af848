package llm

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"

	"assay/research/port"
)

// Probe finds out whether the client can work: the server is there, takes the
// key, and each of its models answers in JSON. It spends a few tokens per
// model. The error is a [*port.Failure] that says what to change.
func (c *Client) Probe(ctx context.Context) error {
	offered, err := c.offered(ctx)
	if err != nil {
		return err
	}
	for _, role := range c.probeRoles() {
		if err := c.ping(ctx, role); err != nil {
			return c.explain(err, c.modelOf(role), offered)
		}
	}
	return nil
}

// offered lists the server's models. Servers that keep no list offer nil.
func (c *Client) offered(ctx context.Context) ([]string, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, c.timeout, errTimeout)
	defer cancel()
	list, err := c.api.ListModels(ctx)
	if err != nil {
		err = unreadable(err)
		var s *statusError
		if errors.As(err, &s) && (s.status == http.StatusNotFound || s.status == http.StatusMethodNotAllowed || s.status == http.StatusNotImplemented) {
			return nil, nil
		}
		return nil, c.failure(ctx, err)
	}
	var names []string
	for _, m := range list.Models {
		names = append(names, m.ID)
	}
	return names, nil
}

// probeRoles returns one role for each model in use, the default's first.
func (c *Client) probeRoles() []string {
	seen := map[string]bool{}
	var roles []string
	for _, role := range append([]string{""}, slices.Sorted(maps.Keys(c.roles))...) {
		if m := c.modelOf(role); !seen[m] {
			seen[m] = true
			roles = append(roles, role)
		}
	}
	return roles
}

func (c *Client) ping(ctx context.Context, role string) error {
	resp, err := c.Generate(ctx, port.Request{
		Role:      role,
		Task:      "ping",
		Prompt:    `Answer with {"ok": true}.`,
		Schema:    json.RawMessage(`{"type":"object","properties":{"ok":{"type":"boolean"}},"required":["ok"],"additionalProperties":false}`),
		MaxTokens: 256, // reasoning models think first
	})
	if err == nil && resp.Finish == port.Complete && !strings.Contains(resp.Text, "{") {
		return port.Fail(port.Invalid, "the model answers, but not in JSON")
	}
	return err
}

// explain adds to a failure which model it befell and, if the server does not
// offer it, which it does.
func (c *Client) explain(err error, model string, offered []string) error {
	var f *port.Failure
	if !errors.As(err, &f) {
		return err
	}
	reason := fmt.Sprintf("%s: %s", model, f.Reason)
	if f.Class == port.Fatal && len(offered) > 0 && !slices.Contains(offered, model) {
		reason += "; the server offers " + c.hide(strings.Join(offered, ", "))
	}
	return port.Fail(f.Class, "%s", reason)
}
