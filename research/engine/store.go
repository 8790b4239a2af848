package engine

import (
	"context"
	"errors"

	"assay/research"
)

// A Store is a [research.Journal] that also knows which runs there are. Its
// implementations are [MemStore] and package db/sqlite.
// See [researchtest.TestStore] for what an implementation must do.
type Store interface {
	research.Journal

	// Accept records a run, or that it is tried again, in one transaction with
	// all that decides whether it may be: when it returns nil the run is durable
	// and unfinished. It returns the run's id, or that of the run that the same
	// form led to before; then nothing is recorded.
	//
	// Its errors wrap a [*BusyError] if a limit is met, [ErrNotEnded] if a run is
	// to be tried again that has not ended.
	Accept(ctx context.Context, a Admission) (run string, err error)

	// Redeemed returns the run that a form led to, or an error that wraps
	// [research.ErrNotFound].
	Redeemed(ctx context.Context, form string) (run string, err error)

	// Info returns the run with the given id, or an error that wraps [research.ErrNotFound].
	Info(ctx context.Context, id string) (research.Info, error)

	// Unfinished returns the runs that have not ended, oldest first.
	Unfinished(ctx context.Context) ([]research.Info, error)

	// Lock takes the run for this process, unless another process or another
	// part of this one has it. The lock ends with the process, however it ends.
	Lock(id string) (unlock func(), ok bool, err error)
}

var (
	// ErrFull reports that there is no room left to write in a store.
	ErrFull = errors.New("there is no room left to write")
	// ErrNotEnded reports that a run is to be tried again that has not ended.
	ErrNotEnded = errors.New("the run has not ended: there is nothing to try again yet")
)
