package team

import (
	"context"
	"errors"
	"strings"
	"testing"

	"assay/research"
	"assay/research/engine"
	"assay/research/gather"
	"assay/research/port"
	"assay/research/task"
)

func classified(t research.QuestionType, parts ...research.QuestionType) research.Classification {
	c := research.Classification{Type: t}
	for _, p := range parts {
		c.Parts = append(c.Parts, research.SubQuestion{Question: string(p) + "?", Type: p})
	}
	return c
}

func with(o research.Options) *team {
	return &team{run: &engine.Run{Info: research.Info{Options: o}}}
}

func TestScopeFollowsFromTheTypeUnlessItIsAskedFor(t *testing.T) {
	for _, c := range []struct {
		depth string
		kind  research.Classification
		known bool
		want  scope
	}{
		{"", classified(research.FactualQuestion), true, focused},
		{auto, classified(research.ConsumerQuestion), true, broad},
		{auto, classified(research.TechnicalQuestion), true, broad},
		{auto, classified(research.OpinionQuestion), true, broad},
		{auto, classified(research.EmergingQuestion), true, broad},
		{auto, classified(research.ScientificQuestion), true, comprehensive},
		{auto, classified(research.ContestedQuestion), true, comprehensive},
		{"focused", classified(research.ContestedQuestion), true, focused},
		{"comprehensive", classified(research.FactualQuestion), true, comprehensive},
		// three types among the parts call for the next scope, two do not
		{auto, classified(research.FactualQuestion, research.FactualQuestion, research.ConsumerQuestion, research.TechnicalQuestion), true, broad},
		{auto, classified(research.FactualQuestion, research.FactualQuestion, research.ConsumerQuestion, research.FactualQuestion), true, focused},
		{auto, classified(research.ConsumerQuestion, research.FactualQuestion, research.ConsumerQuestion, research.TechnicalQuestion), true, comprehensive},
		{auto, classified(research.ContestedQuestion, research.FactualQuestion, research.ConsumerQuestion, research.TechnicalQuestion), true, comprehensive},
		{auto, classified(research.FactualQuestion), false, broad}, // it could not be classified
	} {
		if got := with(research.Options{Depth: c.depth}).size(c.kind, c.known); got != c.want {
			t.Errorf("%q, %v: %s, want %s", c.depth, c.kind, got.name, c.want.name)
		}
	}
}

func TestScopesHaveTheirNumbers(t *testing.T) {
	for want, s := range map[scope]scope{
		{"focused", 2, 2, false}: focused, {"broad", 3, 3, false}: broad, {"comprehensive", 4, 4, true}: comprehensive,
	} {
		if s != want {
			t.Errorf("%v, want %v", s, want)
		}
	}
	if len(usual) != len(research.QuestionTypes) || len(templates) != len(usual) || len(prefer) != len(usual) {
		t.Error("a type of question has no scope, template or advice")
	}
	if Method.Phases[len(Method.Phases)-2] != "round 5" || maxRounds != comprehensive.rounds+1 {
		t.Error("there must be a phase for each round of the widest scope, and for one more")
	}
}

func TestAPlanThatMuchHangsOnIsShownFirst(t *testing.T) {
	for _, c := range []struct {
		why   string
		kind  research.Classification
		scope scope
		plan  bool
		want  bool
	}{
		{"clear and small", classified(research.FactualQuestion), focused, false, false},
		{"clear and broad", classified(research.ConsumerQuestion), broad, false, false},
		{"asked for", classified(research.FactualQuestion), focused, true, true},
		{"compound", classified(research.FactualQuestion, research.FactualQuestion, research.FactualQuestion), focused, false, true},
		{"contested", classified(research.ContestedQuestion), focused, false, true},
		{"comprehensive", classified(research.FactualQuestion), comprehensive, false, true},
	} {
		k := with(research.Options{Plan: c.plan})
		k.kind.Classification, k.scope = c.kind, c.scope
		if k.invests() != c.want {
			t.Errorf("%s: shown first: %v", c.why, !c.want)
		}
	}
}

