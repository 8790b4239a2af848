package research

import (
	"context"
	"errors"

	"assay/research/port"
)

// A Journal keeps the events of runs and the pages they read. Its
// implementations are [engine.MemStore] and package db/sqlite.
// See [researchtest.TestJournal] for what an implementation must do.
type Journal interface {
	// Append adds events to the run, in order, setting the Seq and Time of each,
	// and keeps the Page of each that has one, along with it. When it returns nil
	// they are durable; else each may be there or not. An event whose Key the run
	// already has is left out.
	Append(ctx context.Context, run string, events ...Event) error

	// Events returns the run's events with Seq > after, oldest first,
	// without their pages.
	Events(ctx context.Context, run string, after int64) ([]Event, error)

	// Wait returns once the run has an event with Seq > after.
	Wait(ctx context.Context, run string, after int64) error

	// Page returns the page that the run read at url (as it was asked for),
	// or an error that wraps [ErrNotFound].
	Page(ctx context.Context, run, url string) (port.Page, error)
}

// ErrNotFound reports that there is no such run or page.
var ErrNotFound = errors.New("not found")
