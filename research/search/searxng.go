package search

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"assay/research/port"
)

// SearXNG searches with an instance of SearXNG, which asks many engines.
// See https://docs.searxng.org/dev/search_api.html.
type SearXNG struct {
	Client  *http.Client // nil: a plain one
	BaseURL string       // of the instance, such as http://localhost:8888
}

// Search returns the first page of results, about 20.
func (s *SearXNG) Search(ctx context.Context, q port.Query) (port.Results, error) {
	params := url.Values{"q": {scoped(clip(q.Text, 1000), q.Filter)}, "format": {"json"}, "categories": {"general"}}
	if q.Academic {
		params.Set("categories", "science")
	}
	if l := language(q.Language); l != "" {
		params.Set("language", l)
	}
	if r := timeRange(q.After, time.Now()); r != "" {
		params.Set("time_range", r)
	}
	req, err := http.NewRequest(http.MethodGet, strings.TrimRight(s.BaseURL, "/")+"/search?"+params.Encode(), nil)
	if err != nil {
		return port.Results{}, port.Fail(port.Fatal, "the address of SearXNG is not a URL: check SEARXNG_URL")
	}
	var body searxngBody
	a := api{name: "SearXNG", client: s.Client, explain: func(status int, _ []byte) error {
		if status == http.StatusForbidden {
			return port.Fail(port.Fatal, "SearXNG does not answer in JSON: add json to search.formats in its settings.yml")
		}
		return nil
	}}
	if err := a.ask(ctx, req, &body); err != nil {
		return port.Results{}, fmt.Errorf("search with SearXNG: %w", err)
	}
	return body.results(q), nil
}

type searxngBody struct {
	Results []struct {
		URL           string `json:"url"`
		Title         string `json:"title"`
		Content       string `json:"content"`
		PublishedDate string `json:"publishedDate"`
	} `json:"results"`
	Unresponsive [][]any `json:"unresponsive_engines"` // pairs: name, reason
}

func (b searxngBody) results(q port.Query) port.Results {
	var out port.Results
	for _, r := range b.Results {
		if h, ok := hit("searxng", r.URL, r.Title, r.Content, r.PublishedDate); ok && len(out.Hits) < q.Limit {
			out.Hits = append(out.Hits, h)
		}
	}
	for _, u := range b.Unresponsive {
		f := port.EngineFailed{Engine: "searxng", Query: q.Text}
		if len(u) > 0 {
			f.Engine = plain(fmt.Sprintf("searxng: %v", u[0]))
		}
		if len(u) > 1 {
			f.Reason = plain(fmt.Sprint(u[1]))
		}
		out.Failed = append(out.Failed, f)
	}
	return out
}

// timeRange returns the smallest of SearXNG's ranges that goes back to a date,
// or "" if none does.
func timeRange(after string, now time.Time) string {
	t, err := time.Parse(time.DateOnly, after)
	if err != nil {
		return ""
	}
	switch days := now.Sub(t).Hours() / 24; {
	case days <= 1:
		return "day"
	case days <= 30:
		return "month"
	case days <= 365:
		return "year"
	}
	return ""
}
