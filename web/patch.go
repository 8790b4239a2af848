package web

import (
	"strconv"
	"strings"
	"time"

	"github.com/starfederation/datastar-go/datastar"
)

// newlines turns every way to end a line into the one that is not dangerous.
var newlines = strings.NewReplacer("\r\n", "\n", "\r", "\n")

// patch sends a frame to a browser. It is the only way there, and no other
// file may send elements, signals or scripts.
//
// Browsers end a line of an event stream at a carriage return too, the sender
// only at a line feed: a bare carriage return in a quote could begin an event
// of its own and so run a script. Escaping HTML leaves it alone. Here it goes.
func patch(sse *datastar.ServerSentEventGenerator, f *frame) error {
	return sse.PatchElements(newlines.Replace(f.html), datastar.WithPatchElementsEventID(strconv.FormatInt(f.seq, 10)), datastar.WithRetryDuration(patience))
}

// patience is how long a browser waits before it comes back to a broken stream.
const patience = 2 * time.Second

// beat sends an event that changes nothing, so that neither end takes the
// connection for dead. With a wait it tells the browser when to come back.
func beat(sse *datastar.ServerSentEventGenerator, wait time.Duration) error {
	return sse.Send(datastar.EventTypePatchSignals, []string{datastar.SignalsDatalineLiteral + "{}"}, datastar.WithSSERetryDuration(wait))
}
