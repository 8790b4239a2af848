package main

import (
	"testing"

	"assay/research"
)

func TestTheLongestChainOfVerify(t *testing.T) {
	if got := chainOf(&research.State{Info: research.Info{Method: "verify"}}); got != (chain{model: 5, search: 2, page: 1}) {
		t.Errorf("%+v, want five model calls, two searches and one page", got)
	}
	s := &research.State{Info: research.Info{Method: "verify", Options: research.Options{Params: map[string]string{research.VotesParam: research.EconomyVotes}}}}
	if got := chainOf(s); got.model != 5 {
		t.Errorf("%+v in economy mode without a third vote, want five model calls", got)
	}
	s.Calls = append(s.Calls, &research.CallState{Label: "skeptic 3", Kind: research.Answered})
	if got := chainOf(s); got.model != 6 {
		t.Errorf("%+v in economy mode with a third vote, want six model calls", got)
	}
}
