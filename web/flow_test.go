package web

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"

	"assay/research"
	"assay/views"
)

// Everything here works without a script: forms, redirects and links.
func TestAskToReportWithoutScripts(t *testing.T) {
	s := newSite(t, teaWorld)
	s.get(t, "/").want(t, http.StatusOK)
	id := s.done(t)
	s.get(t, "/r/"+id).want(t, http.StatusOK, "Tea was in use by 141 BC", "Coffee is first recorded in the 1400s.", "Tea was discovered in 2737 BC.")
	s.get(t, "/r/"+id+"/c/1").want(t, http.StatusOK, "Plant remains from 141 BC found in the tomb were tea buds.", "By tradition")
	s.get(t, "/r/"+id+"/s/1").want(t, http.StatusOK, "By tradition, Emperor Shennong discovered tea in 2737 BC while boiling water.")
	s.get(t, "/").want(t, http.StatusOK, teaQuestion)
	s.get(t, "/reports").want(t, http.StatusOK, teaQuestion)
	s.get(t, "/topics").want(t, http.StatusOK, "Is tea older than coffee", "Oldest tea", "How old is tea drinking outside China?")
	s.get(t, "/method").want(t, http.StatusOK, "Adversarial verification")
	s.get(t, "/status").want(t, http.StatusOK, "Search index")
}

func TestReportsAreFoundByAWordOfAQuote(t *testing.T) {
	s := newSite(t, teaWorld)
	s.done(t)
	s.get(t, "/reports?q=monastery").want(t, http.StatusOK, teaQuestion, "monasteries")
	if says := s.get(t, "/reports?q=zeppelin").text(t); strings.Contains(says, "monasteries") {
		t.Errorf("a word that is nowhere finds something: %s", says)
	}
	s.get(t, "/similar?question=Is+tea+older+than+coffee+really").want(t, http.StatusOK, teaQuestion)
	if says := s.get(t, "/similar?question=How+do+planes+fly").text(t); strings.Contains(says, "tea") {
		t.Errorf("another question is near: %s", says)
	}
}

func TestAFormSentTwiceIsOneRun(t *testing.T) {
	s := newSite(t, teaWorld)
	ids := make([]string, 4)
	var wg sync.WaitGroup
	for i := range ids {
		wg.Go(func() {
			res, err := s.client.PostForm(s.url+"/ask", url.Values{"question": {teaQuestion}, "method": {"verify"}, "token": {"SAMEFORM"}})
			if err == nil {
				ids[i] = res.Header.Get("Location")
				res.Body.Close()
			}
		})
	}
	wg.Wait()
	for _, id := range ids {
		if id == "" || id != ids[0] {
			t.Fatalf("the form led to %q", ids)
		}
	}
	runs, err := s.Store.Runs(t.Context(), 10)
	if err != nil || len(runs) != 1 {
		t.Errorf("%d runs, %v", len(runs), err)
	}
	if other := s.ask(t, "token", "OTHERFORM"); "/r/"+other == ids[0] {
		t.Error("another form led to the same run")
	}
}

func TestAFormWithMistakesKeepsWhatWasTyped(t *testing.T) {
	s := newSite(t, teaWorld)
	for field, value := range map[string]string{
		"question": "", "method": "guess", "depth": "abyss", "budget": "much", "deadline": "-1", "after": "1.2.2024", "language": "english please",
		"domains": "http://x", "exclude": "a..b", "engines": "altavista", "from": "nowhere", "model": "a\x01b",
	} {
		form := url.Values{"question": {"What about <tea>?"}, "method": {"verify"}}
		form.Set(field, value)
		a := s.post(t, "/ask", form)
		a.want(t, http.StatusUnprocessableEntity)
		if field != "question" && !strings.Contains(a.body, "What about &lt;tea&gt;?") {
			t.Errorf("%s=%s: the question is gone: %s", field, value, a.body)
		}
	}
	s.post(t, "/ask", url.Values{"question": {strings.Repeat("tea ", 1001)}, "method": {"verify"}}).want(t, http.StatusUnprocessableEntity)
	s.post(t, "/ask", url.Values{"question": {strings.Repeat("tea ", 40_000)}, "method": {"verify"}}).want(t, http.StatusRequestEntityTooLarge)
	if runs, err := s.Store.Runs(t.Context(), 1); err != nil || len(runs) > 0 {
		t.Errorf("a run was started: %v, %v", runs, err)
	}
}

