package research

import (
	"context"
	"errors"
)

// A Store is a [Journal] that also knows which runs there are. Its
// implementations are [engine.MemStore] and package db.
type Store interface {
	Journal

	// Create records an accepted run. When it returns nil the run is durable.
	Create(ctx context.Context, info Info) error

	// Info returns the run with the given id, or an error that wraps [ErrNotFound].
	Info(ctx context.Context, id string) (Info, error)

	// Unfinished returns the runs that have not ended, oldest first.
	Unfinished(ctx context.Context) ([]Info, error)

	// Lock takes the run for this process, unless another process or another
	// part of this one has it. The lock ends with the process, however it ends.
	Lock(id string) (unlock func(), ok bool, err error)
}

// ErrFull reports that there is no room to write in a store.
var ErrFull = errors.New("there is no room left to write")
