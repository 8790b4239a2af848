package verify

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"assay/research"
	"assay/research/engine"
	"assay/research/gather"
	"assay/research/port"
	"assay/research/task"
	"assay/research/text"
)

// lenses are what the three voters look at, in the order of their seats.
var lenses = []research.Lens{research.InContext, research.Corroborated, research.InScope}

// A vote is made for each claim three times: what it takes in decides what a
// run costs. These limits, and those in the prompt, keep it at some 2,000 tokens.
const (
	searchHits   = 4    // per search for evidence
	maxEvidence  = 6    // witnesses a voter hears, beside the claim's own source
	witnessSize  = 420  // bytes that a witness says
	evidenceSize = 3200 // bytes of all witnesses: what they say, their titles and addresses
	contextSize  = 300  // bytes of the page on either side of the quote
	titleSize    = 80   // bytes of a title in the prompt
	addressSize  = 100  // bytes of an address there

	ballotTokens = 1500 // a ballot takes some 150; a model that thinks first needs room
)

// verify puts the claims before the voters, the weightiest first, and returns
// them with their votes, in the order they came in.
func verify(ctx context.Context, g *gather.Gatherer, claims []gather.Claim, pages []*gather.Page) ([]*research.ClaimState, error) {
	return engine.InOrder(ctx, g.Run.Slots(), claims, func(ctx context.Context, c gather.Claim) (*research.ClaimState, error) {
		return judge(ctx, g, c, pages)
	})
}

// judge records how a claim fared before its voters. A voter that could not
// answer abstains: it is never counted for either side.
func judge(ctx context.Context, g *gather.Gatherer, c gather.Claim, pages []*gather.Page) (*research.ClaimState, error) {
	cast, input, err := ballots(ctx, g, c, pages)
	if err != nil {
		return nil, err
	}
	state := &research.ClaimState{ClaimFound: c.ClaimFound, Source: c.Page.State()}
	var facts []research.Fact
	for i, b := range cast {
		v := voteOf(b, input)
		v.Claim, v.Voter, v.Lens = c.ID, i+1, lenses[i]
		state.Votes, facts = append(state.Votes, v), append(facts, v)
	}
	tally := state.Tally()
	state.Judged = &research.ClaimJudged{Claim: c.ID, Outcome: tally.Outcome(), Tally: tally}
	return state, g.Run.Note(ctx, append(facts, *state.Judged)...)
}

// ballots has three voters try to refute a claim, each through a lens of its
// own, none knowing of the others.
func ballots(ctx context.Context, g *gather.Gatherer, c gather.Claim, pages []*gather.Page) ([]engine.Answer[task.Ballot], task.VoteTask, error) {
	input := task.VoteTask{
		Question: g.Run.Question, Claim: c.Text, Quote: c.Quote, Source: witness(c.Page), Today: g.Run.Today(),
		Context: c.Around(contextSize),
	}
	heard, err := evidence(ctx, g, c, pages)
	if err != nil {
		return nil, input, err
	}
	input.Evidence, input.Unheard = heard.Witnesses, heard.Unheard
	seats := make([]engine.Task, len(lenses))
	for i, lens := range lenses {
		in := input
		in.Lens = lens
		seats[i] = prompts.Task(fmt.Sprintf("skeptic %d", i+1), task.NameVote, &in)
		seats[i].MaxTokens = ballotTokens
	}
	said, err := cast(ctx, g.Run, seats, func(b task.Ballot) error { return valid(b, input) })
	return said, input, err
}

