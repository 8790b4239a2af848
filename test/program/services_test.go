package program

import (
	"strings"
	"testing"

	"assay/research/simulator"
	"assay/test/harness"
)

// The whole shape over HTTP: searched through SearXNG, read by the real
// fetcher, judged by an OpenAI-compatible model, in one journal.
func TestAskOverHTTP(t *testing.T) {
	harness.SkipIfShort(t, "indexes whole manuals")
	pg := harness.Installed(t, "/usr/share/doc/postgresql-doc-15")
	py := harness.Installed(t, "/usr/share/doc/python3.11/html")
	s := harness.Serve(t, &simulator.ModelServer{Angles: 6, Claims: 5, Refuted: 0.2, Qualified: 0.1, Seed: 1}, pg, py)
	p := harness.NewProgram(t, append(s.Env, "ASSAY_PARALLEL=32")...)
	r := p.Ask(t, "How are transactions, indexes, dictionaries and asynchronous tasks kept consistent?")
	st := r.Stats
	t.Log(st.Line())
	t.Logf("%d votes, %d calls, %d tokens in, %d out, $%.4f, %.1f s", st.Votes, st.Calls, st.TokensIn, st.TokensOut, st.Cost, st.Seconds)
	if st.Fetched != 15 || st.Verified != 25 || st.Votes != 75 {
		t.Errorf("%d pages, %d claims, %d votes; want 15, 25 and 75", st.Fetched, st.Verified, st.Votes)
	}
	m := s.Model.Meter()
	if again := m.Repeated(); len(again) > 0 {
		t.Errorf("%d prompts were paid for twice", len(again))
	}
	if m.TokensIn != st.TokensIn || m.TokensOut != st.TokensOut || m.Total() != st.Calls {
		t.Errorf("the model counted %d calls, %d tokens in, %d out", m.Total(), m.TokensIn, m.TokensOut)
	}
	for _, src := range r.Sources {
		if !strings.HasPrefix(src.URL, "http://127.0.0.") {
			t.Errorf("source %s", src.URL)
		}
	}
}