func TestConfidenceNeedsIndependentSourcesOfSeveralKinds(t *testing.T) {
	for _, c := range []struct {
		sources, kinds int
		contested      bool
		want           research.Confidence
	}{
		{1, 1, false, research.Low},
		{2, 1, false, research.Medium},
		{2, 2, false, research.Medium},
		{3, 1, false, research.Medium}, // however many, of one kind
		{9, 1, false, research.Medium},
		{3, 2, false, research.High},
		{3, 2, true, research.Medium}, // others dissent
		{1, 1, true, research.Low},
	} {
		if got := level(c.sources, c.kinds, c.contested); got != c.want {
			t.Errorf("%d sources of %d kinds, contested %v: %s, want %s", c.sources, c.kinds, c.contested, got, c.want)
		}
	}
}

func TestLikelihoodFollowsFromConfidenceDissentAndCaveats(t *testing.T) {
	caveat := []string{"only in winter"}
	for _, c := range []struct {
		w    weight
		want research.Likelihood
	}{
		{weight{confidence: research.High, strong: 2}, research.AlmostCertain},
		{weight{confidence: research.High, strong: 3, caveats: caveat}, research.HighlyLikely},
		{weight{confidence: research.High, strong: 1}, research.HighlyLikely},
		{weight{confidence: research.Medium, strong: 2}, research.Likely},
		{weight{confidence: research.Medium, strong: 2, contested: true}, research.RoughlyEven},
		{weight{confidence: research.Low, strong: 1, contested: true}, research.RoughlyEven},
		{weight{confidence: research.Low, contested: true}, research.Unlikely},
		{weight{confidence: research.Low, strong: 1, primary: true}, research.Likely},
		{weight{confidence: research.Low, strong: 1}, research.RoughlyEven},
		{weight{confidence: research.Low}, research.Unlikely},
	} {
		if got := c.w.likelihood(); got != c.want {
			t.Errorf("%+v: %s, want %s", c.w, got, c.want)
		}
	}
}

// brought returns a team whose researchers A, B ... brought a claim each, from
// pages of the given grades, each of a site and text of its own.
func brought(grades ...research.SourceGrade) *team {
	k := with(research.Options{})
	k.scope, k.round = comprehensive, 1
	for i, g := range grades {
		by := &assignment{AnglePlanned: research.AnglePlanned{N: i + 1, Round: 1, Researcher: letter(i), Angle: research.Angle{Label: letter(i), Query: letter(i)}}}
		k.tasks, k.members = append(k.tasks, by), append(k.members, by.Researcher)
		site := "https://" + strings.ToLower(by.Researcher) + ".example/"
		p := &gather.Page{N: i + 1, Page: port.Page{URL: site, FinalURL: site, Text: strings.Repeat(letter(i), 20)}, Grade: g}
		k.take(by, gather.Claim{ClaimFound: research.ClaimFound{ID: i + 1, Text: "Claim " + letter(i)}, Page: p})
	}
	return k
}

func TestACheckLiftsByOneStepAndDissentHoldsBack(t *testing.T) {
	check := func(k *team, v research.CheckVerdict, nuance string) {
		c := research.ClaimChecked{Claim: 1, By: "B", Verdict: v, Nuance: nuance}
		k.claims[0].state.Checks = []research.ClaimChecked{c}
	}
	for _, c := range []struct {
		verdict research.CheckVerdict
		want    research.Confidence
	}{
		{research.CheckSupported, research.Medium}, {research.CheckNuanced, research.Medium},
		{research.CheckUnchanged, research.Low}, {research.CheckContested, research.Low},
	} {
		k := brought(research.Blog)
		check(k, c.verdict, "but")
		if w := k.weigh([]int{1}); w.confidence != c.want || (len(w.caveats) > 0) != (c.verdict == research.CheckNuanced) {
			t.Errorf("%s: %+v", c.verdict, w)
		}
	}
	k := brought(research.Primary, research.Primary)
	check(k, research.CheckSupported, "")
	if w := k.weigh([]int{1, 2}); w.confidence != research.High {
		t.Errorf("two sources and a check: %+v", w)
	}
	k = brought(research.Primary, research.Blog)
	check(k, research.CheckSupported, "")
	k.claims[1].by.Task = research.Verification // what the check found must not count twice
	if w := k.weigh([]int{1, 2}); w.confidence != research.Medium {
		t.Errorf("one source and the source of its check: %+v", w)
	}
	k = brought(research.Primary, research.Secondary, research.Blog, research.Forum)
	side := func(ids ...int) research.Side { return research.Side{Says: "so", Claims: ids} }
	k.reading.conflicts = []research.Dispute{{Sides: []research.Side{side(1, 2, 3), side(4)}}}
	check(k, research.CheckSupported, "")
	if w := k.weigh([]int{1, 2, 3}); w.confidence != research.Medium || !w.contested {
		t.Errorf("three sources and dissent: %+v", w)
	}
	k.claims[3].Page.Grade = research.Unreliable
	if w := k.weigh([]int{1, 2, 3}); w.confidence != research.High || w.contested {
		t.Errorf("three sources and dissent that deserves no belief: %+v", w)
	}
}

