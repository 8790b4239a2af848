package web

import (
	"bytes"
	"context"

	"assay/views"
	"assay/web/live"
)

// A drawer draws runs for those who watch them.
type drawer struct{ *Server }

// Draw implements [live.Source].
func (d drawer) Draw(ctx context.Context, run string) (out live.Drawing, err error) {
	err = d.withFold(ctx, run, func(f *fold) (err error) {
		out.Seq, out.Over = f.state.Seq, f.state.Status.Over()
		out.HTML, err = d.drawRegion(ctx, f)
		return err
	})
	return out, err
}

// Wait implements [live.Source].
func (d drawer) Wait(ctx context.Context, run string, after int64) error {
	return d.Store.Wait(ctx, run, after)
}

// Hold implements [live.Source].
func (d drawer) Hold(ctx context.Context, run string) (release func(), err error) {
	f, err := d.foldOf(ctx, run, 1)
	if err != nil {
		return nil, err
	}
	return func() { d.folds.release(f) }, nil
}

// broken returns what is shown in the place of a run that cannot be drawn.
func broken(run string) []byte {
	var b bytes.Buffer
	views.BrokenRun(run).Render(context.Background(), &b) // a buffer takes all
	return b.Bytes()
}
