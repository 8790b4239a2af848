package views

import (
	"slices"
	"strings"

	"assay/research"
	"assay/research/text"
)

// A Rejection is why claims were left out before they were tested, and which.
type Rejection struct {
	Reason string   `json:"reason"`
	Claims []string `json:"claims"`
}

// rejectionsOf returns the run's rejected claims by reason, in the order in
// which the reasons first came up.
func rejectionsOf(s *research.State) []Rejection {
	all := []Rejection{}
	for _, r := range s.Rejected {
		i := slices.IndexFunc(all, func(x Rejection) bool { return x.Reason == r.Reason })
		if i < 0 {
			i = len(all)
			all = append(all, Rejection{Reason: r.Reason})
		}
		all[i].Claims = append(all[i].Claims, r.Text)
	}
	return all
}

// mostTold is how many rejected claims are told in full.
const mostTold = 3

// String says how many claims were left out and why. Of those that give orders
// it says the first few: whoever asked about such texts wants to know.
func (r Rejection) String() string {
	s := count(len(r.Claims), "claim") + ": " + r.Reason
	if r.Reason != text.Ordering {
		return s
	}
	var told []string
	for _, c := range r.Claims[:min(len(r.Claims), mostTold)] {
		told = append(told, "“"+line(c)+"”")
	}
	return s + ", such as " + strings.Join(told, " and ")
}
