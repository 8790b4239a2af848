package llm

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"assay/research/port"
)

type answerFunc = func(w http.ResponseWriter, r *http.Request, n int)

// A behaviour is something a provider does, and what must become of the call.
type behaviour struct {
	name   string
	answer answerFunc
	class  port.Class    // "" if the call succeeds
	calls  int           // requests made
	max    time.Duration // the call is over by then; 0 means 10 s
	stream bool
}

// once misbehaves on the first call and is good from then on.
func once(bad answerFunc) answerFunc {
	return func(w http.ResponseWriter, r *http.Request, n int) {
		if n == 1 {
			bad(w, r, n)
			return
		}
		good(w, r)
	}
}

func status(code int, body string, header ...string) answerFunc {
	return func(w http.ResponseWriter, _ *http.Request, _ int) {
		for i := 0; i < len(header); i += 2 {
			w.Header().Set(header[i], header[i+1])
		}
		sendJSON(w, code, body)
	}
}

func streams(text string) answerFunc {
	return func(w http.ResponseWriter, _ *http.Request, _ int) { sendEvents(w, text) }
}

func busy(header ...string) answerFunc {
	return status(429, `{"error":{"message":"Rate limit reached","code":"rate_limit_exceeded"}}`, header...)
}

func reset(w http.ResponseWriter, _ *http.Request, _ int) {
	conn, _, _ := w.(http.Hijacker).Hijack()
	conn.Close()
}

func resetAfterHeaders(w http.ResponseWriter, _ *http.Request, _ int) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(200)
	w.(http.Flusher).Flush()
	panic(http.ErrAbortHandler)
}

func stall(_ http.ResponseWriter, r *http.Request, _ int) { <-r.Context().Done() }

func stallMidway(w http.ResponseWriter, r *http.Request, n int) {
	streams(chatEvents("half an", ""))(w, r, n)
	stall(w, r, n)
}

// slow sends a token every 50 s, which is not yet silence.
func slow(w http.ResponseWriter, _ *http.Request, _ int) {
	for range 2 {
		sendEvents(w, chatEvents("token", ""))
		time.Sleep(50 * time.Second)
	}
	sendEvents(w, chatEvents("", "stop"))
}

func short(w http.ResponseWriter, _ *http.Request, _ int) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Length", "5000")
	io.WriteString(w, chatJSON("whole JSON in half a body", "stop"))
}

func bomb(w http.ResponseWriter, _ *http.Request, _ int) {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	z.Write(bytes.Repeat([]byte(" "), 16<<20))
	z.Close()
	w.Header().Set("Content-Encoding", "gzip")
	w.Write(b.Bytes())
}

func later(d time.Duration) answerFunc {
	return func(w http.ResponseWriter, r *http.Request, n int) {
		busy("Retry-After", time.Now().Add(d).UTC().Format(http.TimeFormat))(w, r, n)
	}
}

var gemini429 = `[{"error":{"code":429,"status":"RESOURCE_EXHAUSTED","message":"quota","details":[{"@type":"type.googleapis.com/google.rpc.RetryInfo","retryDelay":"47s"}]}}]`