func TestFollowUpsGoToWhoKnowsAndChecksToWhoDoesNot(t *testing.T) {
	k := brought(research.Primary, research.Blog, research.Forum)
	side := func(id int) research.Side { return research.Side{Says: "so", Claims: []int{id}} }
	k.reading.conflicts = []research.Dispute{{Sides: []research.Side{side(1), side(2)}}}
	for _, c := range []struct {
		f    research.FollowUp
		load map[string]int
		want string
	}{
		{research.FollowUp{Kind: research.GapFill, Task: 2}, nil, "B"},
		{research.FollowUp{Kind: research.DeepDive, Task: 3}, nil, "C"},
		{research.FollowUp{Kind: research.DeepDive}, map[string]int{"A": 1}, "B"}, // it follows from no task: the idlest
		{research.FollowUp{Kind: research.ConflictResolution, Claim: 1}, nil, "C"},
		{research.FollowUp{Kind: research.ConflictResolution}, nil, "C"},
		{research.FollowUp{Kind: research.Verification, Claim: 1}, nil, "B"},
		{research.FollowUp{Kind: research.Verification, Claim: 2}, map[string]int{"A": 1}, "C"},
	} {
		if got := k.assign(c.f, c.load); got != c.want {
			t.Errorf("%+v: researcher %s, want %s", c.f, got, c.want)
		}
	}
	k.reading.conflicts[0].Sides = append(k.reading.conflicts[0].Sides, side(3))
	if got := k.assign(research.FollowUp{Kind: research.ConflictResolution}, nil); got != "D" {
		t.Errorf("everybody stands on a side, but researcher %s gets the conflict", got)
	}
}

func TestOnlyWhatCanBeGivenOutIsGivenOut(t *testing.T) {
	k := brought(research.Primary, research.Blog)
	k.reading.points = k.points([]research.Triaged{{Text: "Both say so.", Claims: []int{1, 2}}}, false)
	gap := func(query string) research.FollowUp {
		return research.FollowUp{Kind: research.GapFill, Label: query, Brief: "b", Query: query, Task: 99}
	}
	verify := func(id int) research.FollowUp { return research.FollowUp{Kind: research.Verification, Claim: id} }
	for _, c := range []struct {
		why  string
		f    research.FollowUp
		want string
	}{
		{"a new search", gap("new"), ""},
		{"a search of an earlier task", gap("a"), "repeats a search"},
		{"without a brief", research.FollowUp{Kind: research.GapFill, Label: "l", Query: "q"}, "without"},
		{"several sources", verify(1), "several sources make"},
		{"no such claim", verify(7), "names no claim"},
	} {
		fit, refused := k.fitting([]research.FollowUp{c.f})
		if got := strings.Join(refused, ""); len(fit)+len(refused) != 1 || !strings.Contains(got, c.want) || c.want == "" && got != "" {
			t.Errorf("%s: %q, want %q", c.why, got, c.want)
		}
	}
	k.reading.points = nil
	if fit, _ := k.fitting([]research.FollowUp{verify(1), verify(1), gap("1"), gap("2"), gap("3"), gap("4")}); len(fit) != 4 || fit[3].Label != "3" || fit[1].Task != 0 {
		t.Errorf("of one claim to verify twice and four gaps: %v", fit)
	}
	k.scope = broad
	if fit, _ := k.fitting([]research.FollowUp{verify(1)}); len(fit) > 0 {
		t.Error("the broad scope verifies")
	}
}

