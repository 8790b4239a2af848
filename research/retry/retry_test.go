package retry

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

func TestWhatServersAskForIsRead(t *testing.T) {
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	for _, tt := range []struct {
		ms, after string
		want      time.Duration
	}{
		{"", "", 0}, {"", "30", 30 * time.Second}, {"", "1.5", 1500 * time.Millisecond}, {"250", "9", 250 * time.Millisecond},
		{"", "Fri, 02 Jan 2026 03:05:05 GMT", time.Minute}, {"", "Fri, 02 Jan 2026 03:03:05 GMT", 0},
		{"", "Fri, 31 Dec 9999 23:59:59 GMT", Far}, {"", "Mon, 01 Jan 0001 00:00:00 GMT", 0},
		{"", "99999999999999999999", Far}, {"", strings.Repeat("9", 400), Far}, {"9223372036854775807", "", Far},
		{"-5", "NaN", 0}, {"", "+Inf", 0}, {"", "-1", 0}, {"", "1e300", 0}, {"", "soon", 0}, {"x", "7", 7 * time.Second},
	} {
		h := http.Header{}
		h.Set("Retry-After-Ms", tt.ms)
		h.Set("Retry-After", tt.after)
		if got := After(h, now); got != tt.want {
			t.Errorf("%+v: got %v", tt, got)
		}
	}
}

var errBusy = errors.New("busy")

// policy tries again what is busy, after the wait that asked is.
func policy(asked time.Duration) Policy[int] {
	return Policy[int]{
		Attempts: 3, First: time.Second, Last: 90 * time.Second, Patience: time.Minute,
		Again: func(_ int, err error) bool { return errors.Is(err, errBusy) },
		Asked: func(int, error) time.Duration { return asked },
	}
}

func TestWaitsAreThoseAskedForOrDouble(t *testing.T) {
	for _, tt := range []struct {
		asked, within, least, most time.Duration
		calls                      int
	}{
		{0, 0, 3 * time.Second, 3750 * time.Millisecond, 3},
		{30 * time.Second, 0, time.Minute, time.Minute + 7*time.Second, 3},
		{61 * time.Second, 0, 0, 0, 1},
		{Far, 0, 0, 0, 1},
		{30 * time.Second, 20 * time.Second, 0, 0, 1},
	} {
		synctest.Test(t, func(t *testing.T) {
			ctx := t.Context()
			if tt.within > 0 {
				var cancel context.CancelFunc
				ctx, cancel = context.WithTimeout(ctx, tt.within)
				defer cancel()
			}
			began, n := time.Now(), 0
			got, err := policy(tt.asked).Do(ctx, func(context.Context) (int, error) { n++; return n, errBusy })
			if took := time.Since(began); n != tt.calls || got != n || err != errBusy || took < tt.least || took > tt.most {
				t.Errorf("%+v: %d calls, got %d, %v after %v", tt, n, got, err, took)
			}
		})
	}
}

func TestWhatNeedsNoOtherAttemptStands(t *testing.T) {
	fatal := errors.New("fatal")
	for _, want := range []error{nil, fatal} {
		n := 0
		if got, err := policy(0).Do(t.Context(), func(context.Context) (int, error) { n++; return 7, want }); n != 1 || got != 7 || err != want {
			t.Errorf("%d calls: %d, %v; want %v", n, got, err, want)
		}
	}
}

func TestTheContextEndsAWaitButNotWhatCameHome(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(5*time.Second, cancel)
		began := time.Now()
		if _, err := policy(time.Minute).Do(ctx, func(context.Context) (int, error) { return 0, errBusy }); err != context.Canceled || time.Since(began) != 5*time.Second {
			t.Errorf("%v after %v", err, time.Since(began))
		}
	})
	ctx, cancel := context.WithCancel(t.Context())
	got, err := policy(0).Do(ctx, func(context.Context) (int, error) { cancel(); return 7, nil })
	if got != 7 || err != nil {
		t.Errorf("an answer that was there when the context ended is lost: %d, %v", got, err)
	}
}