// What a provider must be expected to do comes first; what single ones were
// seen to do follows.
var behaviours = []behaviour{
	{name: "429, Retry-After in seconds", answer: once(busy("Retry-After", "20")), calls: 2, max: 23 * time.Second},
	{name: "429, Retry-After-Ms", answer: once(busy("Retry-After-Ms", "1500")), calls: 2, max: 2 * time.Second},
	{name: "429, Retry-After a date", answer: once(later(30 * time.Second)), calls: 2, max: 34 * time.Second},
	{name: "429, no Retry-After", answer: busy(), class: port.Unavailable, calls: 3},
	{name: "429, Retry-After 0", answer: once(busy("Retry-After", "0")), calls: 2},
	{name: "429, Retry-After -1", answer: once(busy("Retry-After", "-1")), calls: 2},
	{name: "429, Retry-After 99999", answer: busy("Retry-After", "99999"), class: port.Unavailable, calls: 1, max: time.Second},
	{name: "429, delay in the body", answer: once(status(429, gemini429)), calls: 2, max: 53 * time.Second},
	{name: "500", answer: status(500, `{"error":{"message":"oops"}}`), class: port.Unavailable, calls: 3},
	{name: "502", answer: status(502, "<html>bad gateway</html>"), class: port.Unavailable, calls: 3},
	{name: "503", answer: once(status(503, "")), calls: 2},
	{name: "529", answer: status(529, `{"error":{"type":"overloaded_error","message":"Overloaded"}}`), class: port.Unavailable, calls: 3},
	{name: "reset before headers", answer: reset, class: port.Unavailable, calls: 3},
	{name: "reset after headers", answer: once(resetAfterHeaders), calls: 2},
	{name: "stall before the first byte", answer: stall, class: port.TimedOut, calls: 1, max: 121 * time.Second},
	{name: "stall in mid-stream", answer: stallMidway, stream: true, class: port.TimedOut, calls: 1, max: 61 * time.Second},
	{name: "stream cut without a finish", answer: streams(chatEvents("half an", "")), stream: true, class: port.Unavailable, calls: 3},
	{name: "body shorter than Content-Length", answer: short, class: port.Unavailable, calls: 3},
	{name: "empty body", answer: status(200, ""), class: port.Invalid, calls: 1},
	{name: "no choices", answer: status(200, `{"choices":[]}`), class: port.Invalid, calls: 1},
	{name: "content null", answer: status(200, `{"choices":[{"message":{"content":null},"finish_reason":"stop"}]}`), class: port.Invalid, calls: 1},
	{name: "refusal", answer: status(200, `{"choices":[{"message":{"content":null,"refusal":"I can't help with that."},"finish_reason":"stop"}]}`), class: port.Refused, calls: 1},
	{name: "content filter", answer: status(200, chatJSON("", "content_filter")), class: port.Refused, calls: 1},
	{name: "length", answer: status(200, chatJSON("half an", "length")), calls: 1},
	{name: "fenced JSON", answer: status(200, chatJSON("```json\n{}\n```", "stop")), calls: 1},
	{name: "JSON and prose", answer: status(200, chatJSON("Sure! {}", "stop")), calls: 1},
	{name: "wrong types", answer: status(200, `{"choices":"none"}`), class: port.Invalid, calls: 1},
	{name: "HTML with status 200", answer: status(200, "<html>Log in</html>"), class: port.Invalid, calls: 1},
	{name: "10 MiB", answer: status(200, chatJSON(strings.Repeat("a", 10<<20), "stop")), class: port.Invalid, calls: 1},
	{name: "gzip bomb", answer: bomb, class: port.Invalid, calls: 1},
	{name: "invalid UTF-8", answer: status(200, chatJSON("A", "stop")[:60]+"\xff\xfe"+chatJSON("A", "stop")[60:]), class: port.Invalid, calls: 1},
	{name: "duplicated keys", answer: status(200, chatJSON(`{"verdict":"upheld","verdict":"refuted"}`, "stop")), calls: 1},

	{name: "408", answer: once(status(408, "")), calls: 2},
	{name: "409", answer: once(status(409, "")), calls: 2},
	{name: "x-should-retry: false", answer: status(503, "", "X-Should-Retry", "false"), class: port.Unavailable, calls: 1},
	{name: "Retry-After NaN", answer: once(busy("Retry-After", "NaN")), calls: 2},
	{name: "Retry-After 1e300", answer: once(busy("Retry-After", "1e300")), calls: 2},
	{name: "no credit", answer: status(429, `{"error":{"message":"You exceeded your current quota","code":"insufficient_quota"}}`), class: port.Fatal, calls: 1},
	{name: "one request above the limit per minute", answer: status(429, `{"error":{"message":"Request too large for gpt-4o on tokens per min (TPM): Limit 30000, Requested 82821","code":"rate_limit_exceeded"}}`), class: port.TooLong, calls: 1},
	{name: "401 that quotes the key", answer: status(401, `{"error":{"message":"Incorrect API key provided: `+canary+`"}}`), class: port.Fatal, calls: 1},
	{name: "403", answer: status(403, `{"error":{"message":"no access"}}`), class: port.Fatal, calls: 1},
	{name: "403 for moderation", answer: status(403, `{"error":{"message":"Your input was flagged"}}`), class: port.Refused, calls: 1},
	{name: "404", answer: status(404, `{"error":{"message":"The model does not exist","code":"model_not_found"}}`), class: port.Fatal, calls: 1},
	{name: "404 that mentions response_format", answer: status(404, `{"error":{"message":"response_format"}}`), class: port.Fatal, calls: 1},
	{name: "400", answer: status(400, `{"error":{"message":"bad `+canary+`"}}`), class: port.Fatal, calls: 1},
	{name: "context too long", answer: status(400, `{"error":{"message":"This model's maximum context length is 8192 tokens","code":"context_length_exceeded"}}`), class: port.TooLong, calls: 1},
	{name: "Azure's content filter", answer: status(400, `{"error":{"message":"filtered","code":"content_filter"}}`), class: port.Refused, calls: 1},
	{name: "JSON mode failed", answer: status(400, `{"error":{"message":"Failed to validate JSON. response_format","code":"json_validate_failed"}}`), class: port.Invalid, calls: 1},
	{name: "redirect", answer: status(301, "", "Location", "http://elsewhere.test/v1"), class: port.Fatal, calls: 1},
	{name: "error with status 200", answer: status(200, `{"error":{"code":502,"message":"upstream of `+canary+`"}}`), class: port.Unavailable, calls: 3},
	{name: "tool call", answer: status(200, chatJSON("", "tool_calls")), class: port.Invalid, calls: 1},
	{name: "empty text", answer: status(200, chatJSON("  ", "stop")), class: port.Invalid, calls: 1},
	{name: "an unclosed thought only", answer: status(200, chatJSON("<think>hm", "stop")), class: port.Invalid, calls: 1},
	{name: "error in mid-stream", answer: once(streams(chatEvents("half", "") + `data: {"error":{"code":503,"message":"gone"}}` + "\n\n")), stream: true, calls: 2},
	{name: "error in mid-stream as a word, after comments", answer: streams(": wait\n\n" + `data: {"error":"insufficient_quota"}` + "\n\ndata: [DONE]\n\n"), stream: true, class: port.Fatal, calls: 1},
	{name: "stream with [DONE] and no finish", answer: streams(chatEvents("fine", "") + "data: [DONE]"), stream: true, calls: 1},
	{name: "stream with a finish and no [DONE]", answer: streams(chatEvents("fine", "stop")), stream: true, calls: 1},
	{name: "stream of 2000 keep-alives", answer: streams(strings.Repeat(": keep-alive\n\n", 2000) + chatEvents("fine", "stop")), stream: true, calls: 1},
	{name: "slow stream", answer: slow, stream: true, calls: 1, max: 101 * time.Second},
	{name: "content in parts", answer: status(200, `{"choices":[{"message":{"content":[{"type":"thinking","thinking":[]},{"type":"text","text":"fine"}]},"finish_reason":"stop"}]}`), calls: 1},
	{name: "an unknown finish", answer: status(200, chatJSON("fine", "whim")), class: port.Invalid, calls: 1},
	{name: "finish: error", answer: status(200, chatJSON("half", "error")), class: port.Unavailable, calls: 3},
	{name: "a NUL character", answer: status(200, chatJSON("a\x00b", "stop")), class: port.Invalid, calls: 1},
	{name: "stream with invalid UTF-8", answer: streams("data: {\"choices\":[{\"delta\":{\"content\":\"\xff\"}}]}\n\n"), stream: true, class: port.Invalid, calls: 1},
	{name: "stream cut in the middle of a line", answer: streams(chatEvents("fine", "") + `data: {"choices":[{"de`), stream: true, class: port.Unavailable, calls: 3},
	{name: "JSON instead of a stream", answer: status(200, chatJSON("fine", "stop")), stream: true, class: port.Invalid, calls: 1},
	{name: "a line without end", answer: func(w http.ResponseWriter, _ *http.Request, _ int) {
		sendEvents(w, "data: "+strings.Repeat("a", maxStream))
	}, stream: true, class: port.Invalid, calls: 1},
	{name: "stream without bound", answer: func(w http.ResponseWriter, _ *http.Request, _ int) {
		sendEvents(w, strings.Repeat(": "+strings.Repeat("a", 1022)+"\n", maxStream>>10+1))
	}, stream: true, class: port.Invalid, calls: 1},
}

