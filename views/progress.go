package views

import (
	"slices"

	"assay/research"
	"assay/research/text"
)

// countOr is count, or "" for 0.
func countOr(n int, noun string) string {
	if n == 0 {
		return ""
	}
	return count(n, noun)
}

// A progress counts how far a run is.
type progress struct {
	Searched, Hits        int // angles with hits; hits
	Chosen, Read, Blocked int // pages
	Claims, Judged        int // before the voters
	Calls                 int // of models, in flight
	Assessed              int // subtopics that the evidence covers
	Reviewed, Challenged  int // proposed findings
}

func progressOf(s *research.State) (p progress) {
	p.countLines(s)
	for _, page := range s.Pages {
		if page.Read != nil {
			p.Read++
		} else if page.Blocked != "" {
			p.Blocked++
		}
	}
	p.Chosen = max(p.Chosen, p.Read+p.Blocked)
	for _, c := range s.Claims {
		if c.Dropped == "" {
			p.Claims++
			if c.Judged != nil {
				p.Judged++
			}
		}
	}
	for _, c := range s.Calls {
		if c.Kind == research.Started && role.MatchString(c.Label) {
			p.Calls++
		}
	}
	p.countReviews(s)
	return p
}

// countLines counts what lines of research led to. A page that several led to
// is one.
func (p *progress) countLines(s *research.State) {
	chosen := make(map[string]bool)
	for _, a := range s.Angles {
		p.Hits += len(a.Hits)
		if len(a.Hits) > 0 {
			p.Searched++
		}
		if n := len(a.Coverage); n > 0 && a.Coverage[n-1].Coverage == research.Covered {
			p.Assessed++
		}
		for _, h := range a.Hits {
			if !slices.ContainsFunc(a.Dropped, func(d research.HitDropped) bool { return d.Rank == h.Rank }) {
				chosen[text.Canonical(h.Hit.URL)] = true
			}
		}
	}
	p.Chosen = len(chosen)
}

func (p *progress) countReviews(s *research.State) {
	for _, proposal := range s.Proposals {
		reviewed := false
		for _, r := range proposal.Reviews {
			if r.By == critic {
				p.Challenged++
			} else {
				reviewed = true
			}
		}
		if reviewed {
			p.Reviewed++
		}
	}
}
