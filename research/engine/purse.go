package engine

import (
	"cmp"
	"context"
	"errors"
	"sync"
	"time"

	"assay/research"
	"assay/research/port"
)

var (
	// ErrBudget reports that a call was not made because the run may spend no more on it.
	ErrBudget = errors.New("budget spent")
	// ErrHurry reports that a call was not made because the user wants the report now.
	ErrHurry = errors.New("asked to write up")
)

// reserveShare is the part of every limit that only the writer may use, so
// that a run which has verified anything can still report it: 15 %.
const reserveShare = 0.15

// A purse holds what a run may still spend. The worst case of a call is
// reserved before it is made, so the limits are never overdrawn.
type purse struct {
	mu       sync.Mutex
	limit    research.Budget
	began    time.Time
	used     time.Duration // by earlier attempts
	idle     time.Duration // waiting for the user, in this attempt
	spent    port.Usage
	reserved port.Usage
	why      string        // why a call was refused, or ""
	closed   error         // if set, every call is refused with it
	change   chan struct{} // closed and replaced when a reservation is settled
	urgent   chan struct{} // closed when the user wants the report now

	flying int  // model calls
	failed int  // model calls in a row, most recently
	proved bool // a model call has succeeded
}

// inDoubt is how many model calls may be in flight or have failed in a row while
// it is in doubt whether any will succeed. So few are paid for if none does.
const inDoubt = 8

func newPurse(limit research.Budget) *purse {
	return &purse{limit: limit, began: time.Now(), change: make(chan struct{}), urgent: make(chan struct{})}
}

// worstCase bounds a request's tokens from above without knowing the model's
// tokenizer: English has some 4 bytes a token, dense text and code about 3.
func worstCase(req port.Request) port.Usage {
	out := cmp.Or(req.MaxTokens, 4096)
	return port.Usage{Calls: 1, TokensIn: (len(req.Prompt)+len(req.Schema))/3 + 64, TokensOut: out}
}

// A grant is how long a call may take.
type grant struct {
	time.Duration
	runOut bool // after it, the run's own time is up
}

// reserve sets the errand's worst case aside and returns how long it may take.
// If the money is there but held by calls in flight, it waits for them.
func (p *purse) reserve(ctx context.Context, e errand) (grant, error) {
	for {
		g, wait, err := p.try(e)
		if err != nil || wait == nil {
			return g, err
		}
		select {
		case <-wait:
		case <-p.urgent:
			if !e.writer {
				return g, p.refuse("asked to write up", ErrHurry)
			}
			select {
			case <-wait:
			case <-ctx.Done():
			}
		case <-ctx.Done():
			return g, context.Cause(ctx)
		}
	}
}

// try reserves, or returns what to wait for, or says why not.
func (p *purse) try(e errand) (g grant, wait <-chan struct{}, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	share := e.share()
	switch {
	case p.closed != nil:
		return g, nil, p.closed
	case p.hurried() && !e.writer:
		return g, nil, p.refuseLocked("asked to write up", ErrHurry)
	}
	if g = p.grant(share); g.Duration <= 0 {
		return g, nil, p.refuseLocked(outOfTime, ErrBudget)
	}
	if e.use != nil && (p.failed > 0 || !p.proved) && p.flying+p.failed >= inDoubt {
		return g, p.change, nil
	}
	switch {
	case e.worst == (port.Usage{}):
	case !p.fits(p.spent.Add(e.worst), share):
		return g, nil, p.refuseLocked("budget spent", ErrBudget)
	case !p.fits(p.spent.Add(p.reserved).Add(e.worst), share):
		return g, p.change, nil
	}
	p.hold(e)
	return g, nil, nil
}

// share returns the part of every limit that the errand may use.
func (e errand) share() float64 {
	if e.writer {
		return 1
	}
	return 1 - reserveShare
}

