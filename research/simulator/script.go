package simulator

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"net"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"assay/research/text"
)

// A script is how a fault is played. Nil steps are left as they are.
type script struct {
	refuse func(http.ResponseWriter) // answers at once, in place of all that follows
	say    func(*answer)             // changes what the model says
	bend   func(*encoded)            // changes how that is written
	send   func(context.Context, http.ResponseWriter, encoded) error
}

var scripts = map[Fault]script{
	Fault429Seconds:  {refuse: busy(http.Header{"Retry-After": {"1"}})},
	Fault429Millis:   {refuse: busy(http.Header{"Retry-After-Ms": {"200"}})},
	Fault429Date:     {refuse: busyUntilDate},
	Fault429Bare:     {refuse: busy(nil)},
	Fault429Zero:     {refuse: busy(http.Header{"Retry-After": {"0"}})},
	Fault429Negative: {refuse: busy(http.Header{"Retry-After": {"-1"}})},
	Fault429Forever:  {refuse: busy(http.Header{"Retry-After": {"99999"}})},
	Fault429Body:     {refuse: busyInBody},

	Fault500: {refuse: func(w http.ResponseWriter) { writeError(w, 500, "The server had an error.") }},
	Fault502: {refuse: func(w http.ResponseWriter) { writeHTML(w, 502, "502 Bad Gateway") }},
	Fault503: {refuse: func(w http.ResponseWriter) { writeError(w, 503, "The engine is currently overloaded.") }},
	Fault529: {refuse: func(w http.ResponseWriter) { writeError(w, 529, "Overloaded") }},

	FaultResetEarly:     {send: resetEarly},
	FaultResetLate:      {send: resetLate},
	FaultStallFirstByte: {send: func(ctx context.Context, _ http.ResponseWriter, _ encoded) error { <-ctx.Done(); return ctx.Err() }},
	FaultStallStream:    {send: stall},
	FaultCutStream:      {send: cut},
	FaultTruncated:      {send: truncate},

	FaultEmptyBody:     {bend: func(r *encoded) { r.frames = nil }},
	FaultEmptyChoices:  {say: func(a *answer) { a.mute = true }},
	FaultNullContent:   {say: func(a *answer) { a.text = nil }},
	FaultRefusal:       {say: func(a *answer) { a.text, a.refusal = nil, "I'm sorry, but I can't help with that." }},
	FaultContentFilter: {say: func(a *answer) { a.finish = "content_filter"; a.change(func(string) string { return "" }) }},
	FaultLength:        {say: func(a *answer) { a.finish = "length"; a.change(firstHalf) }},

	FaultFenced:        {say: changed(func(s string) string { return "```json\n" + s + "\n```" })},
	FaultProse:         {say: changed(func(s string) string { return "Sure! Here is what you asked for:\n\n" + s + "\n\nAnything else?" })},
	FaultWrongTypes:    {say: changed(wrongTypes)},
	FaultDuplicateKeys: {say: changed(duplicateKeys)},
	FaultInvalidUTF8:   {say: changed(markInvalid), bend: makeInvalid},
	FaultHTML200: {bend: func(r *encoded) {
		*r = encoded{http.Header{"Content-Type": {"text/html"}}, [][]byte{[]byte(errorPage)}}
	}},
	FaultHuge:     {say: func(a *answer) { text := *a.text + strings.Repeat(" ", 10<<20); a.text = &text }},
	FaultGzipBomb: {bend: bomb},
}

const errorPage = "<!DOCTYPE html><html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>\n"

func writeHTML(w http.ResponseWriter, status int, title string) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	w.Write([]byte(strings.ReplaceAll(errorPage, "502 Bad Gateway", title)))
}

// Status 429.

func busy(h http.Header) func(http.ResponseWriter) {
	return func(w http.ResponseWriter) {
		for name, values := range h {
			w.Header()[name] = values
		}
		writeError(w, http.StatusTooManyRequests, "Rate limit reached for requests.")
	}
}

func busyUntilDate(w http.ResponseWriter) {
	date := time.Now().Add(time.Second).UTC().Format(http.TimeFormat)
	busy(http.Header{"Retry-After": {date}})(w)
}

