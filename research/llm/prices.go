package llm

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"strings"
)

// Prices are what models cost, by the beginning of their names.
type Prices struct {
	AsOf   string           `json:"as_of"` // YYYY-MM-DD: when they were looked up
	Models map[string]Price `json:"models"`
}

// A Price is in US dollars per million tokens.
type Price struct {
	In     float64  `json:"in"`
	Cached *float64 `json:"cached,omitempty"` // for tokens from the provider's prefix cache; nil means In
	Out    float64  `json:"out"`
}

//go:embed prices.json
var defaultPrices []byte

// DefaultPrices returns the price table that comes with the program: list
// prices of common models, without discounts, surcharges for long prompts or
// the mark-ups of gateways.
func DefaultPrices() Prices {
	p, err := ReadPrices(bytes.NewReader(defaultPrices))
	if err != nil {
		panic(err) // the file is part of the program and its test
	}
	return p
}

// ReadPrices reads a price table in the form of prices.json.
func ReadPrices(r io.Reader) (Prices, error) {
	var p Prices
	dec := json.NewDecoder(r)
	dec.DisallowUnknownFields()
	if err := dec.Decode(&p); err != nil {
		return Prices{}, fmt.Errorf("read prices: %w", err)
	}
	for model, price := range p.Models {
		if model == "" || price.In < 0 || price.Out < 0 || price.Cached != nil && *price.Cached < 0 {
			return Prices{}, fmt.Errorf("read prices: %q must have a name and no negative price", model)
		}
	}
	return p, nil
}

// With returns p with the prices of over in place of its own.
func (p Prices) With(over Prices) Prices {
	sum := Prices{AsOf: p.AsOf, Models: map[string]Price{}}
	if over.AsOf != "" {
		sum.AsOf = over.AsOf
	}
	maps.Copy(sum.Models, p.Models)
	maps.Copy(sum.Models, over.Models)
	return sum
}

// Of returns the price of a model: that of the longest name in the table that
// begins the model's, up to a "-", ":" or "@", so that a dated version has its
// family's price and "gpt-5.9" not that of "gpt-5". Gateways' prefixes
// ("openai/gpt-4o") do not matter unless the table has them.
func (p Prices) Of(model string) (Price, bool) {
	for {
		if price, ok := p.longest(model); ok {
			return price, true
		}
		_, rest, found := strings.Cut(model, "/")
		if !found {
			return Price{}, false
		}
		model = rest
	}
}

func (p Prices) longest(model string) (Price, bool) {
	for end := len(model); end > 0; end = strings.LastIndexAny(model[:end], "-:@") {
		if price, ok := p.Models[model[:end]]; ok {
			return price, true
		}
	}
	return Price{}, false
}
