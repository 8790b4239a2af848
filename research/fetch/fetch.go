// Package fetch reads pages: guarded HTTP, readable text, PDF.
//
// Whoever can ask a question decides what is fetched, and so does every page
// that a search returns. The package therefore trusts neither address nor
// answer: it connects to public addresses only, checked on the address that is
// dialled; it bounds what it reads and how long that takes; it reads PDFs in a
// process of their own; and a page that is no article is an error that says so.
package fetch

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"net/netip"
	"time"

	"golang.org/x/sync/semaphore"

	"assay/research/port"
)

// Agent is the product token that robots.txt files can name.
const Agent = "AssayBot"

// A Config says how to fetch. Its zero value is the safe choice.
type Config struct {
	Allow        []netip.Prefix   // addresses to connect to although they are not public, on any port
	UserAgent    string           // "" means "Mozilla/5.0 (compatible; AssayBot/1.0)"
	IgnoreRobots bool             // read pages that robots.txt asks robots not to read
	PDF          PDFReader        // how to read PDFs; the zero value reads none
	Now          func() time.Time // nil means time.Now
}

// A Fetcher reads pages. It is safe for concurrent use and implements
// [port.Fetcher].
type Fetcher struct {
	agent   string
	pdf     PDFReader
	now     func() time.Time
	limits  limits
	client  *http.Client
	robots  *robots // nil if they are ignored
	turns   *turns
	parsers *semaphore.Weighted
}

// Limits on what one page may cost.
type limits struct {
	attempt   time.Duration // one attempt, from the first dial to the last byte
	window    time.Duration // a body must bring windowMin bytes in every window
	windowMin int64
	text, pdf int64         // bytes of a decompressed body
	attempts  int           // how often a page is asked for
	backoff   time.Duration // before the second attempt; doubled for each further one
	patience  time.Duration // the longest Retry-After that is waited for
}

var defaults = limits{
	attempt:   20 * time.Second,
	window:    5 * time.Second,
	windowMin: 5 << 10,
	text:      5 << 20,
	pdf:       20 << 20,
	attempts:  3,
	backoff:   500 * time.Millisecond,
	patience:  120 * time.Second,
}

const (
	perHost   = 2  // requests at once to one host
	inAll     = 24 // requests at once
	inParsers = 2  // pages parsed at once: a hostile one can take 200 MB
)

// New returns a Fetcher.
func New(c Config) *Fetcher {
	f := &Fetcher{
		agent:   c.UserAgent,
		pdf:     c.PDF,
		now:     c.Now,
		limits:  defaults,
		turns:   newTurns(perHost, inAll),
		parsers: semaphore.NewWeighted(inParsers),
	}
	if f.agent == "" {
		f.agent = "Mozilla/5.0 (compatible; " + Agent + "/1.0)"
	}
	if f.now == nil {
		f.now = time.Now
	}
	transport := newTransport(newGuard(c.Allow).control, nil)
	if !c.IgnoreRobots {
		f.robots = newRobots(&http.Client{Transport: transport, CheckRedirect: checkHop}, f.agent, f.now)
	}
	f.client = &http.Client{Transport: transport, CheckRedirect: f.checkRedirect}
	return f
}

// Fetch reads the page at url. Errors wrap a [*port.Failure]: Blocked if
// there is no article to be had at url, Unavailable or TimedOut if there may
// be one later. If ctx is done they wrap its error instead.
func (f *Fetcher) Fetch(ctx context.Context, url string) (port.Page, error) {
	page, err := f.fetch(ctx, url)
	if err == nil {
		return page, nil
	}
	if ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	return port.Page{}, fmt.Errorf("fetch %s: %w", printable(url), err)
}

func (f *Fetcher) fetch(ctx context.Context, url string) (port.Page, error) {
	u, err := parseURL(url)
	if err != nil {
		return port.Page{}, err
	}
	a, err := f.retry(ctx, func(ctx context.Context) (*answer, error) {
		if err := f.allowed(ctx, u); err != nil {
			return nil, err
		}
		return f.get(ctx, u)
	})
	if err != nil {
		return port.Page{}, err
	}
	if reason := refusal(a); reason != "" {
		return port.Page{}, port.Fail(a.class(), "%s", reason)
	}
	doc, err := f.read(ctx, a.url.String(), a.media, a.contentType, a.body)
	if err != nil && !errors.Is(err, errNoText) {
		return port.Page{}, err
	}
	if reason := wall(a, doc); reason != "" {
		return port.Page{}, port.Fail(port.Blocked, "%s", reason)
	}
	page := f.page(doc, a.media, a.body)
	page.URL, page.FinalURL, page.Status = url, a.url.String(), a.status
	return page, nil
}

// Extract reads the text of a document that is already here. Name is its URL
// or file name, mediaType its media type with or without parameters; where
// mediaType says nothing the body decides. No network is used, and what is
// only true of web pages (challenges, paywalls, a least length) is not looked for.
func (f *Fetcher) Extract(ctx context.Context, name, mediaType string, body []byte) (port.Page, error) {
	media := sniff(mediaType, body)
	doc, err := f.read(ctx, name, media, mediaType, body)
	if err != nil {
		return port.Page{}, fmt.Errorf("read %s: %w", printable(name), err)
	}
	page := f.page(doc, media, body)
	page.URL, page.FinalURL = name, name
	return page, nil
}

// page returns what is the same for fetched and given documents.
func (f *Fetcher) page(d document, media string, body []byte) port.Page {
	return port.Page{
		Title:     d.title,
		Author:    d.author,
		Site:      d.site,
		Published: d.published,
		Language:  d.language,
		Type:      media,
		Fetched:   f.now().UTC(),
		Hash:      digest([]byte(d.text)),
		RawHash:   digest(body),
		Extractor: d.extractor,
		Text:      d.text,
	}
}

func digest(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

// failure returns the Failure that err wraps, or nil.
func failure(err error) *port.Failure {
	var f *port.Failure
	errors.As(err, &f)
	return f
}