// busyInBody follows google.rpc.RetryInfo.
func busyInBody(w http.ResponseWriter) {
	writeJSON(w, http.StatusTooManyRequests, object{"error": object{
		"code": 429, "status": "RESOURCE_EXHAUSTED", "message": "Quota exceeded. Please retry in 1s.",
		"details": []object{{"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "1s"}},
	}})
}

// What the model says.

func (a *answer) change(f func(string) string) {
	text := f(*a.text)
	a.text = &text
	a.usage.out = tokens(text)
}

func changed(f func(string) string) func(*answer) { return func(a *answer) { a.change(f) } }

func firstHalf(s string) string { return text.Head(s, len(s)/2) }

// wrongTypes gives every member of a JSON object another type. Text that is no
// JSON object becomes a number.
func wrongTypes(s string) string {
	var o map[string]any
	if json.Unmarshal([]byte(s), &o) != nil {
		return "7"
	}
	for name, v := range o {
		switch v := v.(type) {
		case string, bool, nil:
			o[name] = 7
		case []any:
			o[name] = string(bytes.TrimSpace(encode(v)))
		default:
			o[name] = "seven"
		}
	}
	return strings.TrimSpace(string(encode(o)))
}

// duplicateKeys gives a JSON object every member twice; the second time
// verdicts and relevances are the opposite.
func duplicateKeys(s string) string {
	inner, isObject := strings.CutPrefix(s, "{")
	inner, closed := strings.CutSuffix(inner, "}")
	if !isObject || !closed || inner == "" {
		return s
	}
	flip := strings.NewReplacer(`"upheld"`, `"refuted"`, `"refuted"`, `"upheld"`, `"high"`, `"low"`, `"low"`, `"high"`)
	return "{" + inner + "," + flip.Replace(inner) + "}"
}

// invalidMark stands for bytes that are not UTF-8 until the answer is written.
const invalidMark = "\uE000"

// markInvalid puts the mark inside the first string of a JSON object.
func markInvalid(s string) string {
	if i := strings.Index(s, `":"`); i >= 0 {
		return s[:i+3] + invalidMark + s[i+3:]
	}
	return s + invalidMark
}

func makeInvalid(r *encoded) {
	for i, f := range r.frames {
		r.frames[i] = bytes.ReplaceAll(f, []byte(invalidMark), []byte("\xff\xfe"))
	}
}

// bomb replaces the body with 1 GiB of spaces: one gzip member of 1 MiB, 1,024
// times over.
func bomb(r *encoded) {
	var member bytes.Buffer
	z := gzip.NewWriter(&member)
	z.Write(bytes.Repeat([]byte(" "), 1<<20))
	z.Close()
	r.header.Set("Content-Encoding", "gzip")
	r.frames = slices.Repeat([][]byte{member.Bytes()}, 1024)
}

// How it is sent. A sender returns nil if all of the answer went out.

func sendAll(_ context.Context, w http.ResponseWriter, r encoded) error {
	writeHeader(w, r)
	return sendFrames(w, r.frames)
}

func sendFrames(w http.ResponseWriter, frames [][]byte) error {
	for _, f := range frames {
		if _, err := w.Write(f); err != nil {
			return err
		}
		if len(frames) > 1 {
			http.NewResponseController(w).Flush()
		}
	}
	return nil
}

func writeHeader(w http.ResponseWriter, r encoded) {
	for name, values := range r.header {
		w.Header()[name] = values
	}
	w.WriteHeader(http.StatusOK)
}

// half returns the first half of the frames or, of a single one, of its bytes.
func half(frames [][]byte) [][]byte {
	if len(frames) == 1 {
		return [][]byte{frames[0][:len(frames[0])/2]}
	}
	return frames[:len(frames)/2]
}

func stall(ctx context.Context, w http.ResponseWriter, r encoded) error {
	writeHeader(w, r)
	sendFrames(w, half(r.frames))
	http.NewResponseController(w).Flush()
	<-ctx.Done()
	return ctx.Err()
}

func cut(_ context.Context, w http.ResponseWriter, r encoded) error {
	writeHeader(w, r)
	sendFrames(w, half(r.frames))
	return http.ErrAbortHandler
}

// truncate ends too soon; net/http then closes the connection.
func truncate(_ context.Context, w http.ResponseWriter, r encoded) error {
	body := bytes.Join(r.frames, nil)
	r.header.Set("Content-Length", strconv.Itoa(len(body)))
	writeHeader(w, r)
	w.Write(body[:len(body)/2])
	return http.ErrAbortHandler
}

func resetEarly(_ context.Context, w http.ResponseWriter, _ encoded) error { return reset(w) }

func resetLate(_ context.Context, w http.ResponseWriter, r encoded) error {
	r.header.Set("Content-Length", "100000")
	writeHeader(w, r)
	http.NewResponseController(w).Flush()
	return reset(w)
}

// reset drops the connection with a TCP reset where it can, else by aborting the handler.
func reset(w http.ResponseWriter) error {
	conn, _, err := http.NewResponseController(w).Hijack()
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	if tcp, ok := conn.(*net.TCPConn); ok {
		tcp.SetLinger(0)
	}
	conn.Close()
	return http.ErrAbortHandler
}
