package llm

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"assay/research/port"
)

func TestAnAnswerCarriesItsTextModelAndCost(t *testing.T) {
	for _, stream := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			hc, _ := serve(t, func(w http.ResponseWriter, r *http.Request, _ int) {
				if stream {
					sendEvents(w, chatEvents(`{"ok": true}`, "length")+`data: {"choices":[],"usage":{"prompt_tokens":10,"completion_tokens":4,"prompt_tokens_details":{"cached_tokens":6}}}`+"\n\ndata: [DONE]\n\n")
				} else {
					sendJSON(w, 200, chatJSON(`{"ok": true}`, "length"))
				}
			})
			got, err := client(t, hc, func(cfg *Config) { cfg.Stream = stream }).Generate(t.Context(), request)
			want := port.Response{
				Text: `{"ok": true}`, Finish: port.Truncated, Model: "gpt-4o-2024-08-06",
				Usage: port.Usage{Calls: 1, TokensIn: 10, TokensCached: 6, TokensOut: 4, Cost: 58}, // 4 x 2.5 + 6 x 1.25 + 4 x 10, rounded up
			}
			if err != nil || got != want {
				t.Errorf("stream %v: %+v, %v; want %+v", stream, got, err, want)
			}
		})
	}
}

func TestFailuresSayWhatTheyCost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		hc, _ := serve(t, streams(chatEvents("12345678", "")))
		resp, err := client(t, hc, streaming).Generate(t.Context(), request)
		if got := classOf(t, err); got != port.Unavailable || resp.Usage.Calls != 3 || resp.Usage.TokensOut != 6 {
			t.Errorf("class %q, usage %+v: want three cut answers of 2 tokens", got, resp.Usage)
		}
	})
}

func TestACancelledCallIsNoFailure(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		hc, _ := serve(t, stall)
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(time.Second, cancel)
		_, err := client(t, hc).Generate(ctx, request)
		var f *port.Failure
		if !errors.Is(err, context.Canceled) || errors.As(err, &f) {
			t.Errorf("error %v (%T)", err, err)
		}
	})
}

func TestACallersDeadlineEndsTheCall(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		hc, calls := serve(t, busy("Retry-After", "60"))
		ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
		defer cancel()
		began := time.Now()
		_, err := client(t, hc).Generate(ctx, request)
		if got := classOf(t, err); got != port.Unavailable || len(calls()) != 1 || time.Since(began) != 0 {
			t.Errorf("class %q after %d calls and %v: waiting beyond the deadline is pointless", got, len(calls()), time.Since(began))
		}
	})
}

func TestRolesPickTheirModel(t *testing.T) {
	c := client(t, nil, func(cfg *Config) {
		cfg.Roles = map[string]string{"skeptic": "a", "skeptic 2": "b", "researcher": "c"}
	})
	for role, want := range map[string]string{"skeptic": "a", "skeptic 1": "a", "skeptic 2": "b", "researcher A": "c", "researcher": "c", "planner": "gpt-4o", "": "gpt-4o"} {
		if got := c.modelOf(role); got != want {
			t.Errorf("modelOf(%q) = %q, want %q", role, got, want)
		}
	}
}

func TestConfigsThatCannotWorkAreRejectedWithoutRepeatingThem(t *testing.T) {
	for _, base := range []string{"ftp://x", "llm", "http://user:" + canary + "@host/v1", "https://host/v1?key=" + canary, "http://%zz" + canary} {
		_, err := New(Config{BaseURL: base, Model: "m"})
		if err == nil || strings.Contains(err.Error(), canary) {
			t.Errorf("New(%q) = %v", base, err)
		}
	}
	if _, err := New(Config{}); err == nil {
		t.Error("a config without a model is accepted")
	}
}

func TestTheKeyIsNeverPrinted(t *testing.T) {
	cfg := Config{Key: canary, Model: "m"}
	c, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	encoded, _ := json.Marshal(cfg.Key)
	var logged strings.Builder
	slog.New(slog.NewJSONHandler(&logged, nil)).Info("x", "key", cfg.Key, "config", fmt.Sprintf("%+v", cfg))
	shown := fmt.Sprintf("%v %+v %#v %s %q %v %+v %s", cfg, cfg, cfg, cfg.Key, cfg.Key, c, c, encoded) + logged.String()
	if strings.Contains(shown, canary) || !strings.Contains(shown, "***") {
		t.Errorf("printed: %s", shown)
	}
}