// Each bubble also proves that the call leaves no goroutine behind: synctest
// fails a bubble whose goroutines do not end.
func TestEachBehaviourEndsInItsClass(t *testing.T) {
	passed := 0
	for _, b := range behaviours {
		if t.Run(b.name, func(t *testing.T) { synctest.Test(t, b.test) }) {
			passed++
		}
	}
	t.Logf("%d of %d behaviours end in their class", passed, len(behaviours))
}

// A server that asks for more patience than anybody has is not waited for: who
// reads the error learns when to try again.
func TestAFailureSaysWhenToTryAgain(t *testing.T) {
	for after, says := range map[string]string{"99999": "try again in 28 hours", "300": "try again in 5 minutes", "121": "try again in 3 minutes", "999999": "try again in 12 days",
		"99999999999999999999": "try again later", "Fri, 31 Dec 9999 23:59:59 GMT": "try again later"} {
		synctest.Test(t, func(t *testing.T) {
			hc, calls := serve(t, busy("Retry-After", after))
			_, err := client(t, hc).Generate(t.Context(), request)
			want := "the provider answered 429 Too Many Requests: Rate limit reached; " + says
			if err == nil || err.Error() != want || classOf(t, err) != port.Unavailable || len(calls()) != 1 {
				t.Errorf("after %s: %d calls, %v, want %s", after, len(calls()), err, want)
			}
		})
	}
}

func (b behaviour) test(t *testing.T) {
	hc, calls := serve(t, b.answer)
	c := client(t, hc, func(cfg *Config) { cfg.Stream = b.stream })
	began := time.Now()
	resp, err := c.Generate(t.Context(), request)
	took := time.Since(began)
	if got := classOf(t, err); got != b.class {
		t.Errorf("class %q, want %q (%v)", got, b.class, err)
	}
	if b.class == "" && resp.Text == "" {
		t.Error("no text in a success")
	}
	if len(calls()) != b.calls {
		t.Errorf("%d calls, want %d", len(calls()), b.calls)
	}
	if b.max == 0 {
		b.max = 10 * time.Second
	}
	if took > b.max {
		t.Errorf("took %v, want at most %v", took, b.max)
	}
	if shown := fmt.Sprintf("%v %+v %#v", err, err, resp); strings.Contains(shown, canary) {
		t.Errorf("the key shows in %s", shown)
	}
}
