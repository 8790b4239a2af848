package team

import (
	"errors"
	"fmt"
	"testing"

	"assay/research/engine"

	"assay/research"
	"assay/research/gather"
)

// Pages that could not be read are no failed calls: there was nothing to be
// found, and a retry of the same would find nothing either.
func TestPagesThatCannotBeReadAreNoFailedCalls(t *testing.T) {
	blocked := fmt.Errorf("%w: https://a.example/: %w", gather.ErrPage, research.Fail(research.Blocked, "answered 403"))
	for _, c := range []struct {
		err  error
		lost bool
	}{
		{nil, false}, {errNoPages, false}, {errNoOthers, false}, {blocked, false}, {errors.Join(blocked, blocked), false},
		{gather.OneLine(blocked), false}, {gather.OneLine(errors.Join(blocked, blocked)), false},
		{research.Fail(research.Unavailable, "answered 503"), true}, {gather.OneLine(research.Fail(research.TimedOut, "no answer")), true}, {engine.ErrBudget, true},
	} {
		if got := (&assignment{err: c.err}).lost(); got != c.lost {
			t.Errorf("%v: lost is %v", c.err, got)
		}
	}
}