// hold sets the errand's worst case aside. p.mu is held.
func (p *purse) hold(e errand) {
	p.reserved = p.reserved.Add(e.worst)
	if e.use != nil {
		p.flying++
	}
}

// spare sets the worst case of a second try at a call aside, and says how long
// it may take, if there is room for it now and no doubt that calls succeed. It
// never waits, and no refusal counts against the run.
func (p *purse) spare(e errand) (g grant, ok bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed != nil || p.hurried() && !e.writer || p.failed > 0 || !p.proved {
		return g, false
	}
	g = p.grant(e.share())
	if g.Duration <= 0 || !p.fits(p.spent.Add(p.reserved).Add(e.worst), e.share()) {
		return g, false
	}
	p.hold(e)
	return g, true
}

// trust notes how many model calls have failed in a row.
func (p *purse) trust(failed int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.failed, p.proved = failed, p.proved || failed == 0
}

const outOfTime = "out of time"

// grant returns how long a call may take that may use the given share of the run's time.
func (p *purse) grant(share float64) grant {
	g := grant{Duration: cmp.Or(p.limit.Pending, pending)}
	if p.limit.Time > 0 {
		if left := time.Duration(share*float64(p.limit.Time)) - p.elapsed(); left < g.Duration {
			g = grant{left, true}
		}
	}
	return g
}

// fits reports whether u is within the given share of the limits.
func (p *purse) fits(u port.Usage, share float64) bool {
	tokens := p.limit.Tokens == 0 || float64(u.Tokens()) <= share*float64(p.limit.Tokens)
	cost := p.limit.Cost == 0 || float64(u.Cost) <= share*float64(p.limit.Cost)
	return tokens && cost
}

// settle replaces a reservation by what was really spent.
func (p *purse) settle(worst, spent port.Usage) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.reserved = p.reserved.Sub(worst)
	p.spent = p.spent.Add(spent)
	close(p.change)
	p.change = make(chan struct{})
}

// account ends what hold began: the errand spent what it says.
func (p *purse) account(e errand, spent port.Usage) {
	if e.use != nil {
		p.mu.Lock()
		p.flying--
		p.mu.Unlock()
	}
	p.settle(e.worst, spent)
}

// elapsed returns the time worked so far.
func (p *purse) elapsed() time.Duration { return p.used + time.Since(p.began) - p.idle }

// wait notes time spent waiting for the user.
func (p *purse) wait(d time.Duration) {
	p.mu.Lock()
	p.idle += d
	p.mu.Unlock()
}

// hurry refuses all further calls but the writer's.
func (p *purse) hurry() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.hurried() {
		close(p.urgent)
	}
}

// shut refuses all further calls because of f.
func (p *purse) shut(f *port.Failure) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.why, p.closed = f.Reason, f
}

func (p *purse) hurried() bool {
	select {
	case <-p.urgent:
		return true
	default:
		return false
	}
}

// renew takes back a hurry and any refusal, and raises the limits by more.
func (p *purse) renew(more research.Budget) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.hurried() {
		p.urgent = make(chan struct{})
	}
	p.why, p.closed = "", nil
	p.limit = raised(p.limit, more)
}

func (p *purse) refuse(why string, err error) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.refuseLocked(why, err)
}

func (p *purse) refuseLocked(why string, err error) error {
	p.why = cmp.Or(p.why, why)
	return err
}

func (p *purse) reason() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.why
}

// limited reports whether err says that a call was not made for want of budget or time.
func limited(err error) bool { return errors.Is(err, ErrBudget) || errors.Is(err, ErrHurry) }

// raised raises the limits of b by those of more; what b does not limit stays unlimited.
func raised(b, more research.Budget) research.Budget {
	if b.Tokens > 0 {
		b.Tokens += more.Tokens
	}
	if b.Cost > 0 {
		b.Cost += more.Cost
	}
	if b.Time > 0 {
		b.Time += more.Time
	}
	return b
}
