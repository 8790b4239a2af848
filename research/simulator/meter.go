package simulator

import (
	"crypto/sha256"
	"encoding/hex"
	"hash/fnv"
	"maps"
	"sync"
)

// A Meter says what a [ModelServer] was asked.
type Meter struct {
	Calls    map[string]int         `json:"calls"`     // by task
	Faults   map[Fault]int          `json:"faults"`    // by fault
	Prompts  map[string]PromptCount `json:"prompts"`   // by hash of the prompt
	InFlight int                    `json:"in_flight"` // calls being answered now
	Peak     int                    `json:"peak"`      // the most calls ever in flight at once

	TokensIn     int `json:"tokens_in"` // of calls that were answered
	TokensCached int `json:"tokens_cached"`
	TokensOut    int `json:"tokens_out"`
}

// A PromptCount says how often one prompt was sent. A prompt that was answered
// twice was paid for twice.
type PromptCount struct {
	Task     string `json:"task"`
	Asked    int    `json:"asked"`
	Answered int    `json:"answered"` // in full, rightly or wrongly
}

// Total returns the number of calls.
func (m Meter) Total() int {
	n := 0
	for _, c := range m.Calls {
		n += c
	}
	return n
}

// Repeated returns the prompts that were answered more than once.
func (m Meter) Repeated() map[string]PromptCount {
	repeated := maps.Clone(m.Prompts)
	maps.DeleteFunc(repeated, func(_ string, p PromptCount) bool { return p.Answered < 2 })
	return repeated
}

// promptHash identifies a prompt: 128 bits of its SHA-256, in hex.
func promptHash(prompt string) string {
	sum := sha256.Sum256([]byte(prompt))
	return hex.EncodeToString(sum[:16])
}

// A meter keeps a Meter.
type meter struct {
	mu sync.Mutex
	m  Meter
	n  int // calls begun
}

// begin counts a call and returns its number, from 1.
func (k *meter) begin(c call) int {
	hash := promptHash(c.prompt)
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.m.Calls == nil {
		k.m.Calls, k.m.Faults, k.m.Prompts = map[string]int{}, map[Fault]int{}, map[string]PromptCount{}
	}
	k.m.Calls[c.task]++
	p := k.m.Prompts[hash]
	p.Task = c.task
	p.Asked++
	k.m.Prompts[hash] = p
	k.m.InFlight++
	k.m.Peak = max(k.m.Peak, k.m.InFlight)
	k.n++
	return k.n
}

func (k *meter) end() {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.m.InFlight--
}

func (k *meter) fault(f Fault) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if f != NoFault {
		k.m.Faults[f]++
	}
}

func (k *meter) answered(c call, u usage) {
	hash := promptHash(c.prompt)
	k.mu.Lock()
	defer k.mu.Unlock()
	p := k.m.Prompts[hash]
	p.Answered++
	k.m.Prompts[hash] = p
	k.m.TokensIn += u.in
	k.m.TokensCached += u.cached
	k.m.TokensOut += u.out
}

// read returns a copy.
func (k *meter) read() Meter {
	k.mu.Lock()
	defer k.mu.Unlock()
	m := k.m
	m.Calls, m.Faults, m.Prompts = maps.Clone(m.Calls), maps.Clone(m.Faults), maps.Clone(m.Prompts)
	return m
}

// A prefixCache knows the beginnings of the prompts that were answered, as
// providers' prompt caches do: in steps of 128 tokens, from 1,024 tokens on
// (platform.openai.com/docs/guides/prompt-caching). Calls that are made side by
// side find nothing of each other.
type prefixCache struct {
	mu   sync.Mutex
	seen map[uint64]struct{} // hashes of prefixes, one per step
}

const (
	prefixStep = 128 * 4 // bytes
	prefixMin  = 1024    // tokens
	prefixCap  = 1 << 18 // hashes kept before it forgets everything
)

// longest returns how many tokens of a prompt that has just come in begin a
// prompt that was answered before.
func (c *prefixCache) longest(prompt string) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	cached := 0
	for i, prefix := range prefixes(prompt) {
		if _, ok := c.seen[prefix]; ok {
			cached = (i + 1) * prefixStep / 4
		}
	}
	if cached < prefixMin {
		return 0
	}
	return cached
}

// remember keeps a prompt that is answered.
func (c *prefixCache) remember(prompt string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.seen == nil || len(c.seen) > prefixCap {
		c.seen = map[uint64]struct{}{}
	}
	for _, prefix := range prefixes(prompt) {
		c.seen[prefix] = struct{}{}
	}
}

// prefixes returns the hashes of a prompt's beginnings, one per step.
func prefixes(prompt string) []uint64 {
	var all []uint64
	h := fnv.New64a()
	for end := prefixStep; end <= len(prompt); end += prefixStep {
		h.Write([]byte(prompt[end-prefixStep : end]))
		all = append(all, h.Sum64())
	}
	return all
}
