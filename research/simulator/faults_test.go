package simulator_test

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"
	"unicode/utf8"

	"assay/research"
	"assay/research/simulator"
	"assay/research/task"
)

// A got is a response as a client sees it.
type got struct {
	status int
	header http.Header
	body   []byte
	err    error // of the request or of reading the body
}

func get(t *testing.T, url string) got {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), "GET", url, nil)
	if err != nil {
		t.Fatal(err)
	}
	return do(t, req)
}

// do sends a request on a connection of its own and reads at most 16 MiB.
func do(t *testing.T, req *http.Request) got {
	t.Helper()
	tr := &http.Transport{DisableKeepAlives: true, DisableCompression: true}
	resp, err := tr.RoundTrip(req)
	if err != nil {
		return got{err: err}
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(io.LimitReader(resp.Body, 16<<20))
	return got{resp.StatusCode, resp.Header, body, err}
}

// content returns the text of the answer, streamed or not.
func (g got) content() string {
	var text strings.Builder
	for line := range strings.Lines(string(g.body)) {
		var o struct {
			Choices []struct {
				Message, Delta struct{ Content string }
			}
		}
		if json.Unmarshal([]byte(strings.TrimPrefix(line, "data: ")), &o) == nil && len(o.Choices) > 0 {
			text.WriteString(o.Choices[0].Message.Content + o.Choices[0].Delta.Content)
		}
	}
	return text.String()
}

func (g got) has(text string) bool { return strings.Contains(string(g.body), text) }

func refused(status int, header, value string) func(got) bool {
	return func(g got) bool { return g.status == status && g.header.Get(header) == value }
}

// looks says how each fault looks to a client.
var looks = map[simulator.Fault]func(got) bool{
	simulator.Fault429Seconds:  refused(429, "Retry-After", "1"),
	simulator.Fault429Millis:   refused(429, "Retry-After-Ms", "200"),
	simulator.Fault429Bare:     refused(429, "Retry-After", ""),
	simulator.Fault429Zero:     refused(429, "Retry-After", "0"),
	simulator.Fault429Negative: refused(429, "Retry-After", "-1"),
	simulator.Fault429Forever:  refused(429, "Retry-After", "99999"),
	simulator.Fault429Body:     func(g got) bool { return g.status == 429 && g.has(`"retryDelay":"1s"`) },
	simulator.Fault429Date: func(g got) bool {
		at, err := http.ParseTime(g.header.Get("Retry-After"))
		return g.status == 429 && err == nil && time.Until(at).Abs() < time.Minute
	},
	simulator.Fault500: refused(500, "Content-Type", "application/json"),
	simulator.Fault502: refused(502, "Content-Type", "text/html; charset=utf-8"),
	simulator.Fault503: refused(503, "Content-Type", "application/json"),
	simulator.Fault529: refused(529, "Content-Type", "application/json"),

	simulator.FaultResetEarly: func(g got) bool { return g.status == 0 && broken(g.err) },
	simulator.FaultResetLate:  func(g got) bool { return g.status == 200 && broken(g.err) },
	simulator.FaultCutStream: func(g got) bool {
		return g.err == nil && len(g.body) > 0 && !json.Valid(g.body) && !g.has("[DONE]") && !g.has(`"delta":{},"finish_reason"`)
	},
	simulator.FaultTruncated: func(g got) bool {
		n, err := strconv.Atoi(g.header.Get("Content-Length"))
		return err == nil && n > len(g.body) && errors.Is(g.err, io.ErrUnexpectedEOF)
	},
	simulator.FaultEmptyBody:    func(g got) bool { return g.status == 200 && len(g.body) == 0 },
	simulator.FaultEmptyChoices: func(g got) bool { return g.has(`"choices":[]`) && !g.has(`"content"`) },
	simulator.FaultNullContent:  func(g got) bool { return g.has(`"content":null`) && g.content() == "" },
	simulator.FaultRefusal:      func(g got) bool { return g.has(`"refusal":"I'm sorry`) && g.content() == "" },
	simulator.FaultContentFilter: func(g got) bool {
		return g.has(`"finish_reason":"content_filter"`) && g.content() == ""
	},
	simulator.FaultLength: func(g got) bool {
		return g.has(`"finish_reason":"length"`) && g.content() != "" && !json.Valid([]byte(g.content()))
	},
	simulator.FaultFenced: func(g got) bool { return strings.HasPrefix(g.content(), "```json\n{") },
	simulator.FaultProse: func(g got) bool {
		return strings.HasPrefix(g.content(), "Sure!") && strings.Contains(g.content(), `{"evidence"`)
	},
	simulator.FaultWrongTypes: func(g got) bool {
		var b task.Ballot
		return json.Valid([]byte(g.content())) && json.Unmarshal([]byte(g.content()), &b) != nil
	},
	simulator.FaultDuplicateKeys: func(g got) bool {
		var b task.Ballot // encoding/json takes the last
		return json.Unmarshal([]byte(g.content()), &b) == nil && b.Verdict == research.RefutedVote &&
			strings.Contains(g.content(), `"verdict":"upheld"`)
	},
	simulator.FaultInvalidUTF8: func(g got) bool { return !utf8.Valid(g.body) && json.Valid([]byte(g.content())) },
	simulator.FaultHTML200:     refused(200, "Content-Type", "text/html"),
	simulator.FaultHuge:        func(g got) bool { return len(g.body) > 10<<20 && json.Valid([]byte(g.content())) },
	simulator.FaultGzipBomb: func(g got) bool {
		return g.header.Get("Content-Encoding") == "gzip" && len(g.body) < 2<<20 && inflates(g.body, 64<<20)
	},
}

func broken(err error) bool {
	return errors.Is(err, syscall.ECONNRESET) || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF)
}

