package reader

import (
	"slices"
	"strings"
	"testing"

	"assay/research"
	"assay/research/task"
)

// treeParts and the others are parts as methods ask for them.
var (
	treeParts = []task.Part{
		{Key: "theme", Many: true, Guide: "A major theme, with a title of your own; several times."},
		{Key: "contrarian", Title: "Contrarian views & uncertainties", Analysis: true, Guide: "What one source says and others do not. Empty if there is nothing of the kind."},
		{Key: "takeaways", Title: "Key takeaways", Analysis: true, Guide: "About three insights to act on."},
	}
	exploreParts = []task.Part{
		{Key: "theme", Many: true, Guide: "What was found, by theme."},
		{Key: "timeline", Title: "Timeline & context", Guide: "What happened when, the earliest first; the label is the date."},
		{Key: "players", Title: "Key players", Guide: "Who matters and why; the label is the name."},
	}
	technicalParts = []task.Part{
		{Key: "mechanism", Title: "How it works", Guide: "The mechanism as documentation has it."},
		{Key: "tradeoffs", Title: "Trade-offs and limits", Guide: "Costs, failure modes, limits and alternatives."},
		{Key: "advice", Title: "What follows", Guide: "Which choice the findings speak for.", Analysis: true},
		{Key: "more", Guide: "What is well backed and fits no part above; usually nothing. Called: Also established."},
	}
	contestedParts = []task.Part{
		{Key: "agreed", Title: "What is agreed", Guide: "What all sides accept."},
		{Key: "position", Guide: "One section for each position, called after it.", Many: true},
		{Key: "crux", Title: "What the dispute turns on", Guide: "Whether the sides differ on facts.", Analysis: true},
	}
	answerPart = []task.Part{{Key: "answer", Title: "Answer", Guide: "One point: the answer in a sentence, as a fact."}}
)

// drafted drafts a report and checks what holds for all of them.
func drafted(t *testing.T, in *task.DraftTask) task.Draft {
	t.Helper()
	d := strictly[task.Draft](t, task.NameDraft, in)
	if d.Summary == "" || !strings.Contains(d.Caveats, "no language model was used") {
		t.Errorf("summary %q, caveats %q", d.Summary, d.Caveats)
	}
	for _, p := range in.Parts {
		if !slices.ContainsFunc(d.Sections, func(s task.DraftSection) bool { return s.Part == p.Key }) {
			t.Errorf("the part %s is missing", p.Key)
		}
	}
	placed := map[int]string{}
	for _, s := range d.Sections {
		repeats := mannerOf(partOf(in, s.Part)) == repeating
		for _, p := range s.Points {
			checkPoint(t, in, s, p)
			if !repeats && placed[p.Claims[0]] != "" {
				t.Errorf("%q stands in %s and %s", p.Says, placed[p.Claims[0]], s.Part)
			}
			if !repeats {
				placed[p.Claims[0]] = s.Part
			}
		}
		if s.Title == "" && partOf(in, s.Part).Title == "" && len(s.Points) > 0 {
			t.Errorf("a section of %s has no title", s.Part)
		}
	}
	return d
}

// checkPoint wants a fact in the words of one of the claims that it names.
func checkPoint(t *testing.T, in *task.DraftTask, s task.DraftSection, p research.DraftPoint) {
	t.Helper()
	stands := false
	for _, id := range p.Claims {
		i := slices.IndexFunc(in.Claims, func(m task.Material) bool { return m.ID == id })
		if i < 0 {
			t.Fatalf("there is no claim %d", id)
		}
		stands = stands || sentence(in.Claims[i].Claim) == p.Says
	}
	if !stands || p.Kind != research.FactPoint {
		t.Errorf("%s: no claim says %q", s.Part, p.Says)
	}
	if m := mannerOf(partOf(in, s.Part)); m == byDate && !strings.Contains(p.Says, p.Label) || (m == byDate || m == byName) && p.Label == "" {
		t.Errorf("%s: %q is filed under %q", s.Part, p.Says, p.Label)
	}
}

