// Package db keeps runs, their journals, the pages they read and an index of
// their reports. It says what a [Store] is and has what all stores share;
// package sqlite is one, package dbtest tests them.
package db

import (
	"context"
	"errors"
	"time"

	"assay/research"
	"assay/research/engine"
)

// A Store is all that the program keeps.
type Store interface {
	engine.Store
	Runs
	Reports
	Sessions

	// Backup writes a whole, consistent copy to file, which must not be there
	// yet. Runs go on meanwhile.
	Backup(ctx context.Context, file string) error

	// Check reads all that is kept and returns what is wrong with it: an error
	// that wraps [ErrDamaged], or nil.
	Check(ctx context.Context) error

	// Close closes the store.
	Close() error
}

// ErrDamaged reports that what is kept cannot be read as it was written.
var ErrDamaged = errors.New("the database is damaged")

// Runs are the accepted runs.
type Runs interface {
	// Runs returns the latest runs, newest first.
	Runs(ctx context.Context, limit int) ([]research.Info, error)

	// Running returns the runs that have not ended, newest first, without those
	// that are hidden.
	Running(ctx context.Context, limit int) ([]research.Info, error)

	// Find returns the one run whose id begins with prefix, or an error that
	// wraps [research.ErrNotFound].
	Find(ctx context.Context, prefix string) (research.Info, error)

	// Past returns what runs of a method took that came to a whole report, of the
	// latest at the same depth those that were as thrifty with votes.
	Past(ctx context.Context, method string, o research.Options) (Past, error)

	// Hide takes a run out of every list and search. Its journal stays as it is,
	// and Show brings it back.
	Hide(ctx context.Context, run string) error

	// Show brings a hidden run back.
	Show(ctx context.Context, run string) error

	// Hidden reports whether a run is hidden.
	Hidden(ctx context.Context, run string) (bool, error)
}

// Reports are an index of what the runs came to that have ended and are not
// hidden. It is derived from the journals.
type Reports interface {
	// Search returns the reports that q asks for.
	Search(ctx context.Context, q Query) (Found, error)

	// Card returns the card of a run, or an error that wraps [research.ErrNotFound].
	Card(ctx context.Context, run string) (Card, error)

	// Similar returns reports on questions that are near the same: at least three
	// words in five are in both, the nearest first.
	Similar(ctx context.Context, question string, limit int) ([]Card, error)

	// Related returns reports on questions that share a word in three, the nearest first.
	Related(ctx context.Context, question string, limit int) ([]Card, error)

	// SameClaim returns reports that hold a claim of near the same words as text.
	SameClaim(ctx context.Context, text string, limit int) ([]Card, error)

	// Topics returns the topics researched last, the newest first, and at most
	// ten reports of each.
	Topics(ctx context.Context, limit int) ([]Topic, error)

	// TopicNames returns the names of the topics researched last, the newest first.
	TopicNames(ctx context.Context, limit int) ([]string, error)

	// Stale returns the runs whose end the index does not tell as it is, in order
	// of acceptance.
	Stale(ctx context.Context) ([]string, error)

	// Repair indexes what the index lacks, such as runs of an older version, and
	// returns how many runs that were.
	Repair(ctx context.Context) (int, error)
}

// Sessions are who is signed in, and the password they signed in with.
type Sessions interface {
	// Door returns what the password that was last asked for was kept as, or nils.
	Door(ctx context.Context) (salt, key []byte, err error)

	// SetDoor keeps another password. Whoever signed in with the old one is out.
	SetDoor(ctx context.Context, salt, key []byte) error

	// OpenSession keeps a session by the hash of its token, until it expires.
	OpenSession(ctx context.Context, hash []byte, expires time.Time) error

	// InSession reports whether a session with the given hash is open.
	InSession(ctx context.Context, hash []byte, now time.Time) (bool, error)

	// CloseSession ends a session.
	CloseSession(ctx context.Context, hash []byte) error
}

// State returns what the events of a run add up to.
func State(ctx context.Context, j research.Journal, info research.Info) (*research.State, error) {
	events, err := j.Events(ctx, info.ID, 0)
	if err != nil {
		return nil, err
	}
	s := research.NewState(info)
	s.Add(events...)
	return s, nil
}
