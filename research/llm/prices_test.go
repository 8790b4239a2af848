package llm

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"assay/research/port"
)

func TestPricesGoByTheLongestName(t *testing.T) {
	p := DefaultPrices()
	for model, want := range map[string]float64{
		"gpt-4o":                     2.5,
		"gpt-4o-2024-08-06":          2.5,
		"gpt-4o-2024-05-13":          5,
		"gpt-4o-mini-2024-07-18":     0.15,
		"gpt-5-mini-2025-08-07":      0.25,
		"openai/gpt-4.1-nano":        0.1,
		"claude-sonnet-4-20250514":   3,
		"anthropic/claude-opus-4-5":  5,
		"google/gemini-2.5-pro":      1.25,
		"models/gemini-2.0-flash":    0.1,
		"claude-sonnet-4-5@20250929": 3,
	} {
		if got, ok := p.Of(model); !ok || got.In != want {
			t.Errorf("Of(%q) = %+v, %v; want %v in", model, got, ok, want)
		}
	}
	for _, model := range []string{"", "gpt", "gpt-5.9", "gpt-4omni", "llama3", "o33"} {
		if got, ok := p.Of(model); ok {
			t.Errorf("Of(%q) = %+v", model, got)
		}
	}
}

func TestThePriceTableIsSound(t *testing.T) {
	p := DefaultPrices()
	if _, err := time.Parse(time.DateOnly, p.AsOf); err != nil {
		t.Error(err)
	}
	for model, price := range p.Models {
		if price.In <= 0 || price.Out <= price.In || price.Cached != nil && *price.Cached >= price.In {
			t.Errorf("%s: %+v", model, price)
		}
	}
}

func TestAUsersPricesReplaceThoseOfTheTable(t *testing.T) {
	own, err := ReadPrices(strings.NewReader(`{"as_of":"2026-11-01","models":{"gpt-4o":{"in":1,"out":2},"mine":{"in":0,"out":0}}}`))
	if err != nil {
		t.Fatal(err)
	}
	p := DefaultPrices().With(own)
	if got, _ := p.Of("gpt-4o"); got.In != 1 || p.AsOf != "2026-11-01" {
		t.Errorf("gpt-4o %+v as of %s", got, p.AsOf)
	}
	if _, ok := p.Of("mine"); !ok {
		t.Error("a new model is lost")
	}
	if _, ok := p.Of("o3"); !ok {
		t.Error("the table's other models are lost")
	}
	for _, bad := range []string{``, `{"models":{"m":{"in":-1,"out":0}}}`, `{"models":{"":{"in":1,"out":1}}}`, `{"modles":{}}`} {
		if _, err := ReadPrices(strings.NewReader(bad)); err == nil {
			t.Errorf("ReadPrices(%s) is accepted", bad)
		}
	}
}

func TestTheWorstCaseBoundsTheCall(t *testing.T) {
	req := port.Request{Prompt: strings.Repeat("a", 3000), Schema: json.RawMessage(strings.Repeat("s", 300)), MaxTokens: 1000}
	for _, tt := range []struct {
		base, model string
		want        port.Usage
	}{
		{"", "gpt-4o", port.Usage{Calls: 1, TokensIn: 1400, TokensOut: 1000, Cost: 13500}},
		{"http://127.0.0.1:11434/v1", "gpt-4o", port.Usage{Calls: 1, TokensIn: 1400, TokensOut: 1000}},
		{"http://localhost:1234/v1", "llama3", port.Usage{Calls: 1, TokensIn: 1400, TokensOut: 1000}},
		{"http://[::1]:1234/v1", "llama3", port.Usage{Calls: 1, TokensIn: 1400, TokensOut: 1000}},
		{"https://llm.test/v1", "llama3", port.Usage{Calls: 1, TokensIn: 1400, TokensOut: 1000, Unpriced: 1}},
	} {
		c, err := New(Config{BaseURL: tt.base, Model: tt.model})
		if err != nil {
			t.Fatal(err)
		}
		if got := c.Worst(req); got != tt.want {
			t.Errorf("%s at %q: %+v, want %+v", tt.model, tt.base, got, tt.want)
		}
	}
	c := client(t, nil)
	if got := c.Worst(port.Request{}).TokensOut; got != defaultMaxTokens {
		t.Errorf("%d tokens out by default", got)
	}
}

// What providers counted for real prompts must stay within the bound.
func TestTheWorstCaseHoldsForRecordedExchanges(t *testing.T) {
	c := client(t, nil)
	for _, rec := range recordings(t) {
		if got := c.Worst(port.Request{Prompt: rec.RequestBody}); strings.Contains(rec.RequestBody, "tool") || strings.Contains(rec.RequestBody, "image_url") {
			continue // tools and pictures, which Assay does not send, are counted by other rules
		} else if got.TokensIn < rec.Usage.PromptTokens {
			t.Errorf("%s: bound %d, counted %d", rec.Case, got.TokensIn, rec.Usage.PromptTokens)
		}
	}
}