// inflates reports whether a gzip body holds at least n bytes.
func inflates(body []byte, n int64) bool {
	z, err := gzip.NewReader(bytes.NewReader(body))
	if err != nil {
		return false
	}
	_, err = io.CopyN(io.Discard, z, n)
	return err == nil
}

func chat(t *testing.T, ctx context.Context, url string, stream bool) *http.Request {
	t.Helper()
	body, err := json.Marshal(map[string]any{
		"messages":        []any{map[string]any{"role": "user", "content": prompts[task.NameVote]}},
		"stream":          stream,
		"response_format": map[string]any{"type": "json_schema", "json_schema": map[string]any{"name": task.NameVote}},
	})
	if err != nil {
		t.Fatal(err)
	}
	req, err := http.NewRequestWithContext(ctx, "POST", url+"/v1/chat/completions", strings.NewReader(string(body)))
	if err != nil {
		t.Fatal(err)
	}
	return req
}

func TestFaultsLookAsTheySay(t *testing.T) {
	for _, fault := range simulator.Faults() {
		look, ok := looks[fault]
		if !ok {
			continue // the two that stall
		}
		for _, stream := range []bool{false, true} {
			t.Run(string(fault)+"/stream="+strconv.FormatBool(stream), func(t *testing.T) {
				s := &simulator.ModelServer{Fault: func(int, string) simulator.Fault { return fault }}
				g := do(t, chat(t, t.Context(), serve(t, s), stream))
				if !look(g) {
					t.Errorf("%d %v, %d bytes %.300q, error %v", g.status, g.header, len(g.body), g.body, g.err)
				}
				if s.Meter().Faults[fault] != 1 {
					t.Errorf("faults metered: %v", s.Meter().Faults)
				}
			})
		}
	}
	if got, want := len(looks), len(simulator.Faults())-2; got != want {
		t.Errorf("%d faults are looked at, want %d", got, want)
	}
}

func TestStallBeforeTheFirstByteLastsUntilTheClientLeaves(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &simulator.ModelServer{Fault: func(int, string) simulator.Fault { return simulator.FaultStallFirstByte }}
		ctx, leave := context.WithCancel(t.Context())
		go post(ctx, s, `{"messages":[{"content":"hello"}]}`)
		time.Sleep(time.Hour)
		if n := s.Meter().InFlight; n != 1 {
			t.Errorf("%d calls in flight after an hour, want 1", n)
		}
		leave()
		synctest.Wait()
		if n := s.Meter().InFlight; n != 0 {
			t.Errorf("%d calls in flight without a client, want 0", n)
		}
	})
}

func TestStalledStreamBeginsAndLastsUntilTheClientLeaves(t *testing.T) {
	url := serve(t, &simulator.ModelServer{Fault: func(int, string) simulator.Fault { return simulator.FaultStallStream }})
	ctx, leave := context.WithCancel(t.Context())
	defer leave()
	resp, err := http.DefaultClient.Do(chat(t, ctx, url, true))
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	lines := bufio.NewReader(resp.Body)
	if line, err := lines.ReadString('\n'); err != nil || !strings.HasPrefix(line, "data: ") {
		t.Errorf("the stream begins with %q, %v", line, err)
	}
	leave()
	if rest, err := io.ReadAll(lines); err == nil || strings.Contains(string(rest), "[DONE]") {
		t.Errorf("the stream ends with %q, %v", rest, err)
	}
}

func TestRandomFaultsKeepTheirShareAndSeed(t *testing.T) {
	first, again, other := simulator.RandomFaults(1, 0.2), simulator.RandomFaults(1, 0.2), simulator.RandomFaults(2, 0.2)
	hit, differ := 0, 0
	kinds := map[simulator.Fault]bool{}
	for n := 1; n <= 2000; n++ {
		f := first(n, "")
		if f != again(n, "") {
			t.Fatalf("call %d: the same seed gives another fault", n)
		}
		if f != other(n, "") {
			differ++
		}
		if f != simulator.NoFault {
			hit++
			kinds[f] = true
		}
	}
	if hit < 340 || hit > 460 || differ < 340 || len(kinds) != len(simulator.Faults()) {
		t.Errorf("%d of 2000 calls fail in %d ways, %d differ by seed", hit, len(kinds), differ)
	}
	only := simulator.RandomFaults(1, 1, simulator.Fault500)
	if f := only(1, ""); f != simulator.Fault500 || !slices.Contains(simulator.Faults(), f) {
		t.Errorf("fault %q, want 500", f)
	}
}
