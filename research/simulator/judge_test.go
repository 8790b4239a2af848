package simulator_test

import (
	"slices"
	"strings"
	"testing"

	"assay/research"
	"assay/research/simulator"
	"assay/research/task"
)

func TestEvidenceIsAssessedAndSynthesized(t *testing.T) {
	in := &task.AssessTask{Question: question, Evidence: materials(6), Round: 1, Today: "2026-11-21"}
	if a := put[research.Assessment](t, new(simulator.ModelServer), task.NameAssess, in); a.Coverage != research.PartlyCovered || len(a.Open) != 1 {
		t.Errorf("round 1: %+v, want one thing open", a)
	}
	in.Round = 2
	if a := put[research.Assessment](t, new(simulator.ModelServer), task.NameAssess, in); a.Coverage != research.Covered || len(a.Open) != 0 {
		t.Errorf("round 2: %+v, want it covered", a)
	}
	in.Evidence = nil
	if a := put[research.Assessment](t, new(simulator.ModelServer), task.NameAssess, in); a.Coverage != research.NotCovered {
		t.Errorf("without evidence: %+v, want it open", a)
	}

	stakes, contradictions := map[research.Stake]int{}, 0
	for seed := range uint64(6) {
		in := &task.SynthesizeTask{Question: question, Evidence: materials(9), Today: "2026-11-21"}
		s := put[task.Synthesis](t, &simulator.ModelServer{Seed: seed}, task.NameSynthesize, in)
		var used []int
		for _, f := range s.Findings {
			used = append(used, f.Evidence...)
			stakes[f.Stake]++
			if f.Confidence < 0.5 || f.Confidence > 0.95 || strings.Contains(f.Claim, "Quoted") {
				t.Errorf("finding %+v", f)
			}
		}
		all(t, in.Evidence, used...)
		for _, d := range s.Contradictions {
			contradictions++
			known(t, in.Evidence, slices.Concat(d.Sides[0].Claims, d.Sides[1].Claims)...)
		}
	}
	if len(stakes) != 3 || contradictions == 0 || contradictions == 6 {
		t.Errorf("stakes %v, %d contradictions in 6; want all kinds, and some", stakes, contradictions)
	}
}

// candidates are findings 1, 2 and so on, which cite claims of the same numbers.
func candidates(n int) []task.Candidate {
	var all []task.Candidate
	for i, m := range materials(n) {
		cited := m
		cited.ID = i + 1
		all = append(all, task.Candidate{N: i + 1, Claim: m.Claim, Stake: research.Critical, Evidence: []task.Material{cited}})
	}
	return all
}

func TestFindingsAreReviewedAndChallenged(t *testing.T) {
	const n = 60
	verdicts := func(doubt float64) (reviews map[task.ReviewVerdict]int, rulings map[task.CriticVerdict]int) {
		reviews, rulings = map[task.ReviewVerdict]int{}, map[task.CriticVerdict]int{}
		s := &simulator.ModelServer{Doubt: doubt}
		r := put[task.Reviews](t, s, task.NameReview, &task.ReviewTask{Question: question, Findings: candidates(n)})
		c := put[task.Challenges](t, s, task.NameChallenge, &task.ChallengeTask{Question: question, Findings: candidates(n)})
		if len(r.Reviews) != n || len(c.Rulings) != n {
			t.Fatalf("%d reviews and %d rulings of %d findings", len(r.Reviews), len(c.Rulings), n)
		}
		for i := range n {
			if r.Reviews[i].Finding != i+1 || c.Rulings[i].Finding != i+1 {
				t.Errorf("finding %d: %+v, %+v", i+1, r.Reviews[i], c.Rulings[i])
			}
			reviews[r.Reviews[i].Verdict]++
			rulings[c.Rulings[i].Verdict]++
		}
		return reviews, rulings
	}
	reviews, rulings := verdicts(0)
	if len(reviews) != 4 || reviews[task.Supported] < n/2 || len(rulings) != 3 || rulings[task.Survives] < n/2 {
		t.Errorf("%v, %v: want all verdicts, most of them good", reviews, rulings)
	}
	if reviews, rulings = verdicts(-1); reviews[task.Supported] != n || rulings[task.Survives] != n {
		t.Errorf("%v, %v: want good ones only", reviews, rulings)
	}
}

func TestQuestionsAreClassified(t *testing.T) {
	s := &simulator.ModelServer{QuestionType: research.ConsumerQuestion}
	if c := put[research.Classification](t, s, task.NameClassify, &task.ClassifyTask{Brief: brief()}); c.Type != research.ConsumerQuestion || len(c.Parts) != 0 {
		t.Errorf("%+v, want a simple consumer question", c)
	}
	b := brief()
	b.Question = "How long is it? Who built it? Is it worth a visit?"
	c := put[research.Classification](t, new(simulator.ModelServer), task.NameClassify, &task.ClassifyTask{Brief: b})
	if c.Type != research.ContestedQuestion || len(c.Parts) != 3 || c.Parts[1].Question != "Who built it?" || c.Parts[1].Type == c.Parts[0].Type {
		t.Errorf("%+v, want three parts of different types", c)
	}
}

