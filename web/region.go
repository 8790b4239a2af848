package web

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/a-h/templ"
	"github.com/hashicorp/golang-lru/v2/simplelru"
	"github.com/labstack/echo/v4"

	"assay/views"
	"assay/web/live"
)

// A region is what all readers of a run's page are shown alike: it is drawn and
// packed once for all. What is around it, such as the theme and the way to
// sign out, is drawn for each.
type region struct {
	live.Piece // its HTML
	sum        [sha256.Size]byte
	seq        int64 // of the last event in it
	deleted    bool
	drawn      time.Time
}

// What a region says that its journal does not decide may be so old: the time
// that a run has taken so far, or which other reports are much the same.
const (
	liveTime = time.Second
	overTime = 5 * time.Second
)

// seam is written where the region goes. Nobody knows it, so no text holds it.
var seam = rand.Text()

// showPage shows a run as a page.
func (s *Server) showPage(c echo.Context, id string) error {
	var r *region
	var page views.RunPage
	var around []byte
	err := s.withFold(c.Request().Context(), id, func(f *fold) (err error) {
		if r, err = s.regionOf(c.Request().Context(), f); err != nil {
			return err
		}
		page = views.RunPage{State: f.state, Frame: s.runFrame(c, f.state), Now: time.Now()}
		around, err = aroundRun(c.Request().Context(), page)
		return err
	})
	if err != nil {
		return err
	}
	before, after, _ := bytes.Cut(around, []byte(seam))
	write := func() error { return writeParts(c, before, r.Piece, after) }
	c.Response().Header().Add("Vary", "Accept-Encoding")
	if page.Frame.Live {
		c.Response().Header().Set("Content-Security-Policy", livePolicy)
		return write()
	}
	return settled(c, append(around, r.sum[:]...), write)
}

// aroundRun returns a run's page with the seam in the place of its region.
func aroundRun(ctx context.Context, page views.RunPage) ([]byte, error) {
	hole := templ.ComponentFunc(func(_ context.Context, w io.Writer) error {
		_, err := io.WriteString(w, seam)
		return err
	})
	var b bytes.Buffer
	if err := views.AroundRun(page).Render(templ.WithChildren(ctx, hole), &b); err != nil {
		return nil, fmt.Errorf("draw page: %w", err)
	}
	return b.Bytes(), nil
}

// writeParts writes a page of three parts, the middle one packed already.
func writeParts(c echo.Context, before []byte, middle live.Piece, after []byte) error {
	var page []byte
	if takesGzip(c) {
		c.Response().Header().Set("Content-Encoding", "gzip")
		page = live.Join(live.Pack(before), middle, live.Pack(after))
	} else {
		page = bytes.Join([][]byte{before, middle.Plain, after}, nil)
	}
	c.Response().Header().Set("Content-Length", strconv.Itoa(len(page)))
	return c.HTMLBlob(http.StatusOK, page)
}

// regionOf returns the region of a run, drawn anew if it has changed. The fold
// must be the caller's.
func (s *Server) regionOf(ctx context.Context, f *fold) (*region, error) {
	deleted, err := s.Store.Hidden(ctx, f.state.ID)
	if err != nil {
		return nil, err
	}
	now, fresh := time.Now(), liveTime
	if f.state.Status.Over() {
		fresh = overTime
	}
	if r := s.regions.get(f.state.ID); r != nil && r.seq == f.state.Seq && r.deleted == deleted && now.Sub(r.drawn) < fresh {
		return r, nil
	}
	html, err := s.drawRegion(ctx, f)
	if err != nil {
		return nil, err
	}
	r := &region{Piece: live.Pack(html), sum: sha256.Sum256(html), seq: f.state.Seq, deleted: deleted, drawn: now}
	s.regions.put(f.state.ID, r)
	return r, nil
}

// drawRegion draws the region of a run.
func (s *Server) drawRegion(ctx context.Context, f *fold) ([]byte, error) {
	page, err := s.runPage(ctx, f)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if err := views.RunRegion(page).Render(ctx, &b); err != nil {
		return nil, fmt.Errorf("draw run %s: %w", f.state.ID, err)
	}
	return b.Bytes(), nil
}

// maxRegions is how much the regions that are kept may take, in bytes.
const maxRegions = 32 << 20

// regions are the regions of runs that were looked at lately.
type regions struct {
	mu    sync.Mutex
	byRun *simplelru.LRU[string, *region] // nil until there is one
	size  int                             // of all, in bytes
}

func (r *region) size() int { return len(r.Plain) + len(r.Packed) }

func (rs *regions) get(id string) *region {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	if rs.byRun == nil {
		return nil
	}
	r, _ := rs.byRun.Get(id)
	return r
}

// put keeps a region in the place of the run's last, and forgets those not used
// for longest if they take too much.
func (rs *regions) put(id string, r *region) {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	if rs.byRun == nil {
		rs.byRun = unbounded[*region]()
	}
	if last, ok := rs.byRun.Peek(id); ok {
		rs.byRun.Remove(id)
		rs.size -= last.size()
	}
	for rs.byRun.Len() > 0 && rs.size+r.size() > maxRegions {
		_, oldest, _ := rs.byRun.RemoveOldest()
		rs.size -= oldest.size()
	}
	if r.size() <= maxRegions {
		rs.byRun.Add(id, r)
		rs.size += r.size()
	}
}

// clear forgets all.
func (rs *regions) clear() {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	rs.byRun, rs.size = nil, 0
}
