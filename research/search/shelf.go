package search

import (
	"context"
	"errors"
	"strings"

	"assay/research"
	"assay/research/port"
)

// A Shelf reads pages of libraries from those libraries and any others from the
// web. It is a [port.Fetcher].
type Shelf struct {
	Libraries []*Library
	Web       port.Fetcher // nil: nothing but the libraries is read
}

// Fetch returns the page at a URL.
func (s *Shelf) Fetch(ctx context.Context, url string) (port.Page, error) {
	for _, l := range s.Libraries {
		page, err := l.page(ctx, url)
		if !errors.Is(err, research.ErrNotFound) {
			return page, err
		}
	}
	if strings.HasPrefix(strings.ToLower(url), "library:") {
		return port.Page{}, port.Fail(port.Blocked, "the library has no such page (any more)")
	}
	if s.Web == nil {
		return port.Page{}, port.Fail(port.Blocked, "offline: only the library is read")
	}
	return s.Web.Fetch(ctx, url)
}
