package reader

import (
	"encoding/json"
	"fmt"
	"testing"

	"assay/research"
)

func show(v any) { b, _ := json.MarshalIndent(v, "", " "); fmt.Println(string(b)) }

func TestLook(t *testing.T) {
	s := sampleShelf(t)
	for _, q := range []string{"Do goldfish have a three-second memory?", "Is the Great Wall of China visible from the Moon?", "How many moons does Saturn have?", "goldfish", "Does sugar make children hyperactive?"} {
		fmt.Println("==========", q)
		var ms []research.Material
		plan := split(&research.SplitTask{Brief: research.Brief{Question: q}, Into: "branches", Min: 4, Max: 6})
		for n, a := range plan.Angles {
			lt := &research.LearnTask{Question: q, Goal: a.Label + " – " + a.Rationale, Min: 3, Max: 5, FollowUps: 3, Today: "2026-11-21"}
			for _, p := range s.search(a.Query, 4, -1) {
				lt.Sources = append(lt.Sources, research.Reading{Page: s.pages[p.page], Passages: []string{s.pages[p.page].Text}})
			}
			l := learn(lt)
			fmt.Println("--", a.Label, "|", a.Query)
			for i, x := range l.Learnings {
				p := lt.Sources[x.Source-1].Page
				fmt.Printf("   [%s %s %s] %s\n", x.Importance, x.Kind, gradeSource(p), x.Claim)
				ms = append(ms, research.Material{ID: n*20 + i + 1, Claim: x.Claim, Quote: x.Quote, Kind: x.Kind, Importance: x.Importance, Line: a.Label, Title: p.Title, URL: p.URL, Grade: gradeSource(p), Published: p.Published})
			}
			fmt.Println("   =>", l.Summary)
			for _, f := range l.FollowUps {
				fmt.Println("   ?", f)
			}
		}
		b := research.Brief{Question: q, Today: "2026-11-21"}
		d := draft(&research.DraftTask{Brief: b, Claims: ms, Parts: []research.Part{{Key: "theme", Many: true, Guide: "x"}, {Key: "timeline", Title: "Timeline & context"}, {Key: "players", Title: "Key players"}, {Key: "contrarian", Title: "Contrarian views & uncertainties", Analysis: true}, {Key: "takeaways", Title: "Key takeaways", Analysis: true}}})
		fmt.Println("SUMMARY", d.Summary)
		fmt.Println("CAVEATS", d.Caveats)
		for _, x := range d.Sections {
			fmt.Println("##", x.Part, x.Title)
			for _, p := range x.Points {
				fmt.Println("  -", p.Label, "|", p.Says, p.Claims)
			}
		}
		fmt.Println("OPEN", d.OpenQuestions)
		show(triage(&research.TriageTask{Brief: b, Round: 1, Rounds: 3, Claims: ms, Verify: true, Max: 4}).FollowUps)
		m := chart(&research.MapTask{Brief: b, Round: 1, Claims: ms})
		show(m.Dives)
		show(lay(ask(q), ms).disputes())
	}
}