func partOf(in *task.DraftTask, key string) task.Part {
	return in.Parts[slices.IndexFunc(in.Parts, func(p task.Part) bool { return p.Key == key })]
}

func pointsOf(d task.Draft, part string) (out []research.DraftPoint) {
	for _, s := range d.Sections {
		if s.Part == part {
			out = append(out, s.Points...)
		}
	}
	return out
}

// Reports of what was really learned are sound, whatever parts are asked for, and
// answer the question.
func TestDraftsOfStudies(t *testing.T) {
	studies(t, func(t *testing.T, question string, s *study) {
		for _, parts := range [][]task.Part{treeParts, exploreParts, technicalParts, contestedParts, answerPart} {
			job := &task.DraftTask{Brief: brief(question), Parts: parts, Claims: s.claims, Gaps: []string{"“Costs”: nothing was found"}}
			d := drafted(t, job)
			points := 0
			for _, section := range d.Sections {
				points += len(section.Points)
			}
			if points == 0 {
				t.Error("no point at all")
			}
			if parts[0].Key == "answer" && points != 1 {
				t.Errorf("%d points in an answer of one", points)
			}
			if !slices.Contains(d.OpenQuestions, "Still open: “Costs”: nothing was found.") {
				t.Errorf("the gap is not among the open questions: %q", d.OpenQuestions)
			}
			if said := index(termsOf(d.Summary)); ask(question).covered(in(said)) < 0.3 {
				t.Errorf("the summary does not answer the question: %s", d.Summary)
			}
		}
		triaged(t, question, s)
	})
}

// triaged wants each claim in one group at most, and sound tasks and maps.
func triaged(t *testing.T, question string, s *study) {
	t.Helper()
	got := strictly[task.Triage](t, task.NameTriage, &task.TriageTask{Brief: brief(question), Round: 1, Rounds: 3, Claims: s.claims, Verify: true, Max: 4})
	used := map[int]bool{}
	for _, p := range got.Points {
		for _, id := range p.Claims {
			if used[id] {
				t.Errorf("claim %d is in two groups", id)
			}
			used[id] = true
		}
	}
	chart := strictly[task.MapDraft](t, task.NameMap, &task.MapTask{Brief: brief(question), Round: 1, Claims: s.claims})
	seen := map[string]bool{}
	for _, d := range chart.Dives {
		if seen[d.Query] || d.Question == question || d.Because == "" {
			t.Errorf("dive %+v", d)
		}
		seen[d.Query] = true
	}
	for _, a := range s.plan.Angles {
		var own []task.Material
		for _, m := range s.claims {
			if m.Line == a.Label {
				own = append(own, m)
			}
		}
		reviewed(t, strictly[task.Synthesis](t, task.NameSynthesize, &task.SynthesizeTask{Question: question, Subtopic: a, Evidence: own}), own)
	}
}

// reviewed wants findings in the words of the evidence, which a reviewer supports.
func reviewed(t *testing.T, s task.Synthesis, evidence []task.Material) {
	t.Helper()
	asked := &task.ReviewTask{}
	for i, f := range s.Findings {
		c := task.Candidate{N: i + 1, Claim: f.Claim}
		for _, m := range evidence {
			if slices.Contains(f.Evidence, m.ID) {
				c.Evidence = append(c.Evidence, m)
			}
		}
		if len(c.Evidence) != len(f.Evidence) || f.Confidence <= 0 || f.Confidence >= 1 {
			t.Errorf("finding %+v", f)
		}
		asked.Findings = append(asked.Findings, c)
	}
	for i, r := range strictly[task.Reviews](t, task.NameReview, asked).Reviews {
		if r.Verdict != task.Supported {
			t.Errorf("%q is %s: %s", asked.Findings[i].Claim, r.Verdict, r.Reason)
		}
	}
}

