package main

import (
	"context"
	"errors"
	"fmt"
	"text/tabwriter"

	"assay/db"
	"assay/research"
	"assay/research/text"
	"assay/views"
)

// withState calls fn with the state of the run whose id begins with prefix.
func (s *Settings) withState(ctx context.Context, prefix string, fn func(db.Store, *research.State) error) error {
	d, err := s.openDB(ctx)
	if err != nil {
		return err
	}
	info, err := d.Find(ctx, prefix)
	if err != nil {
		return errors.Join(err, d.Close())
	}
	state, err := db.State(ctx, d, info)
	if err != nil {
		return errors.Join(err, d.Close())
	}
	return errors.Join(fn(d, state), d.Close())
}

type runsCmd struct {
	Limit int `help:"The most runs to list." default:"20"`
}

func (r *runsCmd) Run(ctx context.Context, c console, s *Settings) error {
	d, err := s.openDB(ctx)
	if err != nil {
		return err
	}
	defer d.Close()
	infos, err := d.Runs(ctx, r.Limit)
	if err != nil {
		return err
	}
	if len(infos) == 0 {
		fmt.Fprintln(c.err, `No runs yet. Ask something:  assay ask "Is the Great Wall of China visible from the Moon?"`)
		return nil
	}
	w := tabwriter.NewWriter(c.out, 0, 0, 2, ' ', 0)
	for _, info := range infos {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\n", info.ID, info.Created.Local().Format("2006-01-02 15:04"), info.Method, standing(ctx, d, info), text.ClipRunes(plain(info.Question), 60))
	}
	return w.Flush()
}

// standing says how a run stands. One that has not ended and that no process
// is at work on was interrupted.
func standing(ctx context.Context, d db.Store, info research.Info) string {
	state, err := db.State(ctx, d, info)
	if err != nil {
		return "unreadable"
	}
	if state.Status.Over() {
		return string(state.Status)
	}
	unlock, ok, err := d.Lock(info.ID)
	if err != nil || !ok {
		return string(state.Status)
	}
	unlock()
	return "interrupted"
}

type showCmd struct {
	ID   string `arg:"" help:"Id of the run, or its beginning."`
	JSON bool   `name:"json" help:"Print one JSON object instead of the report."`
}

func (r *showCmd) Run(ctx context.Context, c console, s *Settings) error {
	return s.withState(ctx, r.ID, func(d db.Store, state *research.State) error {
		if standing(ctx, d, state.Info) == "interrupted" {
			fmt.Fprintf(c.err, "This run was interrupted. Everything so far is kept; carry on with:  assay resume %s\n", state.ID)
		}
		return new(house).print(c, state, r.JSON)
	})
}

type exportCmd struct {
	ID     string `arg:"" help:"Id of the run, or its beginning."`
	Format string `short:"f" help:"${holds}." default:"md"`
}

func (r *exportCmd) Run(ctx context.Context, c console, s *Settings) error {
	return s.withState(ctx, r.ID, func(_ db.Store, state *research.State) error {
		return views.Export(c.out, state, r.Format)
	})
}
