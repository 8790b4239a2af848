package search

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"assay/research/port"
)

// Brave searches with the Brave Search API.
// See https://api-dashboard.search.brave.com/app/documentation/web-search/get-started.
type Brave struct {
	Client  *http.Client  // nil: a plain one
	BaseURL string        // "" means https://api.search.brave.com
	Key     func() string // returns the API key
}

// Search returns at most 20 results.
func (b *Brave) Search(ctx context.Context, q port.Query) (port.Results, error) {
	params := url.Values{
		"q":                {scoped(shorten(q.Text), q.Filter)},
		"count":            {strconv.Itoa(min(max(q.Limit, 1), 20))},
		"result_filter":    {"web"},
		"text_decorations": {"false"},
	}
	if l := language(q.Language); l != "" {
		params.Set("search_lang", l)
	}
	if q.After != "" || q.Before != "" {
		params.Set("freshness", cmp.Or(q.After, "1990-01-01")+"to"+cmp.Or(q.Before, time.Now().UTC().Format(time.DateOnly)))
	}
	address := strings.TrimRight(cmp.Or(b.BaseURL, "https://api.search.brave.com"), "/") + "/res/v1/web/search?" + params.Encode()
	req, err := http.NewRequest(http.MethodGet, address, nil)
	if err != nil {
		return port.Results{}, port.Fail(port.Fatal, "the address of Brave Search is not a URL")
	}
	req.Header.Set("X-Subscription-Token", b.Key())
	var answer braveAnswer
	a := api{name: "Brave Search", client: b.Client, key: b.Key(), keyVar: "BRAVE_API_KEY", explain: braveToken}
	if err := a.ask(ctx, req, &answer); err != nil {
		return port.Results{}, fmt.Errorf("search with Brave: %w", err)
	}
	var out port.Results
	for _, r := range answer.Web.Results {
		if h, ok := hit("brave", r.URL, r.Title, r.Description, r.PageAge); ok {
			out.Hits = append(out.Hits, h)
		}
	}
	return out, nil
}

type braveAnswer struct {
	Web struct {
		Results []struct {
			URL         string `json:"url"`
			Title       string `json:"title"`
			Description string `json:"description"`
			PageAge     string `json:"page_age"` // ISO 8601
		} `json:"results"`
	} `json:"web"`
}

// shorten cuts a query to what Brave takes: 400 characters, 50 words.
func shorten(query string) string {
	words := strings.Fields(clip(query, 400))
	return strings.Join(words[:min(len(words), 50)], " ")
}

// braveToken recognises a bad key, which Brave answers with 422.
func braveToken(status int, body []byte) error {
	if status == http.StatusUnprocessableEntity && bytes.Contains(body, []byte("SUBSCRIPTION_TOKEN_INVALID")) {
		return port.Fail(port.Fatal, "Brave Search refused the key: check BRAVE_API_KEY")
	}
	return nil
}