func TestTheTeamStopsWhenItHasConvergedOrItsRoundsAreUsedUp(t *testing.T) {
	more := []research.FollowUp{{Kind: research.GapFill, Label: "l", Brief: "b", Query: "new", Task: 1}}
	conflict := []research.Dispute{{Sides: []research.Side{{Says: "a", Claims: []int{1}}, {Says: "b", Claims: []int{2}}}}}
	for _, c := range []struct {
		why       string
		round     int
		conflicts []research.Dispute
		answer    task.Triage
		goesOn    bool
		extra     bool
	}{
		{"something is missing", 1, nil, task.Triage{FollowUps: more}, true, false},
		{"converged", 1, nil, task.Triage{FollowUps: more, Converged: true}, false, false},
		{"nothing to do", 1, nil, task.Triage{}, false, false},
		{"last round", 4, nil, task.Triage{FollowUps: more}, false, false},
		{"last round, with a conflict", 4, conflict, task.Triage{FollowUps: more}, true, true},
		{"the added round, with a conflict", 5, conflict, task.Triage{FollowUps: more}, false, false},
	} {
		k := brought(research.Primary, research.Blog)
		k.round, k.reading.conflicts = c.round, c.conflicts
		if d := k.decide(c.answer); len(d.FollowUps) > 0 != c.goesOn || d.Extra != c.extra {
			t.Errorf("%s: %+v", c.why, d)
		}
	}
}

func TestAVerdictNeedsWordsOfASource(t *testing.T) {
	quote := func(source int, against bool) []task.CheckQuote {
		return []task.CheckQuote{{Source: source, Quote: "q", Against: against}}
	}
	for _, c := range []struct {
		check task.Check
		ok    bool
	}{
		{task.Check{Verdict: research.CheckUnchanged}, true},
		{task.Check{Verdict: research.CheckSupported}, false},
		{task.Check{Verdict: research.CheckSupported, Quotes: quote(1, false)}, true},
		{task.Check{Verdict: research.CheckSupported, Quotes: quote(1, true)}, false},
		{task.Check{Verdict: research.CheckSupported, Quotes: quote(3, false)}, false},
		{task.Check{Verdict: research.CheckNuanced, Quotes: quote(1, false)}, false},
		{task.Check{Verdict: research.CheckNuanced, Quotes: quote(1, false), Nuance: "n"}, true},
		{task.Check{Verdict: research.CheckContested, Quotes: quote(1, false)}, false},
		{task.Check{Verdict: research.CheckContested, Quotes: quote(2, true)}, true},
	} {
		if err := grounded(c.check, 2); (err == nil) != c.ok {
			t.Errorf("%+v: %v", c.check, err)
		}
	}
}

func TestAFindingRestsOnAllThatSaySoAndNothingWellBackedIsLeftOut(t *testing.T) {
	k := brought(research.Primary, research.Blog, research.Forum, research.Primary)
	k.reading.points = k.points([]research.Triaged{
		{Text: "One thing.", Claims: []int{1, 2}}, {Text: "Another.", Claims: []int{2, 3}}, {Text: "From one source.", Claims: []int{4}},
	}, false)
	fact := research.DraftPoint{Says: "One thing.", Kind: research.FactPoint, Claims: []int{1}}
	d := k.edit(task.Draft{Sections: []task.DraftSection{{Part: "facts", Points: []research.DraftPoint{fact}}}}, false)
	if got := d.Sections[0].Points[0].Claims; len(got) != 2 || got[1] != 2 {
		t.Errorf("the finding rests on %v", got)
	}
	if len(d.Sections) != 2 || len(d.Sections[1].Points) != 1 || d.Sections[1].Part != moreKey || d.Sections[1].Points[0].Says != "Another." {
		t.Errorf("what the writer left out: %+v", d.Sections[1:])
	}
}

func TestReportsHaveThePartsOfTheirType(t *testing.T) {
	for _, kind := range research.QuestionTypes {
		k := with(research.Options{})
		k.kind.Classification = classified(kind)
		single := len(k.parts())
		k.kind.Classification = classified(kind, kind, kind)
		keys := make(map[string]bool)
		for _, p := range k.parts() {
			if keys[p.Key] || p.Guide == "" || strings.ContainsAny(p.Key, " :") {
				t.Errorf("%s: part %+v", kind, p)
			}
			keys[p.Key] = true
		}
		if single < 4 || len(keys) != 2*(single-1)+2 || !keys[overallKey] || !keys[moreKey] {
			t.Errorf("%s: %d parts, %d of a compound question", kind, single, len(keys))
		}
	}
}

func TestWithoutASearchEngineItSaysSo(t *testing.T) {
	_, err := Method.Run(context.Background(), &engine.Run{})
	if !errors.Is(err, gather.ErrNoSearch) {
		t.Errorf("%v", err)
	}
}
