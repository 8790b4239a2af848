package research

import (
	"encoding/json"
	"maps"
	"slices"

	"assay/research/port"
)

// Add adds events, which must follow those added before.
func (s *State) Add(events ...Event) {
	for _, e := range events {
		s.watch.add(e)
		s.Seq, s.Last, s.Elapsed = e.Seq, e.Time, s.watch.elapsed
		s.Usage = s.Usage.Add(e.Usage)
		if !s.addCall(e) && !s.addFact(e) {
			s.addStep(e)
		}
	}
}

// addStep takes in what the run itself did.
func (s *State) addStep(e Event) {
	switch e.Kind {
	case Began:
		if s.Began.IsZero() {
			s.Began = e.Time
		}
		if v := DataOf[Release](e).Program; v != "" && !slices.Contains(s.Programs, v) {
			s.Programs = append(s.Programs, v)
		}
		s.Status = Running
		if s.Offer != nil { // it stands until it is answered
			s.Status = Waiting
		}
	case Entered:
		s.Phase = e.Phase
		if !slices.Contains(s.Phases, e.Phase) {
			s.Phases = append(s.Phases, e.Phase)
		}
	case Offered:
		if !s.Hurried {
			s.Offer, s.Status = DataOf[Offer](e), Waiting
		}
	case Chosen:
		s.answer(e)
		s.Offer = nil
		s.Status = Running
	case Hurried:
		s.Hurried = true
		if s.Offer != nil { // it is not waited for any more
			s.Offer = nil
			s.Status = Running
		}
	case Retried:
		s.Retries++
		s.Hurried, s.Status, s.Reason, s.Report, s.Findings = false, Queued, "", nil, nil
		s.Angles, s.Pages, s.Claims, s.Rejected, s.Engines = nil, nil, nil, nil, nil // all facts are told anew
		s.Premises, s.Proposals, s.Kind, s.Triages, s.Map = nil, nil, nil, nil, nil
		s.Calls = slices.DeleteFunc(s.Calls, func(c *CallState) bool { return c.Failed != "" })
		maps.DeleteFunc(s.calls, func(_ string, c *CallState) bool { return c.Failed != "" })
	case Ended:
		end := DataOf[Ending](e)
		s.Status, s.Reason, s.Report = end.State, end.Reason, end.Report
		if s.Report != nil {
			s.Findings = s.Report.Findings
		}
	}
}

// answer takes in what the asker said to the questions that are open.
func (s *State) answer(e Event) {
	if s.Offer == nil || s.Offer.Label != OfferQuestions || e.Label != OfferQuestions {
		return
	}
	var q Questions
	if json.Unmarshal(s.Offer.Data, &q) == nil {
		s.Answers = q.Answered(*DataOf[Answers](e))
	}
}

// addCall takes in the start or end of a call.
func (s *State) addCall(e Event) bool {
	key := CallOf(e.Key)
	switch e.Kind {
	case Started:
		call := DataOf[StartedCall](e).Call
		if isHedge(call) {
			s.hedged(call, hedgeFlying)
			return true
		}
		c := s.calls[call]
		if c == nil { // else it is made again, after a crash or on a retry
			c = new(CallState)
			s.calls[call] = c
			s.Calls = append(s.Calls, c)
		}
		*c = CallState{Kind: Started, Phase: e.Phase, Label: e.Label, Start: e.Time}
		return true
	case Outrun:
		s.outrun(e)
		return true
	case Failed:
		key = DataOf[FailedCall](e).Call
	case Answered:
		if m := DataOf[port.Response](e).Model; m != "" && !slices.Contains(s.Models, m) {
			s.Models = append(s.Models, m)
		}
	case Searched, Fetched:
	default:
		return false
	}
	if c := s.calls[key]; c != nil {
		c.Kind, c.End, c.Failed = e.Kind, e.Time, ""
		if e.Kind == Failed {
			c.Failed = DataOf[FailedCall](e).Reason
		}
	}
	return true
}

// proposal returns the proposed finding with number n, which it adds in its
// place if need be.
func (s *State) proposal(n int) *Proposal {
	i, ok := slices.BinarySearchFunc(s.Proposals, n, func(p *Proposal, n int) int { return p.N - n })
	if !ok {
		s.Proposals = slices.Insert(s.Proposals, i, &Proposal{FindingProposed: FindingProposed{N: n}})
	}
	return s.Proposals[i]
}

// angle returns the angle with number n, making room for it.
func (s *State) angle(n int) *Angled {
	for len(s.Angles) < n {
		s.Angles = append(s.Angles, &Angled{AnglePlanned: AnglePlanned{N: len(s.Angles) + 1}})
	}
	return s.Angles[max(n, 1)-1]
}

// page returns the page with number n, which it adds in its place if need be.
func (s *State) page(n int) *PageState {
	i, ok := slices.BinarySearchFunc(s.Pages, n, func(p *PageState, n int) int { return p.N - n })
	if !ok {
		s.Pages = slices.Insert(s.Pages, i, &PageState{N: n})
	}
	return s.Pages[i]
}

// claim returns the claim with the given ID, which it adds in its place if need be.
func (s *State) claim(id int) *ClaimState {
	i, ok := slices.BinarySearchFunc(s.Claims, id, func(c *ClaimState, id int) int { return c.ID - id })
	if !ok {
		s.Claims = slices.Insert(s.Claims, i, &ClaimState{ClaimFound: ClaimFound{ID: id}})
	}
	return s.Claims[i]
}

// put replaces the element that same picks, or appends v.
func put[T any](list *[]T, v T, same func(T) bool) {
	if i := slices.IndexFunc(*list, same); i >= 0 {
		(*list)[i] = v
		return
	}
	*list = append(*list, v)
}
