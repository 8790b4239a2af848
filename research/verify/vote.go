package verify

import (
	"cmp"
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"assay/research"
	"assay/research/quote"
)

// lenses are what the three voters look at, in the order of their seats.
var lenses = []research.Lens{research.InContext, research.Corroborated, research.InScope}

const (
	searchHits  = 4   // per search for evidence
	maxEvidence = 6   // witnesses a voter hears, beside the claim's own source
	witnessSize = 420 // bytes of each
	contextSize = 500 // bytes of the page around the quote
)

// verify puts the claims before the voters side by side and returns them with
// their votes, in the order they came in.
func verify(ctx context.Context, r *research.Run, claims []claim, pages []*page) ([]*research.ClaimState, error) {
	return research.Each(ctx, claims, func(ctx context.Context, c claim) (*research.ClaimState, error) {
		return judge(ctx, r, c, pages)
	})
}

// judge has three voters try to refute a claim, each through a lens of its
// own, none knowing of the others. A voter that could not answer abstains: it
// is never counted for either side.
func judge(ctx context.Context, r *research.Run, c claim, pages []*page) (*research.ClaimState, error) {
	input := research.VoteTask{
		Question: r.Question, Claim: c.Text, Quote: c.Quote, Source: c.page.witness(), Today: r.Today(),
		Context: quote.Context(c.page.Text, spansOf(c), contextSize),
	}
	var err error
	if input.Evidence, err = evidence(ctx, r, c, pages); err != nil {
		return nil, err
	}
	seats := make([]research.Task, len(lenses))
	for i, lens := range lenses {
		in := input
		in.Lens = lens
		seats[i] = prompts.Task(fmt.Sprintf("skeptic %d", i+1), research.TaskVote, &in)
		seats[i].MaxTokens = 700
	}
	ballots, err := research.Panel(ctx, r, seats, func(b research.Ballot) error { return valid(b, input) })
	if err != nil {
		return nil, err
	}
	state := &research.ClaimState{ClaimFound: c.ClaimFound, Source: c.page.state()}
	for i, b := range ballots {
		v := voteOf(b, input)
		v.Claim, v.Voter, v.Lens = c.ID, i+1, lenses[i]
		if err := r.Note(ctx, v); err != nil {
			return nil, err
		}
		state.Votes = append(state.Votes, v)
	}
	tally := research.Count(state.Votes)
	state.Judged = &research.ClaimJudged{Claim: c.ID, Outcome: tally.Outcome(), Tally: tally}
	return state, r.Note(ctx, *state.Judged)
}

// valid says what is wrong with a ballot beyond its form: evidence must name a
// source that was before the voter.
func valid(b research.Ballot, in research.VoteTask) error {
	switch {
	case strings.TrimSpace(b.Evidence) == "":
		return fmt.Errorf("evidence is empty")
	case in.Witness(b.Source) == nil:
		return fmt.Errorf("source %q is none of the sources given", b.Source)
	case b.CounterSource != "" && in.Witness(b.CounterSource) == nil:
		return fmt.Errorf("counterSource %q is none of the sources given", b.CounterSource)
	case b.Verdict == research.QualifiedVote && strings.TrimSpace(b.Caveat) == "":
		return fmt.Errorf("the verdict is qualified but caveat is empty")
	}
	return nil
}

// voteOf turns a voter's answer into a vote. No vote is ever made out of a
// failed call.
func voteOf(a research.Answer[research.Ballot], in research.VoteTask) research.VoteCast {
	if a.Err != nil {
		return research.VoteCast{Verdict: research.Abstained, Evidence: a.Err.Error()}
	}
	b := a.Value
	v := research.VoteCast{Verdict: b.Verdict, Evidence: clean(spell(b.Evidence, in)), Confidence: b.Confidence, Model: a.Model}
	v.Source, v.CounterSource = in.Witness(b.Source), in.Witness(b.CounterSource)
	if b.Verdict == research.QualifiedVote {
		v.Caveat = clean(spell(b.Caveat, in))
	}
	return v
}

// mention matches a source's id in a voter's words: [E2], (S), E2.
var mention = regexp.MustCompile(`\s?[(\[](?:S|E\d+)[)\]]|\bE\d+\b`)