func TestRoundsAreTriagedUntilTheLast(t *testing.T) {
	in := &task.TriageTask{
		Brief: brief(), Type: research.ContestedQuestion, Rounds: 3, Verify: true, Max: 4, Claims: materials(9),
		Tasks: []task.Assignment{{N: 2, Researcher: "A"}, {N: 5, Researcher: "B"}},
	}
	kinds := map[research.FollowUpKind]int{}
	for seed := range uint64(6) {
		for in.Round = 1; in.Round <= in.Rounds; in.Round++ {
			v := put[task.Triage](t, &simulator.ModelServer{Seed: seed}, task.NameTriage, in)
			if last := in.Round == in.Rounds; v.Converged != last || last != (len(v.FollowUps) == 0) {
				t.Errorf("round %d: converged %v with %d tasks", in.Round, v.Converged, len(v.FollowUps))
			}
			var used []int
			for _, p := range v.Points {
				used = append(used, p.Claims...)
			}
			all(t, in.Claims, used...)
			for _, f := range v.FollowUps {
				kinds[f.Kind]++
				if f.Kind == research.Verification {
					known(t, in.Claims, f.Claim)
				} else if f.Task != 2 && f.Task != 5 {
					t.Errorf("%+v follows from no task", f)
				}
			}
		}
	}
	if len(kinds) != 4 {
		t.Errorf("tasks %v, want all kinds", kinds)
	}
	in.Round, in.Max, in.Verify = 1, 2, false
	for _, f := range put[task.Triage](t, new(simulator.ModelServer), task.NameTriage, in).FollowUps {
		if f.Kind == research.Verification {
			t.Error("a task to verify, which was not asked for")
		}
	}
}

func TestClaimsAreCheckedAgainstOtherSources(t *testing.T) {
	verdicts := map[research.CheckVerdict]int{}
	for _, m := range materials(40) {
		in := &task.CheckTask{Claim: m.Claim, Origin: m.URL, Sources: readings(), Today: "2026-11-21"}
		c := put[task.Check](t, &simulator.ModelServer{Doubt: 0.6}, task.NameCheck, in)
		verdicts[c.Verdict]++
		if (c.Verdict == research.CheckNuanced) != (c.Nuance != "") || (c.Verdict == research.CheckUnchanged) != (len(c.Quotes) == 0) {
			t.Errorf("%+v", c)
		}
		for _, q := range c.Quotes {
			stand(t, in.Sources, q.Source, q.Quote)
			if q.Against != (c.Verdict == research.CheckContested) {
				t.Errorf("%s with %+v", c.Verdict, q)
			}
		}
	}
	if len(verdicts) != 4 || verdicts[research.CheckSupported] < 10 || verdicts[research.CheckSupported] > 22 {
		t.Errorf("%v, want all verdicts, and 16 of 40 SUPPORTED", verdicts)
	}
}

func TestMapsOfferWhatIsNotExplored(t *testing.T) {
	in := &task.MapTask{Brief: brief(), Claims: materials(5), Available: []research.Angle{{Label: "Economics"}, {Label: "Made up"}}}
	explored := map[string]bool{}
	for in.Round = 1; in.Round <= 4; in.Round++ {
		m := put[task.MapDraft](t, new(simulator.ModelServer), task.NameMap, in)
		if len(m.Available) != 4 || len(m.Dives) != 3 || len(m.KeyFindings) != 3 {
			t.Errorf("round %d: %d branches, %d dives, %d key findings", in.Round, len(m.Available), len(m.Dives), len(m.KeyFindings))
		}
		if in.Round == 1 && m.Available[0].Label != "Economics" {
			t.Errorf("what was open before is gone: %+v", m.Available)
		}
		in.Available = nil
		for i, p := range m.Available {
			if explored[p.Label] {
				t.Errorf("round %d offers %q again", in.Round, p.Label)
			}
			if i < 2 {
				explored[p.Label] = true
				in.Explored = append(in.Explored, research.Branch{Label: p.Label})
				continue
			}
			in.Available = append(in.Available, research.Angle{Label: p.Label})
		}
		for _, k := range m.KeyFindings {
			known(t, in.Claims, k.Claims...)
		}
	}
}

func TestDraftsHaveThePartsAskedFor(t *testing.T) {
	in := &task.DraftTask{Brief: brief(), Claims: materials(20), Parts: []task.Part{
		{Key: "theme", Guide: "Findings by theme.", Many: true},
		{Key: "timeline", Title: "Timeline", Guide: "What happened when; the label is the date."},
		{Key: "players", Title: "Key players", Guide: "Who matters; the label is the name."},
		{Key: "takeaways", Title: "Takeaways", Guide: "What follows. Your own analysis is welcome.", Analysis: true},
		{Key: "facts", Title: "Facts", Guide: "What is sure; no analysis."},
	}}
	d := put[task.Draft](t, new(simulator.ModelServer), task.NameDraft, in)
	var used []int
	parts := map[string]int{}
	for _, s := range d.Sections {
		parts[s.Part]++
		if s.Title == "" || len(s.Points) == 0 {
			t.Errorf("an empty section: %+v", s)
		}
		for _, p := range s.Points {
			switch {
			case p.Kind == research.FactPoint:
				used = append(used, p.Claims...)
			case s.Part != "takeaways":
				t.Errorf("analysis in the part %s: %+v", s.Part, p)
			}
			if s.Part == "timeline" && strings.HasPrefix(p.Says, "By") && p.Label != "2001" {
				t.Errorf("%q is dated %q", p.Says, p.Label)
			}
		}
	}
	all(t, in.Claims, used...)
	for _, p := range in.Parts {
		if want := map[bool]int{true: 3, false: 1}[p.Many]; parts[p.Key] != want {
			t.Errorf("part %s comes %d times, want %d", p.Key, parts[p.Key], want)
		}
	}
	in.Claims, in.Parts = nil, nil
	if d := put[task.Draft](t, new(simulator.ModelServer), task.NameDraft, in); len(d.Sections) != 0 || !strings.Contains(d.Summary, "not enough data") {
		t.Errorf("a draft of nothing: %+v", d)
	}
}
