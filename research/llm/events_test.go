package llm

import (
	"context"
	"io"
	"runtime"
	"strings"
	"testing"
)

// A torrent is a body of one line without end.
type torrent struct{}

func (torrent) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 'a'
	}
	return len(p), nil
}

func (torrent) Close() error { return nil }

// A line that does not end costs no more memory than a body may.
func TestALineWithoutEndIsGivenUp(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	e := newEvents(ctx, cancel, torrent{})
	defer e.Close()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err := io.Copy(io.Discard, e)
	runtime.ReadMemStats(&after)
	if err == nil || !strings.Contains(err.Error(), "larger than 8 MiB") {
		t.Errorf("it ends with %v", err)
	}
	if took := after.TotalAlloc - before.TotalAlloc; took > 8*maxBody {
		t.Errorf("it took %d MiB", took>>20)
	}
}
