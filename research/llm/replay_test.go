package llm

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"testing"

	"github.com/sashabaranov/go-openai"
	"go.uber.org/goleak"

	"assay/research/researchtest/corpora"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// A recording is an exchange with a real provider.
type recording struct {
	Case         string
	Kind         string // "json" or "sse"
	Status       int
	ContentType  string       `json:"content_type"`
	RequestBody  string       `json:"request_body"`
	ResponseBody string       `json:"response_body"`
	ExpectedText string       `json:"expected_text"`
	FinishReason string       `json:"finish_reason"`
	Usage        openai.Usage `json:"usage"`
}

// recordings reads the recorded exchanges, which are kept beside the repository.
func recordings(t *testing.T) []recording {
	t.Helper()
	name := corpora.Path(t, "llm-streams", "openai_chat_completions.jsonl.gz")
	f, err := os.Open(name)
	if err != nil {
		t.Skipf("no recorded exchanges: %v", err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	var all []recording
	lines := bufio.NewScanner(z)
	for lines.Buffer(nil, 16<<20); lines.Scan(); {
		var r recording
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			t.Fatal(err)
		}
		all = append(all, r)
	}
	if lines.Err() != nil || len(all) == 0 {
		t.Fatalf("%d recordings: %v", len(all), lines.Err())
	}
	return all
}

func TestRecordedExchangesKeepTheirTextFinishAndUsage(t *testing.T) {
	all := recordings(t)
	right, streams := 0, 0
	for i, rec := range all {
		if rec.Kind == "sse" {
			streams++
		}
		if t.Run(rec.Case, func(t *testing.T) { rec.replay(t, uint64(i)) }) {
			right++
		}
	}
	t.Logf("%d of %d recordings right (%d of them streams)", right, len(all), streams)
}

// replay serves the recording on the loopback, cut at random bytes.
func (rec recording) replay(t *testing.T, seed uint64) {
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		random := rand.New(rand.NewPCG(seed, 1))
		w.Header().Set("Content-Type", rec.ContentType)
		w.WriteHeader(rec.Status)
		for body := rec.ResponseBody; body != ""; {
			n := min(len(body), 1+random.IntN(700))
			w.Write([]byte(body[:n]))
			w.(http.Flusher).Flush()
			body = body[n:]
		}
	}))
	defer srv.Close()
	c, err := New(Config{BaseURL: srv.URL, Model: "m", Stream: rec.Kind == "sse", Client: srv.Client()})
	if err != nil {
		t.Fatal(err)
	}
	var chat openai.ChatCompletionRequest
	if err := json.Unmarshal([]byte(rec.RequestBody), &chat); err != nil {
		t.Fatal(err)
	}
	chat.Stream = false // the client says itself whether it streams
	got, err := c.exchange(t.Context(), chat)
	if err != nil {
		t.Fatal(err)
	}
	if got.text != rec.ExpectedText || withoutThinking(got.text) != rec.ExpectedText {
		t.Errorf("text %q, want %q", got.text, rec.ExpectedText)
	}
	if string(got.finish) != rec.FinishReason {
		t.Errorf("finish %q, want %q", got.finish, rec.FinishReason)
	}
	u := c.usageOf(chat, got)
	if want := rec.Usage; u.TokensIn != want.PromptTokens || u.TokensOut != want.CompletionTokens || want.PromptTokensDetails != nil && u.TokensCached != want.PromptTokensDetails.CachedTokens {
		t.Errorf("usage %+v, want %+v", u, want)
	}
	if _, err := got.judge(); (err == nil) != (rec.FinishReason == "stop") {
		t.Errorf("judged %v at finish %q", err, rec.FinishReason)
	}
}
