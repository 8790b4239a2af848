package web

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"assay/db"
	"assay/research"
	"assay/research/engine"
)

// chooser offers one thing after the other, and reports what was chosen.
var chooser = &engine.Method{
	Name: "chooser", Title: "Chooser", Phases: []string{"choose"},
	Depths: []engine.Depth{{Name: "once", Title: "Once"}},
	Params: []engine.Param{{Name: "rounds", Min: 1, Max: 4}, {Name: "output", Words: []string{"report", "brief"}}},
	Run: func(ctx context.Context, r *engine.Run) (*research.Report, error) {
		if err := r.Enter(ctx, "choose"); err != nil {
			return nil, err
		}
		answers, err := engine.Choose(ctx, r, research.OfferQuestions, research.Questions{Questions: []string{"Why?", "Where?"}}, research.Answers{})
		if err != nil {
			return nil, err
		}
		past, err := engine.Choose(ctx, r, research.OfferPast, research.PastOffer{Reports: []research.PastReport{{Run: "abc", Question: "Old?"}}}, research.PastChoice{})
		if err != nil {
			return nil, err
		}
		m := research.MapDrawn{
			Topic: r.Question, Round: 1, Available: []research.Preview{{Label: "Players", Preview: "Who"}, {Label: "Timeline", Preview: "When"}},
			Dives: []research.Dive{{Question: "Why so old?", Because: "Age"}},
		}
		if err := r.Note(ctx, m); err != nil {
			return nil, err
		}
		way, err := engine.Choose(ctx, r, research.OfferRound+"1", m, research.MapChoice{})
		if err != nil {
			return nil, err
		}
		said, err := json.Marshal(map[string]any{"answers": answers, "past": past, "way": way})
		return &research.Report{Summary: string(said)}, err
	},
}

func TestEveryOfferIsAnsweredByAForm(t *testing.T) {
	s := newSite(t, teaWorld)
	id := s.ask(t, "method", "chooser", "depth", "once")
	at := func(label string) {
		t.Helper()
		s.await(t, id, func(state *research.State) bool { return state.Offer != nil && state.Offer.Label == label })
		s.get(t, "/r/"+id).want(t, http.StatusOK)
	}
	choose := func(code int, form url.Values) {
		t.Helper()
		s.post(t, "/r/"+id+"/choose", form).want(t, code)
	}
	at("questions")
	choose(http.StatusSeeOther, url.Values{"offer": {"plan"}, "query": {"from an old page"}})
	at("questions")
	choose(http.StatusUnprocessableEntity, url.Values{"offer": {"questions"}, "answer": {strings.Repeat("x", 5000)}})
	choose(http.StatusSeeOther, url.Values{"offer": {"questions"}, "answer": {" to  learn ", ""}})
	at("past")
	choose(http.StatusUnprocessableEntity, url.Values{"offer": {"past"}, "from": {"xyz"}})
	choose(http.StatusSeeOther, url.Values{"offer": {"past"}, "from": {"abc"}})
	at("round 1")
	s.get(t, "/r/"+id+"/map.json").want(t, http.StatusOK, "Players", "suggested_deep_dives")
	choose(http.StatusUnprocessableEntity, url.Values{"offer": {"round 1"}, "do": {"explore"}})
	choose(http.StatusUnprocessableEntity, url.Values{"offer": {"round 1"}, "do": {"explore"}, "branch": {"Nowhere"}})
	choose(http.StatusUnprocessableEntity, url.Values{"offer": {"round 1"}, "do": {"explore"}, "question": {strings.Repeat("é", 301)}})
	choose(http.StatusSeeOther, url.Values{"offer": {"round 1"}, "do": {"explore"}, "branch": {"Timeline"}, "dive": {"Why so old?"}, "question": {"And now?"}})
	state := s.until(t, id, research.Done)
	want := `{"answers":{"answers":["to learn",""]},"past":{"from":"abc"},"way":{"branches":["Timeline","Why so old?"],"question":"And now?"}}`
	if state.Report.Summary != want {
		t.Errorf("chosen was %s\nwant %s", state.Report.Summary, want)
	}
	choose(http.StatusSeeOther, url.Values{"offer": {"round 1"}, "do": {"finalize"}}) // from an old page
}

func TestOnlyTheChosenMethodsParametersCount(t *testing.T) {
	s := newSite(t, teaWorld)
	id := s.ask(t, "method", "chooser", "depth", "once", "param.chooser.rounds", "3", "param.chooser.output", "", "param.verify.rounds", "9")
	info, err := s.Store.Info(t.Context(), id)
	if err != nil || len(info.Options.Params) != 1 || info.Options.Number("rounds", 0) != 3 {
		t.Errorf("parameters are %v, %v", info.Options.Params, err)
	}
	for _, field := range []string{"rounds=5", "rounds=many", "output=poem"} {
		name, value, _ := strings.Cut(field, "=")
		form := url.Values{"question": {teaQuestion}, "method": {"chooser"}, "param.chooser." + name: {value}}
		s.post(t, "/ask", form).want(t, http.StatusUnprocessableEntity)
	}
}

func TestAClaimOfAReportIsPutBeforeTheVotersOnce(t *testing.T) {
	s := newSite(t, teaWorld)
	id := s.done(t)
	first := s.post(t, "/r/"+id+"/c/6/verify", nil)
	first.want(t, http.StatusSeeOther)
	run := strings.TrimPrefix(first.Header.Get("Location"), "/r/")
	if again := s.post(t, "/r/"+id+"/c/6/verify", nil); again.Header.Get("Location") != "/r/"+run || run == id {
		t.Errorf("a second press led to %s, the first to %s", again.Header.Get("Location"), run)
	}
	state := s.until(t, run, research.Done)
	if len(state.Claims) != 1 || len(state.Claims[0].Votes) != 3 || state.Question != state.Claims[0].Text {
		t.Fatalf("%d claims of %q", len(state.Claims), state.Question)
	}
	old, err := db.State(t.Context(), s.Store, research.Info{ID: id})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range old.Claims {
		if c.ID == 6 && c.Quote != state.Claims[0].Quote {
			t.Errorf("the quote was %q and is %q", c.Quote, state.Claims[0].Quote)
		}
	}
	s.get(t, "/r/"+run+"/s/1").want(t, http.StatusOK, "fifteenth-century Yemen")
	s.post(t, "/r/"+id+"/c/999/verify", nil).want(t, http.StatusNotFound)
}

func TestARunWithoutAReportIsNotBuiltOn(t *testing.T) {
	s := newSite(t, teaWorld)
	s.gate.hold("writer")
	id := s.ask(t)
	s.post(t, "/ask", url.Values{"question": {"More?"}, "method": {"verify"}, "from": {id}}).want(t, http.StatusUnprocessableEntity)
	s.gate.lift()
	s.until(t, id, research.Done)
	built := s.ask(t, "from", id)
	state := s.until(t, built, research.Done)
	if len(state.Premises) == 0 || state.Premises[0].Run != id || state.Premises[0].Asked == "" {
		t.Errorf("it starts from %v", state.Premises)
	}
	s.get(t, "/r/"+built).want(t, http.StatusOK, teaQuestion)
}
