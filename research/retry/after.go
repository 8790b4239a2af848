package retry

import (
	"net/http"
	"regexp"
	"strconv"
	"time"
)

// Far is the longest wait that is read; a server that asks for more asks for it.
const Far = 365 * 24 * time.Hour

// After returns how long an answer's headers ask to wait from now: Retry-After,
// in seconds or as a date (RFC 9110, section 10.2.3), or Retry-After-Ms. It is
// 0 if they do not say or say nonsense, and at most [Far].
func After(h http.Header, now time.Time) time.Duration {
	if d := read(h.Get("Retry-After-Ms"), time.Millisecond); d > 0 {
		return d
	}
	after := h.Get("Retry-After")
	if at, err := http.ParseTime(after); err == nil {
		return min(max(0, at.Sub(now)), Far)
	}
	return Seconds(after)
}

// Seconds reads a number of seconds, perhaps with a fraction, as [After] does.
func Seconds(s string) time.Duration { return read(s, time.Second) }

// number matches what is a number of units: neither "-1" nor "NaN" nor "1e300".
var number = regexp.MustCompile(`^[0-9]+(\.[0-9]+)?$`)

func read(s string, unit time.Duration) time.Duration {
	if !number.MatchString(s) {
		return 0
	}
	n, _ := strconv.ParseFloat(s, 64) // too large a number is +Inf
	return time.Duration(min(n*float64(unit), float64(Far)))
}
