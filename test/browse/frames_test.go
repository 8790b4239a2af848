package browse

import (
	"strings"
	"sync"
	"testing"
	"time"

	"assay/research/simulator"
	"assay/test/harness"
)

// sameAsFresh is true once the live page is what a reload would show, but for
// clocks and for what the reader opened.
const sameAsFresh = `fetch(location.href).then(r => r.text()).then(fresh => {
	const plain = doc => {
		const run = doc.querySelector("#run").cloneNode(true)
		run.querySelectorAll("time, #run-clock").forEach(el => el.remove())
		run.querySelectorAll("details").forEach(el => el.removeAttribute("open"))
		return run.outerHTML.replace(/\s+/g, " ")
	}
	return plain(document) === plain(new DOMParser().parseFromString(fresh, "text/html"))
})`

// A dam lets so many of a model's calls through, until it is raised.
type dam struct {
	mu    sync.Mutex
	rises *sync.Cond
	level int
}

func newDam(level int) *dam {
	d := &dam{level: level}
	d.rises = sync.NewCond(&d.mu)
	return d
}

// pass waits until the nth call may go through.
func (d *dam) pass(n int, _ string) simulator.Fault {
	d.mu.Lock()
	defer d.mu.Unlock()
	for n >= d.level {
		d.rises.Wait()
	}
	return simulator.NoFault
}

func (d *dam) raise(by int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.level += by
	d.rises.Broadcast()
}

// A page that was sent only what changed is what a reload shows.
func TestALivePageIsWhatAReloadShows(t *testing.T) {
	alloc := browser(t)
	for _, depth := range []string{"verify/standard", "ledger/standard", "tree/standard", "team/broad", "explore/moderate"} {
		method, _, _ := strings.Cut(depth, "/")
		t.Run(method, func(t *testing.T) {
			d := newDam(6)
			model := &simulator.ModelServer{Latency: 50 * time.Millisecond, Refuted: 0.3, Qualified: 0.1, Seed: 5, Fault: d.pass}
			s := harness.NewProgram(t, harness.Modelled(t, model)...).Start(t)
			t.Cleanup(func() { d.raise(10_000) })
			tb := open(t, alloc, s.URL())
			tb.askBy(depth, "Does lightning strike the same place twice?")
			for range 4 {
				tb.until(sameAsFresh)
				if label := js[string](tb, offerShown); label != "" {
					tb.answer(plainest)
				}
				d.raise(4)
			}
		})
	}
}

// What comes while the reader holds the page is shown afterwards, in its order;
// the end is shown at once, and stays.
func TestAHeldPageMissesNothing(t *testing.T) {
	alloc := browser(t)
	d := newDam(6)
	model := &simulator.ModelServer{Latency: 50 * time.Millisecond, Refuted: 0.3, Qualified: 0.1, Seed: 5, Fault: d.pass}
	s := harness.NewProgram(t, harness.Modelled(t, model)...).Start(t)
	t.Cleanup(func() { d.raise(10_000) })
	tb := open(t, alloc, s.URL())
	tb.ask("Does lightning strike the same place twice?")
	tb.until(sameAsFresh)
	tb.click("#run-pause")
	d.raise(6)
	tb.until(`(` + sameAsFresh + `).then(same => !same)`)
	tb.click("#run-pause")
	tb.until(sameAsFresh)
	tb.click("#run-pause")
	d.raise(10_000)
	tb.shows(reportShown)
	js[bool](tb, `document.dispatchEvent(new Event("selectionchange"))`)
	if !js[bool](tb, `!!document.querySelector("`+reportShown+`")`) {
		t.Error("the report goes when something is selected")
	}
}
