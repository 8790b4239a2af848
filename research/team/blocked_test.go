package team

import (
	"errors"
	"fmt"
	"testing"

	"assay/research/engine"
	"assay/research/gather"
	"assay/research/port"
)

// Pages that could not be read are no failed calls: there was nothing to be
// found, and a retry of the same would find nothing either.
func TestPagesThatCannotBeReadAreNoFailedCalls(t *testing.T) {
	blocked := fmt.Errorf("%w: https://a.example/: %w", gather.ErrPage, port.Fail(port.Blocked, "answered 403"))
	for _, c := range []struct {
		err  error
		lost bool
	}{
		{nil, false}, {errNoPages, false}, {errNoOthers, false}, {blocked, false}, {errors.Join(blocked, blocked), false},
		{gather.OneLine(blocked), false}, {gather.OneLine(errors.Join(blocked, blocked)), false},
		{port.Fail(port.Unavailable, "answered 503"), true}, {gather.OneLine(port.Fail(port.TimedOut, "no answer")), true}, {engine.ErrBudget, true},
	} {
		if got := (&assignment{err: c.err}).lost(); got != c.lost {
			t.Errorf("%v: lost is %v", c.err, got)
		}
	}
}
