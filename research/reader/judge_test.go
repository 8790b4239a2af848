package reader

import (
	"slices"
	"strings"
	"testing"

	"assay/research"
	"assay/research/port"
	"assay/research/task"
)

const wall = "Is the Great Wall of China visible from the Moon?"

// stuff is material on the wall: two that deny, one that affirms, one beside it.
func stuff() []task.Material {
	material := func(id int, claim, host, line string, g research.SourceGrade) task.Material {
		return task.Material{ID: id, Claim: claim, Quote: claim, Kind: research.FactClaim, Importance: research.Central, Title: strings.ToUpper(host),
			URL: "https://" + host + ".example/", Grade: g, Line: line, Published: "2018"}
	}
	out := []task.Material{
		material(3, "The Great Wall of China is not visible from the Moon.", "observatory", "task 1", research.Primary),
		material(7, "The Great Wall of China cannot be seen from the Moon with the naked eye.", "gazette", "task 1", research.Secondary),
		material(8, "The Great Wall of China is visible from the Moon.", "trivia", "task 2", research.Blog),
		material(9, "The Moon is 384,400 km away from the Earth.", "gazette", "task 2", research.Secondary),
	}
	out[3].Importance = research.Supporting
	return out
}

func TestAssess(t *testing.T) {
	all := stuff()
	for name, c := range map[string]struct {
		evidence  []task.Material
		want      research.Coverage
		conflicts int
	}{
		"two sites": {all[:2], research.Covered, 0}, "one site": {all[:1], research.PartlyCovered, 0},
		"beside it": {all[3:], research.NotCovered, 0}, "in dispute": {all, research.Covered, 1},
	} {
		got := strictly[research.Assessment](t, task.NameAssess, &task.AssessTask{Question: wall, Subtopic: research.Angle{Label: "Direct answer"}, Evidence: c.evidence, Round: 1})
		if got.Coverage != c.want || len(got.Conflicts) != c.conflicts || (len(got.Open) == 0) != (c.want == research.Covered) || (got.Answered == "") != (c.want == research.NotCovered) {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

func TestDisputesHaveBothSides(t *testing.T) {
	got := lay(ask(wall), stuff()).disputes()
	if len(got) != 1 || !slices.Equal(got[0].Sides[1].Claims, []int{8}) || !slices.Contains(got[0].Sides[0].Claims, 3) || !slices.Contains(got[0].Sides[0].Claims, 7) {
		t.Fatalf("disputes %+v", got)
	}
	if d := got[0]; d.Sides[0].Says != stuff()[0].Claim || !strings.Contains(d.Why, "a primary source and a blog") || !strings.Contains(d.About, "Great Wall") {
		t.Errorf("dispute %+v", d)
	}
	same := stuff()
	same[0].URL, same[1].URL = same[2].URL, same[2].URL
	if got := lay(ask(wall), same).disputes(); len(got) != 0 {
		t.Errorf("a page disputes with itself: %+v", got)
	}
}

func TestSynthesizeStatesEachFactOnce(t *testing.T) {
	all := append(stuff(), task.Material{ID: 12, Claim: "The Great Wall of China looks like a ribbon of light from the Moon.", Quote: "The Great Wall of China looks like a ribbon of light from the Moon.",
		URL: "https://wonders.example/", Grade: research.Unreliable})
	got := strictly[task.Synthesis](t, task.NameSynthesize, &task.SynthesizeTask{Question: wall, Subtopic: research.Angle{Label: "Direct answer"}, Evidence: all})
	if len(got.Findings) != 3 || len(got.Contradictions) != 1 || len(got.Unsupported) == 0 || !strings.Contains(got.Unsupported[0], "ribbon") {
		t.Fatalf("synthesis %+v", got)
	}
	first := got.Findings[0]
	if first.Claim != all[0].Claim || len(first.Evidence) != 2 || first.Stake != research.Critical || first.Confidence < 0.8 || first.Confidence > 0.95 {
		t.Errorf("first finding %+v", first)
	}
	critical := 0
	for _, f := range got.Findings {
		if f.Stake == research.Critical {
			critical++
		}
	}
	if critical != 2 {
		t.Errorf("%d critical findings", critical)
	}
}

func TestReview(t *testing.T) {
	quoted := func(quote string) []task.Material {
		return []task.Material{{ID: 1, Claim: quote, Quote: quote, Title: "A", URL: "https://a.example/", Grade: research.Primary}}
	}
	for i, c := range []struct {
		claim string
		cites []task.Material
		want  task.ReviewVerdict
	}{
		{"Sugar does not make children hyperactive.", quoted("Sugar does not make children hyperactive."), task.Supported},
		{"Vitamin C shortens colds by 8 percent.", quoted("In adults, vitamin C shortens colds by about 8 percent."), task.Supported},
		{"Vitamin C shortens colds.", quoted("Vitamin C may shorten colds."), task.Overstated},
		{"Vitamin C always shortens colds.", quoted("Vitamin C shortens colds."), task.Overstated},
		{"Sugar makes children hyperactive.", quoted("Sugar does not make children hyperactive."), task.Contradicted},
		{"Saturn has 274 known moons.", quoted("Saturn has 62 known moons."), task.Contradicted},
		{"Saturn has rings of ice.", quoted("The Great Wall of China is long."), task.Unsupported},
		{"Saturn has rings of ice.", nil, task.Unsupported},
	} {
		got := strictly[task.Reviews](t, task.NameReview, &task.ReviewTask{Findings: []task.Candidate{{N: i + 1, Claim: c.claim, Evidence: c.cites}}}).Reviews
		if len(got) != 1 || got[0].Finding != i+1 || got[0].Verdict != c.want || got[0].Reason == "" {
			t.Errorf("%s on %v: %+v", c.claim, c.cites, got)
		}
	}
}

func TestChallenge(t *testing.T) {
	all := stuff()
	for name, c := range map[string]struct {
		evidence, against []task.Material
		want              task.CriticVerdict
	}{
		"good sources":            {all[:2], nil, task.Survives},
		"good against a blog":     {all[:2], all[2:3], task.Survives},
		"a blog against good":     {all[2:3], all[:2], task.Reject},
		"one weak source":         {all[2:3], nil, task.Downgrade},
		"a good one against one":  {all[1:2], all[1:2:2], task.Survives},
		"good against good":       {all[:1], []task.Material{{ID: 20, Claim: all[2].Claim, Quote: all[2].Claim, URL: "https://other.example/", Grade: research.Primary}}, task.Downgrade},
		"evidence against itself": {[]task.Material{all[2], all[0]}, nil, task.Reject},
	} {
		got := strictly[task.Challenges](t, task.NameChallenge, &task.ChallengeTask{Question: wall,
			Findings: []task.Candidate{{N: 4, Claim: c.evidence[0].Claim, Evidence: c.evidence, Against: c.against}}}).Rulings
		if len(got) != 1 || got[0].Finding != 4 || got[0].Verdict != c.want || got[0].Reasoning == "" {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

func TestTriageGivesOutTasks(t *testing.T) {
	job := &task.TriageTask{Brief: brief(wall), Round: 1, Rounds: 4, Claims: stuff(), Verify: true, Max: 4, Tasks: []task.Assignment{
		{N: 1, Researcher: "A", Angle: research.Angle{Label: "Direct answer", Query: "wall moon"}},
		{N: 2, Researcher: "B", Angle: research.Angle{Label: "Distance", Query: "moon distance"}},
		{N: 3, Researcher: "C", Angle: research.Angle{Label: "Wall paint history", Query: "wall paint history"}},
	}}
	got := strictly[task.Triage](t, task.NameTriage, job)
	var kinds []research.FollowUpKind
	for _, f := range got.FollowUps {
		kinds = append(kinds, f.Kind)
		if n := len(strings.Fields(f.Label)); f.Brief == "" || f.Query == "" || n < 2 || n > 5 {
			t.Errorf("task %+v", f)
		}
		if strings.Contains(f.Brief, "not visible") {
			t.Errorf("a brief tells what others found: %q", f.Brief)
		}
	}
	if want := []research.FollowUpKind{research.GapFill, research.ConflictResolution, research.Verification}; !slices.Equal(kinds, want) || got.Converged || len(got.Conflicts) != 1 {
		t.Errorf("tasks %v, %+v", kinds, got)
	}
	if v := got.FollowUps[2]; v.Claim != 8 || v.Task != 2 {
		t.Errorf("verification %+v", v)
	}
	used := map[int]int{}
	for _, p := range got.Points {
		for _, id := range p.Claims {
			used[id]++
		}
	}
	if len(used) != 4 || used[3] != 1 || len(got.Points) != 3 {
		t.Errorf("points %+v", got.Points)
	}
	job.Round = 3
	if got := strictly[task.Triage](t, task.NameTriage, job); !got.Converged || len(got.FollowUps) != 0 {
		t.Errorf("after three rounds: %+v", got)
	}
	job.Round, job.Claims, job.Tasks = 1, stuff()[:2], job.Tasks[:1]
	if got := strictly[task.Triage](t, task.NameTriage, job); !got.Converged {
		t.Errorf("with nothing to do: %+v", got)
	}
}

func TestCheckQuotesItsSources(t *testing.T) {
	reading := func(host, text string, g research.SourceGrade) task.Reading {
		return task.Reading{Page: port.Page{URL: "https://" + host + ".example/x", FinalURL: "https://" + host + ".example/x", Title: host, Kind: string(g)}, Passages: []string{text}}
	}
	claim := "The Great Wall of China is visible from the Moon."
	for name, c := range map[string]struct {
		sources []task.Reading
		want    research.CheckVerdict
		quotes  int
	}{
		"denied":             {[]task.Reading{reading("observatory", "We looked up. The Great Wall of China is not visible\nfrom the Moon.", research.Primary)}, research.CheckContested, 1},
		"confirmed":          {[]task.Reading{reading("gazette", "Indeed, the Great Wall of China can be seen from the Moon.", research.Secondary)}, research.CheckSupported, 1},
		"with a condition":   {[]task.Reading{reading("gazette", "The Great Wall of China is visible from the Moon only when the air is clear.", research.Secondary)}, research.CheckNuanced, 1},
		"on something else":  {[]task.Reading{reading("gazette", "The Moon is 384,400 km away from the Earth.", research.Secondary)}, research.CheckUnchanged, 0},
		"its own site":       {[]task.Reading{reading("trivia", "The Great Wall of China can be seen from the Moon.", research.Primary)}, research.CheckUnchanged, 0},
		"only a crank's no":  {[]task.Reading{reading("crank", "The Great Wall of China is not visible from the Moon.", research.Unreliable)}, research.CheckUnchanged, 1},
		"for and against it": {[]task.Reading{reading("gazette", "The Great Wall of China can be seen from the Moon.", research.Secondary), reading("observatory", "The Great Wall of China is not visible from the Moon.", research.Primary)}, research.CheckContested, 2},
	} {
		got := strictly[task.Check](t, task.NameCheck, &task.CheckTask{Claim: claim, Origin: "https://trivia.example/", Sources: c.sources})
		if got.Verdict != c.want || len(got.Quotes) != c.quotes || got.Reason == "" || (got.Nuance != "") != (c.want == research.CheckNuanced) {
			t.Errorf("%s: %+v", name, got)
		}
		for _, q := range got.Quotes {
			if !strings.Contains(c.sources[q.Source-1].Passages[0], q.Quote) {
				t.Errorf("%s: not in the source: %q", name, q.Quote)
			}
		}
	}
}

func TestMapShowsWhatIsLeft(t *testing.T) {
	job := &task.MapTask{Brief: brief(wall), Round: 1, Claims: stuff(), Explored: []research.Branch{{N: 1, Label: "Fundamentals and basics"}, {N: 2, Label: "Timeline and history"}},
		Available: []research.Angle{{Label: "Paint and colour", Query: "wall paint colour"}}}
	got := strictly[task.MapDraft](t, task.NameMap, job)
	if got.Available[0].Label != "Paint and colour" || len(got.Available) != 5 {
		t.Errorf("available %+v", got.Available)
	}
	for _, a := range got.Available {
		if a.Query == "" || a.Preview == "" || slices.ContainsFunc(job.Explored, func(b research.Branch) bool { return b.Label == a.Label }) {
			t.Errorf("available %+v", a)
		}
	}
	if len(got.Dives) == 0 || !strings.Contains(got.Dives[0].Question, "Why do sources differ") || got.Dives[0].Because == "" || got.Dives[0].Query == "" {
		t.Errorf("dives %+v", got.Dives)
	}
	if len(got.KeyFindings) < 2 || got.KeyFindings[0].Claims[0] != 3 || len(got.Conflicts) != 1 {
		t.Errorf("key findings %+v, conflicts %+v", got.KeyFindings, got.Conflicts)
	}
}
