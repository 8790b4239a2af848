package search

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"

	"assay/research/port"
)

// Tavily searches with the Tavily API.
// See https://docs.tavily.com/documentation/api-reference/endpoint/search.
type Tavily struct {
	Client  *http.Client  // nil: a plain one
	BaseURL string        // "" means https://api.tavily.com
	Key     func() string // returns the API key
}

type tavilyRequest struct {
	Query     string   `json:"query"`
	Depth     string   `json:"search_depth"`
	Max       int      `json:"max_results"`
	Domains   []string `json:"include_domains,omitempty"`
	Exclude   []string `json:"exclude_domains,omitempty"`
	StartDate string   `json:"start_date,omitempty"`
	EndDate   string   `json:"end_date,omitempty"`
}

// Search returns at most 20 results.
func (t *Tavily) Search(ctx context.Context, q port.Query) (port.Results, error) {
	body, err := json.Marshal(tavilyRequest{clip(q.Text, 400), "basic", min(max(q.Limit, 1), 20), q.Domains, q.Exclude, q.After, q.Before})
	if err != nil {
		return port.Results{}, fmt.Errorf("search with Tavily: %w", err)
	}
	url := strings.TrimRight(cmp.Or(t.BaseURL, "https://api.tavily.com"), "/") + "/search"
	req, err := http.NewRequest(http.MethodPost, url, bytes.NewReader(body))
	if err != nil {
		return port.Results{}, port.Fail(port.Fatal, "the address of Tavily is not a URL")
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Authorization", "Bearer "+t.Key())
	var answer struct {
		Results []struct {
			URL       string `json:"url"`
			Title     string `json:"title"`
			Content   string `json:"content"`
			Published string `json:"published_date"`
		} `json:"results"`
	}
	a := api{name: "Tavily", client: t.Client, key: t.Key(), keyVar: "TAVILY_API_KEY", explain: tavilyLimit}
	if err := a.ask(ctx, req, &answer); err != nil {
		return port.Results{}, fmt.Errorf("search with Tavily: %w", err)
	}
	var out port.Results
	for _, r := range answer.Results {
		if h, ok := hit("tavily", r.URL, r.Title, r.Content, r.Published); ok {
			out.Hits = append(out.Hits, h)
		}
	}
	return out, nil
}

// tavilyLimit explains Tavily's statuses of its own: 432 for the plan's limit
// and 433 for that of paying as you go.
func tavilyLimit(status int, _ []byte) error {
	if status == 432 || status == 433 {
		return port.Fail(port.Fatal, "the Tavily account has no credit left (%d)", status)
	}
	return nil
}
