package browse

import (
	"slices"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"assay/research/simulator"
	"assay/test/harness"
)

// The estimate goes with the votes that are chosen, with scripts or without.
func TestTheEstimateFollowsEconomyVotes(t *testing.T) {
	tb := open(t, browser(t), harness.NewProgram(t, harness.Serve(t, &simulator.ModelServer{}).Env...).Start(t).URL())
	tb.scripts(false)
	tb.visit("/")
	tb.do(chromedp.Click(chromedp.CSS(".method .params summary")))
	shown := func() []string {
		return js[[]string](tb, `[...document.querySelectorAll(".depth .num")].slice(0, 2).filter(e => e.checkVisibility()).map(e => e.innerText)`)
	}
	usual := []string{"1–7 min, about 175,000 tokens"}
	if got := shown(); !slices.Equal(got, usual) {
		t.Errorf("shown is %q, want %q", got, usual)
	}
	choose := func(key string) {
		tb.do(chromedp.SendKeys(chromedp.CSS(`select[name="param.verify.votes"]`), key))
	}
	choose(kb.End)
	if got, want := shown(), []string{"With economy votes: 1–6 min, about 125,000 tokens"}; !slices.Equal(got, want) {
		t.Errorf("in economy mode shown is %q, want %q", got, want)
	}
	choose(kb.Home)
	if got := shown(); !slices.Equal(got, usual) {
		t.Errorf("with three votes shown is %q, want %q", got, usual)
	}
}