// valid says what is wrong with a ballot beyond its form: evidence must name a
// source that was before the voter.
func valid(b task.Ballot, in task.VoteTask) error {
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
func voteOf(a engine.Answer[task.Ballot], in task.VoteTask) research.VoteCast {
	if a.Err != nil {
		return research.VoteCast{Verdict: research.Abstained, Evidence: a.Err.Error()}
	}
	b := a.Value
	v := research.VoteCast{Verdict: b.Verdict, Evidence: gather.Clean(spell(b.Evidence, in)), Confidence: b.Confidence, Model: a.Model}
	v.Source, v.CounterSource = in.Witness(b.Source), in.Witness(b.CounterSource)
	if b.Verdict == research.QualifiedVote {
		v.Caveat = gather.Clean(spell(b.Caveat, in))
	}
	return v
}

// mention matches a source's id in a voter's words: [E2], (S), E2.
var mention = regexp.MustCompile(`\s?[(\[](?:S|E\d+)[)\]]|\bE\d+\b`)

// spell puts the titles of sources in the place of their ids, which mean
// nothing outside the vote, or nothing where the title is there already.
func spell(text string, in task.VoteTask) string {
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

// A hearing is what a claim's voters are told from elsewhere.
type hearing struct {
	Witnesses []research.Witness `json:"witnesses"`
	Unheard   string             `json:"unheard,omitempty"` // why no search could be made, or ""
}

// evidence returns what speaks for or against a claim. All three voters hear
// the same, and they hear the same again if one of them has to be asked anew:
// a retry that reads another page does not put cast votes in question.
func evidence(ctx context.Context, g *gather.Gatherer, c gather.Claim, pages []*gather.Page) (h hearing, err error) {
	h, err = engine.Keep(ctx, g.Run, fmt.Sprintf("evidence on claim %d: %s", c.ID, c.Text), func() (hearing, error) {
		return hear(ctx, g, c, pages)
	})
	if err != nil { // not kept: a retry searches again
		h, err = hear(ctx, g, c, pages)
	}
	if ctx.Err() != nil {
		return h, context.Cause(ctx)
	}
	if err != nil {
		h.Unheard = err.Error()
	}
	return h, nil
}

// hear makes two searches, one for the claim and one against it, and listens
// to the other pages that the run reads. An error says that no search could be
// made; the pages testify all the same.
func hear(ctx context.Context, g *gather.Gatherer, c gather.Claim, pages []*gather.Page) (hearing, error) {
	queries := []string{c.Text, "evidence against: " + c.Text}
	found, err := engine.Each(ctx, queries, func(ctx context.Context, q string) ([]port.Hit, error) {
		res, err := g.Run.Search(ctx, port.Query{Text: q, Limit: searchHits})
		return res.Hits, errors.Join(err, gather.NoteEngines(ctx, g.Run, q, res, err))
	})
	b := bench{claim: c.Text, seen: map[string]bool{
		text.Canonical(c.Page.URL): true, text.Canonical(c.Page.FinalURL): true,
	}}
	read := make(map[string]*gather.Page)
	for _, p := range pages {
		if g.Read(ctx, p) == nil { // it may still be on its way
			read[text.Canonical(p.URL)] = p
		}
	}
	for _, h := range gather.Interleave(found) {
		if p := read[text.Canonical(h.URL)]; p != nil {
			b.hearPage(p)
		} else {
			b.hear(research.Witness{URL: h.URL, Title: h.Title, Grade: gather.GradeOf(h.Kind), Published: h.Published}, text.Cut(h.Snippet), nil)
		}
	}
	for _, p := range pages {
		if p.Text != "" {
			b.hearPage(p)
		}
	}
	best, late := b.best(ctx)
	return hearing{Witnesses: best}, errors.Join(err, late)
}

// A bench collects witnesses.
type bench struct {
	claim string
	seen  map[string]bool
	heard []testimony
}

// A testimony is what a witness says.
type testimony struct {
	research.Witness
	page *gather.Page // if the run reads it
}

// hearPage hears a page that the run has read.
func (b *bench) hearPage(p *gather.Page) {
	b.hear(research.Witness{URL: p.URL, Title: p.Title, Read: true, Simhash: p.Simhash}, p.Parts, p)
}

// hear adds w with the passage of its text that bears most on the claim, if one does.
func (b *bench) hear(w research.Witness, parts *text.Parts, p *gather.Page) {
	key := text.Canonical(w.URL)
	if b.seen[key] {
		return
	}
	passage, score := parts.Excerpt(b.claim, witnessSize)
	if score == 0 || text.GivesOrders(w.Title) || text.GivesOrders(passage) { // who tells voters how to vote is no witness
		return
	}
	b.seen[key] = true
	w.Text = passage
	b.heard = append(b.heard, testimony{w, p})
}

// best returns the witnesses that bear most on the claim, as far as there is
// room for them, numbered E1, E2 ...
// Sources that were searched for come before pages read for something else. It
// waits until it is known what the pages among them are worth.
func (b *bench) best(ctx context.Context) ([]research.Witness, error) {
	var out []research.Witness
	room := evidenceSize
	for _, t := range b.heard {
		size := min(len(t.Title), titleSize) + min(len(t.URL), addressSize) + len(t.Text)
		if len(out) == maxEvidence || size > room {
			continue
		}
		room -= size
		t.ID = fmt.Sprintf("E%d", len(out)+1)
		if p := t.page; p != nil {
			if err := p.Settled(ctx); err != nil {
				return nil, err
			}
			t.Grade, t.Published = cmp.Or(p.Grade, gather.GradeOf(p.Kind)), p.Published
		}
		out = append(out, t.Witness)
	}
	return out, nil
}

// witness returns the page as the source of its own claims.
func witness(p *gather.Page) research.Witness {
	return research.Witness{ID: "S", URL: p.URL, Title: p.Name(), Grade: p.Grade, Published: p.Published}
}