func TestOptionsOfTheFormReachTheRun(t *testing.T) {
	s := newSite(t, teaWorld)
	id := s.ask(t, "depth", "standard", "budget", "$0.50", "deadline", "10", "after", "2001-02-03", "before", "2004-05-06", "language", "pt-br",
		"domains", "Example.org, example.net", "exclude", "spam.example", "library_only", "on", "model", "other")
	info, err := s.Store.Info(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	got, _ := json.Marshal(info.Options)
	want := `{"depth":"standard","budget":{"cost":500000,"time":600000000000},"search":{"engines":["library"],"domains":["example.org","example.net"],` +
		`"exclude":["spam.example"],"after":"2001-02-03","before":"2004-05-06"},"model":"other","lang":"pt-BR"}`
	if string(got) != want {
		t.Errorf("options are %s\nwant %s", got, want)
	}
}

func TestThePlanIsChangedBeforeItIsFollowed(t *testing.T) {
	s := newSite(t, teaWorld)
	id := s.ask(t, "plan", "on")
	s.until(t, id, research.Waiting)
	s.get(t, "/r/"+id).want(t, http.StatusOK)
	s.post(t, "/r/"+id+"/choose", url.Values{"query": {"a", "b", "c"}, "label": {"x", "y", "z"}}).want(t, http.StatusUnprocessableEntity)
	a := s.post(t, "/r/"+id+"/choose", url.Values{
		"offer": {"plan"}, "label": {"Tea", "Coffee", "No"}, "query": {"oldest evidence of tea", "oldest evidence of coffee", "nothing"}, "rationale": {"", "", ""},
		"keep": {"0", "1"}, "new_label": {"Added", ""}, "new_query": {"tea legend Shennong doubt", " "},
	})
	a.want(t, http.StatusSeeOther)
	events, err := s.Store.Events(t.Context(), id, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range events {
		if e.Kind == research.Chosen {
			var plan research.Plan
			if err := json.Unmarshal(e.Data, &plan); err != nil {
				t.Fatal(err)
			}
			var labels []string
			for _, a := range plan.Angles {
				labels = append(labels, a.Label)
			}
			if got := strings.Join(labels, " "); got != "Tea Coffee Added" {
				t.Errorf("angles are %s", got)
			}
			return
		}
	}
	t.Error("nothing was chosen")
}

func TestActionsOnARun(t *testing.T) {
	s := newSite(t, teaWorld)
	s.gate.hold("writer")
	id := s.ask(t)
	s.post(t, "/r/"+id+"/delete", nil).want(t, http.StatusConflict)
	s.await(t, id, func(state *research.State) bool { return state.Phase == "write" })
	s.post(t, "/r/"+id+"/hurry", nil).want(t, http.StatusSeeOther)
	s.post(t, "/r/"+id+"/stop", nil, "Datastar-Request", "true").want(t, http.StatusNoContent)
	s.until(t, id, research.Cancelled)
	s.gate.lift()
	s.post(t, "/r/"+id+"/retry", url.Values{"budget": {"lots"}}).want(t, http.StatusUnprocessableEntity)
	s.post(t, "/r/"+id+"/retry", nil).want(t, http.StatusSeeOther)
	state := s.await(t, id, func(state *research.State) bool { return state.Retries == 1 && state.Status.Over() })
	if state.Status != research.Done {
		t.Fatalf("after the retry the run is %s: %s", state.Status, state.Reason)
	}
	s.post(t, "/r/"+id+"/hurry", nil).want(t, http.StatusSeeOther) // from an old page: leads to the report
}

func TestADeletedReportCanBeBroughtBack(t *testing.T) {
	s := newSite(t, teaWorld)
	id := s.done(t)
	a := s.post(t, "/r/"+id+"/delete", nil)
	a.want(t, http.StatusSeeOther)
	s.get(t, a.Header.Get("Location")).want(t, http.StatusOK, teaQuestion) // offers to undo
	if says := s.get(t, "/reports").text(t); strings.Contains(says, teaQuestion) {
		t.Errorf("the index still lists it: %s", says)
	}
	if says := s.get(t, "/topics").text(t); strings.Contains(says, "Oldest tea") {
		t.Errorf("the topics still list it: %s", says)
	}
	s.get(t, "/r/"+id).want(t, http.StatusOK, teaQuestion)
	s.post(t, "/r/"+id+"/restore", nil).want(t, http.StatusSeeOther)
	s.get(t, "/reports?q=monasteries").want(t, http.StatusOK, teaQuestion)
}

func TestReportsComeInOtherForms(t *testing.T) {
	s := newSite(t, teaWorld)
	id := s.done(t)
	kinds := map[string]string{
		"md": "text/markdown", "json": "application/json", "csv": "text/csv", "bib": "application/x-bibtex", "ris": "application/x-research-info-systems",
	}
	for _, f := range views.Formats()[len(kinds):] {
		kinds[f.Ext], _, _ = strings.Cut(f.ContentType, ";")
	}
	for ext, kind := range kinds {
		file := s.get(t, "/r/"+id+"."+ext)
		if !strings.HasPrefix(file.Header.Get("Content-Type"), kind) || file.StatusCode != http.StatusOK {
			t.Errorf(".%s: %s, %s", ext, file.Status, file.Header.Get("Content-Type"))
		}
		if want := `attachment; filename=is-tea-older-than-coffee.` + ext; file.Header.Get("Content-Disposition") != want {
			t.Errorf(".%s is saved as %s", ext, file.Header.Get("Content-Disposition"))
		}
		shown := s.get(t, "/r/"+id, "Accept", kind)
		if shown.body != file.body || shown.Header.Get("Content-Disposition") != "" || !strings.Contains(strings.Join(shown.Header.Values("Vary"), ","), "Accept") {
			t.Errorf("Accept: %s gives another answer: %v", kind, shown.Header)
		}
	}
	for _, accept := range []string{"", "*/*", "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", "image/png"} {
		if got := s.get(t, "/r/"+id, "Accept", accept).Header.Get("Content-Type"); !strings.HasPrefix(got, "text/html") {
			t.Errorf("Accept: %s gives %s", accept, got)
		}
	}
	s.get(t, "/r/"+id+".exe").want(t, http.StatusNotFound)
	s.get(t, "/r/"+id+".").want(t, http.StatusNotFound)
}

func TestAReportIsNotSentAgain(t *testing.T) {
	s := newSite(t, teaWorld)
	id := s.done(t)
	first := s.get(t, "/r/"+id)
	again := s.get(t, "/r/"+id, "If-None-Match", first.Header.Get("ETag"))
	if first.Header.Get("ETag") == "" || again.StatusCode != http.StatusNotModified {
		t.Errorf("ETag %q: %s", first.Header.Get("ETag"), again.Status)
	}
}
