package reader

import (
	"fmt"
	"html"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"assay/research"
)

var tags = regexp.MustCompile(`(?s)<script.*?</script>|<style.*?</style>|<pre.*?</pre>|<[^>]+>`)
var paraEnd = regexp.MustCompile(`(?i)</(p|h\d|div|li|td|th|dt|dd)>|<br[^>]*>`)

func pgShelf(t testing.TB) *shelf {
	files, _ := filepath.Glob("/usr/share/doc/postgresql-doc-15/html/*.html")
	if len(files) == 0 {
		t.Skip()
	}
	var pages []research.Page
	for _, f := range files {
		b, _ := os.ReadFile(f)
		s := string(b)
		title := ""
		if i := strings.Index(s, "<title>"); i >= 0 {
			title = s[i+7 : strings.Index(s, "</title>")]
		}
		if i := strings.Index(s, `<div class="navfooter"`); i > 0 {
			s = s[:i]
		}
		if i := strings.Index(s, `<hr />`); i > 0 {
			s = s[i:]
		}
		s = strings.Join(strings.Fields(s), " ")
		s = paraEnd.ReplaceAllString(s, "\n\n")
		s = html.UnescapeString(tags.ReplaceAllString(s, ""))
		pages = append(pages, research.Page{URL: "library://postgresql-doc-15/html/" + filepath.Base(f), FinalURL: "library://postgresql-doc-15/html/" + filepath.Base(f), Title: title, Text: s})
	}
	return newShelf(pages)
}

func TestLook2(t *testing.T) {
	s := pgShelf(t)
	for _, q := range []string{"What is the default transaction isolation level in PostgreSQL?", "How does VACUUM reclaim disk space in PostgreSQL?", "How are transactions, indexes, vacuuming and replication kept consistent?", "What is the difference between physical and logical replication and how do I monitor lag?"} {
		fmt.Println("==========", q)
		var ms []research.Material
		plan := split(&research.SplitTask{Brief: research.Brief{Question: q}, Into: "sub-questions", Min: 6, Max: 6})
		fmt.Println(plan.Summary)
		for n, a := range plan.Angles {
			lt := &research.LearnTask{Question: q, Goal: a.Label + ". " + a.Rationale, Min: 3, Max: 5, FollowUps: 3, Today: "2026-11-21"}
			for _, p := range s.search(a.Query, 4, -1) {
				pg := s.pages[p.page]
				lt.Sources = append(lt.Sources, research.Reading{Page: pg, Passages: research.Passages(pg.Text, q+" "+lt.Goal, 7000)})
			}
			l := learn(lt)
			fmt.Println("--", a.Label, "|", a.Query, "|", a.Rationale)
			for i, x := range l.Learnings {
				p := lt.Sources[x.Source-1].Page
				fmt.Printf("   [%s %s %s] %s\n", x.Importance, x.Kind, filepath.Base(p.URL), x.Claim)
				ms = append(ms, research.Material{ID: n*20 + i + 1, Claim: x.Claim, Quote: x.Quote, Kind: x.Kind, Importance: x.Importance, Line: a.Label, Title: p.Title, URL: p.URL, Grade: gradeSource(p), Published: p.Published})
			}
			fmt.Println("   =>", l.Summary)
			for _, f := range l.FollowUps {
				fmt.Println("   ?", f)
			}
			qs := queries(&research.QueriesTask{Question: q, Line: a, Goal: "Previous goal: " + lt.Goal, Directions: l.FollowUps, Asked: []string{a.Query}, Min: 2, Max: 2})
			for _, x := range qs.Queries {
				fmt.Printf("   Q %d %s  (%s)\n", x.Direction, x.Query, x.Goal)
			}
		}
		b := research.Brief{Question: q, Today: "2026-11-21"}
		show(classify(&research.ClassifyTask{Brief: b}))
		d := draft(&research.DraftTask{Brief: b, Claims: ms, Parts: []research.Part{{Key: "theme", Many: true, Guide: "x"}, {Key: "contrarian", Title: "Contrarian views & uncertainties", Analysis: true}, {Key: "takeaways", Title: "Key takeaways", Analysis: true}}})
		fmt.Println("SUMMARY", d.Summary)
		fmt.Println("CAVEATS", d.Caveats)
		for _, x := range d.Sections {
			fmt.Println("##", x.Part, x.Title)
			for _, p := range x.Points {
				fmt.Println("  -", p.Label, "|", p.Says, p.Claims)
			}
		}
		fmt.Println("OPEN", d.OpenQuestions)
		m := chart(&research.MapTask{Brief: b, Round: 1, Claims: ms})
		for _, x := range m.Dives {
			fmt.Println("DIVE", x.Question, "|", x.Query)
		}
		show(lay(ask(q), ms).disputes())
	}
}