// What speaks against the answer stands apart from it.
func TestDraftsSetDissentApart(t *testing.T) {
	in := &task.DraftTask{Brief: brief(wall), Parts: treeParts, Claims: stuff()}
	d := drafted(t, in)
	if !strings.HasPrefix(d.Summary, "Mostly no. The Great Wall of China is not visible") || !strings.Contains(d.Caveats, "Sources disagree on") {
		t.Errorf("summary %q, caveats %q", d.Summary, d.Caveats)
	}
	if got := pointsOf(d, "contrarian"); len(got) != 1 || got[0].Claims[0] != 8 {
		t.Errorf("contrarian %+v", got)
	}
	if got := pointsOf(d, "takeaways"); len(got) == 0 || got[0].Claims[0] != 3 {
		t.Errorf("takeaways %+v", got)
	}
	in.Parts = contestedParts
	sides := 0
	for _, s := range drafted(t, in).Sections {
		if s.Part == "position" && len(s.Points) > 0 {
			sides++
		}
	}
	if sides == 0 {
		t.Error("the sides of a dispute have no sections")
	}
}

// A part that is called after a line takes what that line brought; dated claims
// stand in order of time, and each thing is said once.
func TestDraftsFillParts(t *testing.T) {
	claim := func(id int, line, text string) task.Material {
		return task.Material{ID: id, Line: line, Claim: text, Quote: text, Importance: research.Central, Title: "A", URL: "https://a.example/", Grade: research.Primary}
	}
	in := &task.DraftTask{Brief: brief("goldfish in ponds"), Parts: append(slices.Clone(exploreParts), task.Part{Key: "food", Title: "Food"}), Claims: []task.Material{
		claim(1, "Basics", "Goldfish in ponds live for ten years or more."), claim(2, "History", "Goldfish came to ponds in Portugal in 1611."),
		claim(3, "History", "Goldfish were kept in ponds in China before 1200."), claim(4, "Food", "Goldfish in ponds eat plants and larvae."),
		claim(5, "Basics", "The Pond Society counts goldfish in ponds."), claim(6, "Basics", "Goldfish in ponds grow to 20 cm or more."),
	}}
	in.Claims[4].Importance = research.Supporting
	d := drafted(t, in)
	var labels []string
	for _, p := range pointsOf(d, "timeline") {
		labels = append(labels, p.Label)
	}
	if !slices.Equal(labels, []string{"1200", "1611"}) {
		t.Errorf("timeline %q", labels)
	}
	if got := pointsOf(d, "food"); len(got) != 1 || got[0].Claims[0] != 4 {
		t.Errorf("food %+v", got)
	}
	if got := pointsOf(d, "players"); len(got) != 1 || got[0].Label != "Pond Society" {
		t.Errorf("players %+v", got)
	}
	if got := pointsOf(d, "theme"); len(got) != 2 {
		t.Errorf("theme %+v", got)
	}
}

// Each part of a compound question is answered by itself.
func TestDraftsOfCompoundQuestions(t *testing.T) {
	claim := func(id int, text string) task.Material {
		return task.Material{ID: id, Claim: text, Quote: text, Importance: research.Central, Title: "A", URL: "https://a.example/", Grade: research.Primary}
	}
	in := &task.DraftTask{Brief: brief("How many moons does Saturn have and what are its rings made of?"), Parts: []task.Part{
		{Key: "facts-1", Title: "What is established: How many moons does Saturn have?", Guide: "On sub-question 1. The facts."},
		{Key: "facts-2", Title: "What is established: What are its rings made of (Saturn)?", Guide: "On sub-question 2. The facts."},
		{Key: "overall", Title: "Taken together", Analysis: true}, {Key: "more", Guide: "Called: Also established."},
	}, Claims: []task.Material{claim(1, "Saturn has 274 known moons."), claim(2, "The rings of Saturn are made of ice and rock.")}}
	d := drafted(t, in)
	if a, b := pointsOf(d, "facts-1"), pointsOf(d, "facts-2"); len(a) != 1 || a[0].Claims[0] != 1 || len(b) != 1 || b[0].Claims[0] != 2 {
		t.Errorf("sections %+v", d.Sections)
	}
	if !strings.Contains(d.Summary, "274") || !strings.Contains(d.Summary, "ice") {
		t.Errorf("summary %q", d.Summary)
	}
}
