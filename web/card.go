package web

import (
	"context"
	"strings"
	"unicode"

	"assay/db"
	"assay/research"
	"assay/views"
)

// maxRunning is how many unfinished runs a page shows.
const maxRunning = 10

// runCard returns the card of a run that is over, as pages show it.
func runCard(c db.Card) views.RunCard {
	v := views.RunCard{
		ID: c.Run, Question: c.Question, Method: c.Method, Status: c.Status, Created: c.Created, Answer: firstSentence(c.Summary),
		Confidence: c.Confidence, Upheld: c.Upheld, Refuted: c.Refuted, Open: c.Unverified,
		Matches: c.Matches, Seconds: c.Seconds, Cost: c.Cost, Topic: c.Topic,
	}
	v.Title = marked(c.Title)
	for _, h := range c.Hits {
		v.Snippets = append(v.Snippets, marked(h.Parts))
	}
	return v
}

func marked(parts []db.Part) (m views.Marked) {
	for _, p := range parts {
		m.Parts = append(m.Parts, views.MarkedPart{Text: p.Text, Hit: p.Match})
	}
	return m
}

// running returns the cards of the runs that are not over.
func (s *Server) running(ctx context.Context) ([]views.RunCard, error) {
	infos, err := s.Store.Running(ctx, maxRunning)
	if err != nil {
		return nil, err
	}
	cards := make([]views.RunCard, 0, len(infos))
	for _, info := range infos {
		err := s.withState(ctx, info.ID, func(state *research.State) error {
			cards = append(cards, liveCard(state))
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return cards, nil
}

// liveCard returns the card of a run that is not over.
func liveCard(state *research.State) views.RunCard {
	card := views.RunCard{
		ID: state.ID, Question: state.Question, Method: state.Method, Status: state.Status, Created: state.Created,
		Phase: state.Phase, Seconds: state.Elapsed.Seconds(), Cost: state.Usage.Cost,
	}
	card.Upheld, card.Refuted, card.Open = state.Fates()
	for _, claim := range state.Claims {
		if claim.Judged == nil && claim.Dropped == "" && !state.Status.Over() {
			card.Open++ // yet to be judged
		}
	}
	return card
}

// recent returns the cards of the latest runs that are over.
func (s *Server) recent(ctx context.Context, n int) ([]views.RunCard, error) {
	found, err := s.Store.Search(ctx, db.Query{Limit: n})
	return others("", found.Cards), err
}

// shortest is the length from which a sentence stands alone: "No." does not.
const shortest = 16

// firstSentence returns the first sentence of a text that says something.
func firstSentence(text string) string {
	for i, r := range text {
		if i < shortest {
			continue
		}
		if !strings.ContainsRune(".!?。！？", r) {
			continue
		}
		end := i + len(string(r))
		next := strings.TrimLeft(text[end:], `"'”’)`)
		if next == "" || r > unicode.MaxLatin1 || strings.HasPrefix(next, " ") && startsUpper(next[1:]) {
			return text[:len(text)-len(next)]
		}
	}
	return text
}

// startsUpper reports whether a sentence may begin with s: not so after "c." or "e.g.".
func startsUpper(s string) bool {
	for _, r := range s {
		return !unicode.IsLower(r)
	}
	return false
}
