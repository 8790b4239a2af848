package engines

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"assay/research/port"
	"assay/research/search"
)

// Wikipedia searches Wikipedia in the query's language, without a key.
// See https://www.mediawiki.org/wiki/API:Search.
type Wikipedia struct {
	Client  *http.Client // nil: a plain one
	BaseURL string       // "" means https://en.wikipedia.org, or another language's
}

// Search returns articles with all of the query's words but stopwords. Their
// dates are not given: the API knows of the last edit only.
func (w *Wikipedia) Search(ctx context.Context, q port.Query) (port.Results, error) {
	base := strings.TrimRight(cmp.Or(w.BaseURL, "https://"+cmp.Or(language(q.Language), "en")+".wikipedia.org"), "/")
	params := url.Values{
		"action": {"query"}, "list": {"search"}, "format": {"json"}, "formatversion": {"2"}, "srprop": {"snippet"},
		"srsearch": {clip(strings.Join(search.Terms(q.Text), " "), 300)}, // the limit of CirrusSearch
		"srlimit":  {strconv.Itoa(min(max(q.Limit, 1), 50))},
	}
	req, err := http.NewRequest(http.MethodGet, base+"/w/api.php?"+params.Encode(), nil)
	if err != nil {
		return port.Results{}, port.Fail(port.Fatal, "the address of Wikipedia is not a URL")
	}
	var answer wikipediaAnswer
	if err := (api{name: "Wikipedia", client: w.Client}).ask(ctx, req, &answer); err != nil {
		return port.Results{}, fmt.Errorf("search Wikipedia: %w", err)
	}
	if answer.Error.Code != "" {
		return port.Results{}, fmt.Errorf("search Wikipedia: %w", port.Fail(port.Unknown, "Wikipedia did not accept the query (%s)", plain(answer.Error.Code)))
	}
	var out port.Results
	for _, r := range answer.Query.Search {
		page := base + "/wiki/" + url.PathEscape(strings.ReplaceAll(r.Title, " ", "_"))
		if h, ok := hit("wikipedia", page, r.Title, r.Snippet, ""); ok {
			out.Hits = append(out.Hits, h)
		}
	}
	return out, nil
}

type wikipediaAnswer struct {
	Error struct {
		Code string `json:"code"`
	} `json:"error"`
	Query struct {
		Search []struct {
			Title   string `json:"title"`
			Snippet string `json:"snippet"` // HTML
		} `json:"search"`
	} `json:"query"`
}
