package fetch

import (
	"context"
	"io"
	"net/http"
	"net/url"
	"sync"
	"time"

	"golang.org/x/sync/singleflight"

	"assay/research/port"
)

// Robots asks the robots.txt of every site before its pages are asked for, as
// RFC 9309 has it: a file that does not exist (4xx) allows everything, one
// that cannot be had (5xx, no answer) allows nothing for now.
type robots struct {
	client *http.Client
	agent  string
	now    func() time.Time
	group  singleflight.Group

	mu    sync.Mutex
	sites map[string]site
	held  int // bytes of all rules
}

// A site is what is known of the robots.txt of a scheme, host and port.
type site struct {
	rules policy
	until time.Time
}

const (
	robotsAge  = time.Hour
	robotsSize = 500 << 10 // RFC 9309, section 2.5: at least 500 KiB are read
	robotsWait = 10 * time.Second
	mostSites  = 1000
	mostHeld   = 8 << 20 // bytes of rules that are remembered
)

func newRobots(client *http.Client, agent string, now func() time.Time) *robots {
	return &robots{client: client, agent: agent, now: now, sites: map[string]site{}}
}

// allowed returns a Failure if u may not be read.
func (f *Fetcher) allowed(ctx context.Context, u *url.URL) error {
	if f.robots == nil {
		return nil
	}
	rules, err := f.robots.rules(ctx, u)
	if err != nil {
		return err
	}
	if !rules.permits(u) {
		return port.Fail(port.Blocked, "robots.txt disallows")
	}
	return nil
}

// checkRedirect is the CheckRedirect for pages.
func (f *Fetcher) checkRedirect(next *http.Request, via []*http.Request) error {
	if err := checkHop(next, via); err != nil {
		return err
	}
	return f.allowed(next.Context(), next.URL)
}

// rules returns the rules of u's site.
func (r *robots) rules(ctx context.Context, u *url.URL) (policy, error) {
	origin := u.Scheme + "://" + u.Host
	if s, ok := r.known(origin); ok {
		return s.rules, nil
	}
	// Who comes second waits for the first; the first giving up must not end it for both.
	ch := r.group.DoChan(origin, func() (any, error) {
		ctx, cancel := context.WithTimeoutCause(context.WithoutCancel(ctx), robotsWait, port.Fail(port.TimedOut, "robots.txt: no answer within %s", robotsWait))
		defer cancel()
		rules, err := r.get(ctx, origin)
		if err == nil {
			r.keep(origin, rules)
		}
		return rules, err
	})
	select {
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	case res := <-ch:
		rules, _ := res.Val.(policy)
		return rules, res.Err
	}
}

func (r *robots) get(ctx context.Context, origin string) (policy, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, origin+"/robots.txt", nil)
	if err != nil {
		return nil, errAddress
	}
	req.Header.Set("User-Agent", r.agent)
	req.Header.Set("Accept-Encoding", encodings)
	resp, err := r.client.Do(req)
	if err != nil {
		return nil, netError(ctx, err)
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode >= 500:
		return nil, port.Fail(port.Unavailable, "robots.txt: HTTP %d", resp.StatusCode)
	case resp.StatusCode != http.StatusOK:
		return nil, nil
	}
	body, err := decompress(resp.Body, resp.Header.Values("Content-Encoding"))
	if err != nil {
		return nil, errRobots
	}
	defer body.Close()
	text, err := io.ReadAll(io.LimitReader(body, robotsSize))
	if failure(err) != nil {
		return nil, errRobots
	}
	if err != nil {
		return nil, netError(ctx, err)
	}
	return parseRobots(text, Agent), nil
}

var errRobots = &port.Failure{Class: port.Unavailable, Reason: "robots.txt: could not be read"}

func (r *robots) known(origin string) (site, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	s, ok := r.sites[origin]
	return s, ok && r.now().Before(s.until)
}

// keep remembers rules; when there are too many, any others are forgotten.
func (r *robots) keep(origin string, rules policy) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.forget(origin)
	for o := range r.sites {
		if len(r.sites) < mostSites && r.held+rules.size() <= mostHeld {
			break
		}
		r.forget(o)
	}
	r.sites[origin] = site{rules, r.now().Add(robotsAge)}
	r.held += rules.size()
}

func (r *robots) forget(origin string) {
	r.held -= r.sites[origin].rules.size()
	delete(r.sites, origin)
}