func TestHiddenWordsAreFitToShow(t *testing.T) {
	hide := hider("secret-key")
	in := "key secret-key or sk-proj****abcd at http://10.0.0.5:11434/v1,\n dial 10.0.0.5:11434 \xff"
	if got, want := hide(in), "key *** or *** at *** dial ***"; got != want {
		t.Errorf("hide = %q, want %q", got, want)
	}
	if got := hide(strings.Repeat("é", 400)); len(got) > 304 {
		t.Errorf("%d bytes", len(got))
	}
}

// What is answered is kept and shown, so a key that a gateway repeats there is
// taken out; a key that is but a word is not.
func TestAnswersDoNotRepeatTheKey(t *testing.T) {
	text := `{"claim": "the key is ` + canary + `, with ollama"}`
	if got, want := Secret(canary).takenOut(text), `{"claim": "the key is ***, with ollama"}`; got != want {
		t.Errorf("the answer is %s", got)
	}
	for _, key := range []Secret{"", "ollama"} {
		if got := key.takenOut(text); got != text {
			t.Errorf("with the key %q the answer is %s", string(key), got)
		}
	}
}

func TestThoughtsDoNotLeak(t *testing.T) {
	for in, want := range map[string]string{
		"plain":                   "plain",
		" spaced ":                " spaced ",
		"<think>hm</think>\n\n{}": "{}",
		"\n<Thinking>a</Thinking><think>b</think>x": "x",
		"<think>never closed {":                     "",
		"<reasoning>r</reasoning>answer":            "answer",
		"so I think\n</think>\n\n{\"a\":1}":         `{"a":1}`,
		"one <think>two</think>three":               "one three",
		`{"quote":"a <think>b</think> c"}`:          `{"quote":"a <think>b</think> c"}`,
		"the tag </think> ends a thought":           "the tag </think> ends a thought",
	} {
		if got := withoutThinking(in); got != want {
			t.Errorf("withoutThinking(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestWaitsAreReadAsWritten(t *testing.T) {
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	for _, tt := range []struct {
		ms, after, body string
		want            time.Duration
	}{
		{"250", "9", "", 250 * time.Millisecond},
		{"", "1.5", "", 1500 * time.Millisecond},
		{"", "Fri, 02 Jan 2026 03:05:05 GMT", "", time.Minute},
		{"", "Fri, 02 Jan 2026 03:03:05 GMT", "", 0},
		{"-5", "NaN", "", 0},
		{"", "+Inf", "", 0},
		{"", "1e30", "", 0},
		{"", "soon", `{"retryDelay": "47s"}`, 47 * time.Second},
		{"", "", "", 0},
	} {
		h := http.Header{}
		h.Set("Retry-After-Ms", tt.ms)
		h.Set("Retry-After", tt.after)
		if got := retryAfter(h, []byte(tt.body), now); got != tt.want {
			t.Errorf("%+v: %v", tt, got)
		}
	}
}

// With eight callers and a fifth of the answers bad, retrying must mend nearly
// all of it without multiplying the load.
func TestRandomFaultsAreMendedCheaply(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const want = 2000
		random := rand.New(rand.NewPCG(1, 2))
		faults := []answerFunc{busy(), status(500, ""), reset, resetAfterHeaders, status(529, ""), short}
		hc, calls := serve(t, unreliable(random, faults))
		c := client(t, hc)
		var failed int
		var mu sync.Mutex
		var wg sync.WaitGroup
		for range 8 {
			wg.Go(func() {
				for range want / 8 {
					if _, err := c.Generate(t.Context(), request); err != nil {
						mu.Lock()
						failed++
						mu.Unlock()
					}
				}
			})
		}
		wg.Wait()
		extra := float64(len(calls()))/want - 1
		t.Logf("%d of %d calls failed; %.1f%% extra requests", failed, want, extra*100)
		if failed > want/50 || extra > 0.30 {
			t.Errorf("%d of %d calls failed, %.2f extra requests for each", failed, want, extra)
		}
	})
}

// unreliable returns a server that answers badly one time in five.
func unreliable(random *rand.Rand, faults []answerFunc) answerFunc {
	var mu sync.Mutex
	return func(w http.ResponseWriter, r *http.Request, n int) {
		mu.Lock()
		bad, which := random.IntN(5) == 0, random.IntN(len(faults))
		mu.Unlock()
		if bad {
			faults[which](w, r, n)
			return
		}
		io.Copy(io.Discard, r.Body)
		good(w, r)
	}
}
