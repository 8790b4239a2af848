package main

import (
	"context"
	"errors"
	"fmt"
)

type backupCmd struct {
	File string `arg:"" help:"Where to write the copy; must not be there yet." type:"path"`
}

// Run writes a whole copy of the database, also while a server works on it.
func (b *backupCmd) Run(ctx context.Context, c console, s *Settings) error {
	d, err := s.openDB(ctx)
	if err != nil {
		return err
	}
	if err := errors.Join(d.Backup(ctx, b.File), d.Close()); err != nil {
		return err
	}
	fmt.Fprintf(c.out, "Wrote %s. Put it back with:  assay restore %s\n", b.File, b.File)
	return nil
}

type restoreCmd struct {
	File string `arg:"" help:"A copy that \"assay backup\" wrote." type:"existingfile"`
}

// Run puts a copy in the place of the database, and keeps what was there.
func (r *restoreCmd) Run(ctx context.Context, c console, s *Settings) error {
	dir, err := s.dataDir()
	if err != nil {
		return err
	}
	kept, err := restore(ctx, r.File, dir)
	if err != nil {
		return err
	}
	fmt.Fprintf(c.out, "Restored %s.\n", storeFile(dir))
	if kept != "" {
		fmt.Fprintf(c.out, "What was there before is kept as %s.\n", kept)
	}
	return nil
}
