package research

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"assay/research/port"
)

// factKinds says under which kind each type of fact stands in the journal, and
// what it adds to the state of a run. A fact told again, after a retry, replaces
// what was told before.
var factKinds = []factKind{
	fact("angle planned", func(s *State, f *AnglePlanned) { s.angle(f.N).AnglePlanned = *f }),
	fact("hit found", func(s *State, f *HitFound) {
		a := s.angle(f.Angle)
		put(&a.Hits, *f, func(h HitFound) bool { return h.Rank == f.Rank })
	}),
	fact("hit dropped", func(s *State, f *HitDropped) {
		a := s.angle(f.Angle)
		put(&a.Dropped, *f, func(h HitDropped) bool { return h.Rank == f.Rank })
	}),
	fact("engine failed", func(s *State, f *port.EngineFailed) {
		put(&s.Engines, *f, func(o port.EngineFailed) bool { return o.Engine == f.Engine })
	}),
	fact("page read", func(s *State, f *PageRead) {
		*s.page(f.N) = PageState{N: f.N, Angle: f.Angle, URL: f.URL, Title: f.Title, Read: f}
	}),
	fact("page blocked", func(s *State, f *PageBlocked) {
		*s.page(f.N) = PageState{N: f.N, Angle: f.Angle, URL: f.URL, Title: f.Title, Blocked: f.Reason}
	}),
	fact("claim found", func(s *State, f *ClaimFound) {
		c := s.claim(f.ID)
		c.ClaimFound, c.Source, c.Dropped = *f, s.page(f.Page), ""
	}),
	fact("claim rejected", func(s *State, f *ClaimRejected) { put(&s.Rejected, *f, func(o ClaimRejected) bool { return o == *f }) }),
	fact("claim dropped", func(s *State, f *ClaimDropped) { s.claim(f.ID).Dropped = f.Reason }),
	fact("vote cast", func(s *State, f *VoteCast) {
		c := s.claim(f.Claim)
		put(&c.Votes, *f, func(v VoteCast) bool { return v.Voter == f.Voter })
		slices.SortFunc(c.Votes, func(a, b VoteCast) int { return a.Voter - b.Voter })
	}),
	fact("claim judged", func(s *State, f *ClaimJudged) { s.claim(f.Claim).Judged = f }),
	fact("finding written", func(s *State, f *FindingWritten) { s.Findings = append(s.Findings, f.Finding) }),
	fact("premise taken", func(s *State, f *PremiseTaken) { put(&s.Premises, *f, func(p PremiseTaken) bool { return p.N == f.N }) }),
	fact("angle studied", func(s *State, f *AngleStudied) { s.angle(f.Angle).Studied = f }),
	fact("coverage assessed", func(s *State, f *CoverageAssessed) {
		put(&s.angle(f.Angle).Coverage, *f, func(c CoverageAssessed) bool { return c.Round == f.Round })
	}),
	fact("finding proposed", func(s *State, f *FindingProposed) { s.proposal(f.N).FindingProposed = *f }),
	fact("finding reviewed", func(s *State, f *FindingReviewed) {
		p := s.proposal(f.Finding)
		put(&p.Reviews, *f, func(o FindingReviewed) bool { return o.By == f.By })
		slices.SortFunc(p.Reviews, func(a, b FindingReviewed) int { return strings.Compare(b.By, a.By) }) // reviewers, then the critic
	}),
	fact("claim checked", func(s *State, f *ClaimChecked) {
		put(&s.claim(f.Claim).Checks, *f, func(c ClaimChecked) bool { return c.By == f.By })
	}),
	fact("question classified", func(s *State, f *QuestionClassified) { s.Kind = f }),
	fact("round triaged", func(s *State, f *RoundTriaged) {
		put(&s.Triages, *f, func(t RoundTriaged) bool { return t.Round == f.Round })
	}),
	fact("map drawn", func(s *State, f *MapDrawn) { s.Map = f }),
}

// A factKind is a type of fact.
type factKind struct {
	kind Kind
	typ  reflect.Type
	read func(Event) Fact       // the fact of an event, as a pointer
	fold func(s *State, f Fact) // f is what read returned
}

func fact[F any](k Kind, fold func(*State, *F)) factKind {
	return factKind{
		kind: k,
		typ:  reflect.TypeFor[F](),
		read: func(e Event) Fact { return DataOf[F](e) },
		fold: func(s *State, f Fact) { fold(s, f.(*F)) },
	}
}

// The table by kind and by type.
var factByKind, kindByType = func() (map[Kind]factKind, map[reflect.Type]Kind) {
	byKind, byType := make(map[Kind]factKind), make(map[reflect.Type]Kind)
	for _, k := range factKinds {
		byKind[k.kind], byType[k.typ] = k, k.kind
	}
	return byKind, byType
}()

// EventOf returns the event that records a fact, without its key, or an error if
// f is no fact.
func EventOf(f Fact) (Event, error) {
	kind, ok := kindByType[reflect.TypeOf(f)]
	if !ok {
		return Event{}, fmt.Errorf("%T is no fact", f)
	}
	data, err := json.Marshal(f)
	return Event{Kind: kind, Data: data}, err
}

// FactOf returns the fact that an event records, as a pointer, or nil if it
// records something else.
func FactOf(e Event) Fact {
	if k, ok := factByKind[e.Kind]; ok {
		return k.read(e)
	}
	return nil
}

// addFact takes in what the method found out.
func (s *State) addFact(e Event) bool {
	k, ok := factByKind[e.Kind]
	if ok {
		k.fold(s, k.read(e))
	}
	return ok
}
