package llm

import (
	"math"

	"github.com/sashabaranov/go-openai"

	"assay/research/port"
)

// envelope bounds the tokens around a prompt: roles, separators, the demand for
// JSON, and what a provider adds on its own (xAI: some 200).
const envelope = 300

// Worst returns the most a call should cost: the tokens of the prompt and
// schema, bounded by one for three bytes; as many tokens out as are allowed;
// and their price. English prose has four to five bytes to a token, JSON and
// tables three and more, Chinese three or fewer: only text that is no language
// (base64, emoji) can exceed the bound. Attempts that fail are rarely billed
// and not counted in.
func (c *Client) Worst(req port.Request) port.Usage {
	in := (len(req.Prompt)+2)/3 + (len(req.Schema)+2)/3 + envelope
	return c.price(c.modelOf(req.Role), port.Usage{Calls: 1, TokensIn: in, TokensOut: maxTokens(req)})
}

// usageOf returns what a reply cost. Reasoning counts as tokens out. Where
// the server does not count, four bytes are taken for a token; a request that
// brought nothing is taken to cost nothing.
func (c *Client) usageOf(chat openai.ChatCompletionRequest, r reply) port.Usage {
	u := port.Usage{Calls: 1, TokensIn: max(0, r.usage.PromptTokens), TokensOut: max(0, r.usage.CompletionTokens)}
	if d := r.usage.PromptTokensDetails; d != nil {
		u.TokensCached = min(max(0, d.CachedTokens), u.TokensIn)
	}
	if u.Tokens() == 0 {
		if r.text == "" && r.refusal == "" {
			return port.Usage{}
		}
		u.TokensIn = (len(chat.Messages[0].Content) + 3) / 4
		u.TokensOut = (len(r.text) + len(r.refusal) + 3) / 4
	}
	return c.price(chat.Model, u)
}

// price adds the cost of u's tokens, or marks the call as one without a known
// price. A model on this machine that needs no key and has no price is free; one
// with a key may be a gateway to others.
func (c *Client) price(model string, u port.Usage) port.Usage {
	p, ok := c.prices.Of(model)
	switch {
	case c.local && c.keyless:
	case ok:
		u.Cost = p.cost(u)
	default:
		u.Unpriced = 1
	}
	return u
}

// cost rounds up. A dollar per million tokens is a millionth of a dollar per token.
func (p Price) cost(u port.Usage) port.Money {
	cached := p.In
	if p.Cached != nil {
		cached = *p.Cached
	}
	sum := p.In*float64(u.TokensIn-u.TokensCached) + cached*float64(u.TokensCached) + p.Out*float64(u.TokensOut)
	return port.Money(math.Ceil(sum - 1e-9))
}
