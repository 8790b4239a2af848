package live

import (
	"bytes"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/starfederation/datastar-go/datastar"
)

// newlines turns every way to end a line into the one that is not dangerous.
var newlines = strings.NewReplacer("\r\n", "\n", "\r", "\n")

// patch returns the event that puts elements in the place of those that have
// their ids, and tells the place in the journal that they show. It is the only
// way to browsers, and no other file may make elements, signals or scripts.
//
// Browsers end a line of an event stream at a carriage return too, the sender
// only at a line feed: a bare carriage return in a quote could begin an event
// of its own and so run a script. Escaping HTML leaves it alone. Here it goes.
func patch(elements []byte, seq int64) Piece {
	return newEvent(func(sse *datastar.ServerSentEventGenerator) error {
		return sse.PatchElements(newlines.Replace(string(elements)), datastar.WithPatchElementsEventID(strconv.FormatInt(seq, 10)), datastar.WithRetryDuration(patience))
	})
}

// patience is how long a browser waits before it comes back to a broken stream.
const patience = 2 * time.Second

// beat returns an event that changes nothing, so that neither end takes the
// connection for dead. It tells the browser when to come back.
func beat(wait time.Duration) Piece {
	return newEvent(func(sse *datastar.ServerSentEventGenerator) error {
		return sse.Send(datastar.EventTypePatchSignals, []string{datastar.SignalsDatalineLiteral + "{}"}, datastar.WithSSERetryDuration(wait))
	})
}

// newEvent returns what send writes, which fails at nothing: it writes on paper.
func newEvent(send func(*datastar.ServerSentEventGenerator) error) Piece {
	p := paper{header: make(http.Header)}
	send(datastar.NewSSE(&p, new(http.Request)))
	return Pack(p.Bytes())
}

// paper is a response that is only written down.
type paper struct {
	header http.Header
	bytes.Buffer
}

func (p *paper) Header() http.Header { return p.header }

func (p *paper) WriteHeader(int) {}

func (p *paper) Flush() {}