// spell puts the titles of sources in the place of their ids, which mean
// nothing outside the vote, or nothing where the title is there already.
func spell(text string, in research.VoteTask) string {
	return mention.ReplaceAllStringFunc(text, func(m string) string {
		w := in.Witness(strings.Trim(m, " ()[]"))
		if w == nil {
			return ""
		}
		if head, _, _ := strings.Cut(w.Title, ","); strings.Contains(text, head) {
			return "" // voters shorten titles
		}
		return strings.Repeat(" ", len(m)-len(strings.TrimLeft(m, " "))) + "“" + w.Title + "”"
	})
}

// evidence gathers what speaks for or against a claim from elsewhere: two
// searches, one for the claim and one against it, and the other pages that the
// run has read. All three voters hear the same.
func evidence(ctx context.Context, r *research.Run, c claim, pages []*page) ([]research.Witness, error) {
	queries := []string{c.Text, "evidence against: " + c.Text}
	found, err := research.Each(ctx, queries, func(ctx context.Context, q string) ([]research.Hit, error) {
		res, err := r.Search(ctx, research.Query{Text: q, Limit: searchHits})
		return res.Hits, err
	})
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	if err != nil {
		found = nil // the calls are in the journal as failed; the pages read still testify
	}
	b := bench{claim: c.Text, seen: map[string]bool{
		research.Canonical(c.page.URL): true, research.Canonical(c.page.FinalURL): true,
	}}
	read := make(map[string]*page)
	for _, p := range pages {
		if p.Text != "" {
			read[research.Canonical(p.URL)] = p
		}
	}
	for _, h := range interleave(found) {
		if p := read[research.Canonical(h.URL)]; p != nil {
			b.hear(p.URL, p.Title, p.Kind, p.Published, p.Text)
		} else {
			b.hear(h.URL, h.Title, h.Kind, h.Published, h.Snippet)
		}
	}
	for _, p := range pages {
		b.hear(p.URL, p.Title, p.Kind, p.Published, p.Text)
	}
	return b.best(), nil
}

// A bench collects witnesses.
type bench struct {
	claim string
	seen  map[string]bool
	heard []research.Witness
}

// hear adds the passage of text that bears most on the claim, if one does.
func (b *bench) hear(url, title, kind, published, text string) {
	key := research.Canonical(url)
	passage, score := research.Excerpt(text, b.claim, witnessSize)
	if b.seen[key] || score == 0 {
		return
	}
	b.seen[key] = true
	b.heard = append(b.heard, research.Witness{URL: url, Title: title, Text: passage, Grade: gradeOf(kind), Published: published})
}

// best returns the witnesses that bear most on the claim, numbered E1, E2 ...
// Sources that were searched for come before pages read for something else.
func (b *bench) best() []research.Witness {
	out := b.heard[:min(len(b.heard), maxEvidence)]
	for i := range out {
		out[i].ID = fmt.Sprintf("E%d", i+1)
	}
	return out
}

// gradeOf returns the grade that a library gives a page, or "".
func gradeOf(kind string) research.SourceGrade {
	if g := research.SourceGrade(kind); slices.Contains(research.SourceGrades, g) {
		return g
	}
	return ""
}

// interleave merges lists, first elements first.
func interleave[T any](lists [][]T) []T {
	var out []T
	for i := 0; ; i++ {
		n := len(out)
		for _, l := range lists {
			if i < len(l) {
				out = append(out, l[i])
			}
		}
		if len(out) == n {
			return out
		}
	}
}

func spansOf(c claim) []quote.Span {
	spans := make([]quote.Span, len(c.Spans))
	for i, s := range c.Spans {
		spans[i] = quote.Span(s)
	}
	return spans
}

// witness returns the page as the source of its own claims.
func (p *page) witness() research.Witness {
	return research.Witness{ID: "S", URL: p.URL, Title: cmp.Or(p.Title, p.Hit.Title), Grade: p.Grade, Published: p.Published}
}

// state returns the page as states hold it.
func (p *page) state() *research.PageState {
	return &research.PageState{N: p.N, Angle: p.Angle, URL: p.URL, Title: p.Title, Read: &research.PageRead{
		N: p.N, URL: p.URL, FinalURL: p.FinalURL, Title: p.Title, Published: p.Published, Grade: p.Grade, Simhash: research.Simhash(p.Text),
	}}
}
