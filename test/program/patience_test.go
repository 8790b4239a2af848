package program

import (
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"assay/research/simulator"
	"assay/test/harness"
)

// A provider that wants no call before tomorrow ends the run at its very first
// call: the run says why and when to try again, and a retry then finishes it.
func TestAProviderThatWantsToBeLeftAloneIsNotWaitedFor(t *testing.T) {
	model := &simulator.ModelServer{Angles: 3, Claims: 3, Seed: 1}
	var busy atomic.Bool
	var refused atomic.Int64
	busy.Store(true)
	ai := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !busy.Load() {
			model.ServeHTTP(w, r)
			return
		}
		refused.Add(1)
		w.Header().Set("Retry-After", "99999")
		w.WriteHeader(http.StatusTooManyRequests)
		_, _ = io.WriteString(w, `{"error":{"message":"Rate limit reached"}}`)
	})
	p := harness.NewProgram(t, harness.Modelled(t, ai)...)
	out, errs, code := p.Run(t, "ask", "--quiet=false", "Does lightning strike the same place twice?")
	if said := "429 Too Many Requests: Rate limit reached; try again in 28 hours"; code != harness.ExitFailed || !strings.Contains(out+errs, said) {
		t.Errorf("exit %d: %s%s", code, out, errs)
	}
	_, id, _ := strings.Cut(errs, "Run ")
	id, _, _ = strings.Cut(id, "\n")
	t.Logf("%d calls were refused; it says: %s", refused.Load(), strings.TrimSpace(out+errs))
	busy.Store(false)
	if out, errs, code := p.Run(t, "resume", "-q", strings.TrimSpace(id)); code != 0 {
		t.Errorf("tried again: exit %d: %s%s", code, out, errs)
	}
}
