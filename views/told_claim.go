package views

import (
	"slices"

	"assay/research"
)

// voted reports whether the claim went before voters, or was meant to.
func (p ClaimPage) voted() bool { return verifies(p.State.Method) || len(p.Claim.Votes) > 0 }

// triable reports whether the claim can be put before voters: what it stands
// in was read, its run is over, and no voter has seen it.
func (p ClaimPage) triable() bool {
	return p.State.Status.Over() && len(p.Claim.Votes) == 0 && p.Claim.Source != nil && p.Claim.Source.Read != nil
}

// standing says what became of the claim.
func (p ClaimPage) standing() verdict {
	if p.Claim.Judged == nil {
		return standingOf("", either(len(p.findings()) > 0 || !p.State.Status.Over(), "Not judged", ""))
	}
	return standingOf(p.Claim.Judged.Outcome, p.Claim.Judged.Word)
}

// A restedOn is a finding, with its number.
type restedOn struct {
	N     int
	Claim string
}

// findings returns the findings that rest on the claim.
func (p ClaimPage) findings() []restedOn {
	var out []restedOn
	for i, f := range p.State.Findings {
		if slices.Contains(f.Claims, p.Claim.ID) {
			out = append(out, restedOn{i + 1, f.Claim})
		}
	}
	return out
}

// proposals returns the proposed findings that cite the claim.
func (p ClaimPage) proposals() []*Proposal {
	var out []*Proposal
	for _, f := range p.State.Proposals {
		if !slices.Contains(f.Claims, p.Claim.ID) {
			continue
		}
		shown := &Proposal{N: f.N, Text: f.Text, Stake: f.Stake, Disputed: f.Disputed, Confidence: f.Confidence}
		for _, r := range f.Reviews {
			shown.Reviews = append(shown.Reviews, Review{r.By, r.Verdict, r.Reason, r.Confidence})
		}
		shown.Fate, shown.Finding = fateOf(f, p.State.Findings)
		out = append(out, shown)
	}
	return out
}

// claimsNamed returns the claims of the run with the given IDs.
func (p ClaimPage) claimsNamed(ids []int) []*research.ClaimState {
	var out []*research.ClaimState
	for _, c := range p.State.Claims {
		if slices.Contains(ids, c.ID) {
			out = append(out, c)
		}
	}
	return out
}

// took returns the line of research that took the claim, or nil.
func (p ClaimPage) took() *research.Angled {
	if n := p.Claim.LineOf(); n > 0 && n <= len(p.State.Angles) {
		return p.State.Angles[n-1]
	}
	return nil
}
