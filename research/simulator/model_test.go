package simulator_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/sashabaranov/go-openai"

	"assay/research"
	"assay/research/simulator"
	"assay/research/task"
)

const pageText = `The observatory counted 4,120 stations along the coast in 1987. Short one.
Between 1990 and 1994 the average length of the wall rose by 3 percent.
Critics in Tartu answered that the 1987 figure left out 210 villages. By 2001 only 12.5 percent of the stations still followed the rule.
Later measurements of the wall put the value lower than the one printed in 1987. Published 2003-05-09 by the civic survey of the city of Tartu.`

func prompt(extra string) string {
	return "Question: How long is the great wall?\n\n=====BEGIN page 1f\n" + pageText + "\n=====END page 1f\n" + extra
}

var prompts = map[string]string{
	task.NameSplit:   "Question: How long is the great wall?",
	task.NameGrade:   "Question: How long?\n[1] one\n[2] two\n[3] three\n",
	task.NameExtract: prompt(""),
	task.NameVote:    prompt("Claim: The wall is long.\n[S] its page\n[E1] another\n[E2] a third\n"),
	task.NameCompose: prompt(claimLines),

	task.NameClarify:    "Question: How long?",
	task.NameQueries:    "Question: How long?\n[1] a direction\n",
	task.NameLearn:      "Ask follow-up questions.\n" + sourceLines,
	task.NameDraft:      prompt("Part theme: several\nPart end: analysis\n" + claimLines),
	task.NameAssess:     prompt("Round 1\n" + claimLines),
	task.NameSynthesize: prompt(claimLines),
	task.NameReview:     prompt(claimLines),
	task.NameChallenge:  prompt(claimLines),
	task.NameClassify:   "Question: How long? How old?",
	task.NameTriage:     "Verify what is weak. Round 1 of 3\n" + claimLines,
	task.NameCheck:      "Claim: The wall is long.\n" + sourceLines,
	task.NameMap:        prompt(claimLines),
}

const (
	claimLines  = "#3 The wall is long.\n#11 The wall is old.\n[#12] The wall is high.\n#40 The wall stands.\n"
	sourceLines = "[1] A source\n=====BEGIN passage 1f\n" + pageText + "\n=====END passage 1f\n"
)

func serve(t *testing.T, h http.Handler) string {
	t.Helper()
	server := httptest.NewServer(h)
	t.Cleanup(server.Close)
	return server.URL
}

func dial(t *testing.T, s *simulator.ModelServer) *openai.Client {
	config := openai.DefaultConfig("key")
	config.BaseURL = serve(t, s) + "/v1"
	return openai.NewClientWithConfig(config)
}

func schemaFor[T any](t *testing.T) *jsonschema.Schema {
	t.Helper()
	s, err := jsonschema.For[T](nil)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func schemas(t *testing.T) map[string]*jsonschema.Schema {
	ballot := schemaFor[task.Ballot](t)
	ballot.Properties["verdict"].Enum = []any{"refuted", "upheld", "qualified"}
	ballot.Properties["confidence"].Enum = []any{"high", "medium", "low"}
	return map[string]*jsonschema.Schema{
		task.NameSplit:   schemaFor[research.Plan](t),
		task.NameGrade:   schemaFor[task.Grades](t),
		task.NameExtract: schemaFor[task.Extraction](t),
		task.NameVote:    ballot,
		task.NameCompose: schemaFor[task.Composition](t),

		task.NameClarify:    schemaFor[task.Clarity](t),
		task.NameQueries:    schemaFor[task.Queries](t),
		task.NameLearn:      schemaFor[task.Learned](t),
		task.NameDraft:      schemaFor[task.Draft](t),
		task.NameAssess:     schemaFor[research.Assessment](t),
		task.NameSynthesize: schemaFor[task.Synthesis](t),
		task.NameReview:     schemaFor[task.Reviews](t),
		task.NameChallenge:  schemaFor[task.Challenges](t),
		task.NameClassify:   schemaFor[research.Classification](t),
		task.NameTriage:     schemaFor[task.Triage](t),
		task.NameCheck:      schemaFor[task.Check](t),
		task.NameMap:        schemaFor[task.MapDraft](t),
	}
}

func chatRequest(name, prompt string, schema json.Marshaler) openai.ChatCompletionRequest {
	return openai.ChatCompletionRequest{
		Model:    "m",
		Messages: []openai.ChatCompletionMessage{{Role: "user", Content: prompt}},
		ResponseFormat: &openai.ChatCompletionResponseFormat{
			Type:       openai.ChatCompletionResponseFormatTypeJSONSchema,
			JSONSchema: &openai.ChatCompletionResponseFormatJSONSchema{Name: name, Schema: schema, Strict: true},
		},
	}
}

// ask returns the text of one answer.
func ask(t *testing.T, c *openai.Client, req openai.ChatCompletionRequest) string {
	t.Helper()
	resp, err := c.CreateChatCompletion(t.Context(), req)
	if err != nil {
		t.Fatal(err)
	}
	return resp.Choices[0].Message.Content
}

// validate checks an answer against its schema.
func validate(t *testing.T, s *jsonschema.Schema, text string) {
	t.Helper()
	r, err := s.Resolve(nil)
	if err != nil {
		t.Fatal(err)
	}
	var v any
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	if err := r.Validate(v); err != nil {
		t.Errorf("%v in %s", err, text)
	}
}

func decode[T any](t *testing.T, text string) T {
	t.Helper()
	var v T
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	return v
}

func TestAnswersFitTheirSchemas(t *testing.T) {
	c := dial(t, &simulator.ModelServer{})
	for job, schema := range schemas(t) {
		t.Run(job, func(t *testing.T) {
			req := chatRequest(job, prompts[job], schema)
			text := ask(t, c, req)
			validate(t, schema, text)
			if again := ask(t, c, req); again != text {
				t.Errorf("the same prompt got another answer: %s", again)
			}
			if got := stream(t, c, req); got != text {
				t.Errorf("streamed %q, not streamed %q", got, text)
			}
			data, err := json.Marshal(schema)
			if err != nil {
				t.Fatal(err)
			}
			req.ResponseFormat = nil
			req.Messages[0].Content = prompts[job] + "\nAnswer in JSON of this schema:\n" + string(data)
			validate(t, schema, ask(t, c, req))
		})
	}
}

// stream returns the text of a streamed answer that ends as it should.
func stream(t *testing.T, c *openai.Client, req openai.ChatCompletionRequest) string {
	t.Helper()
	req.StreamOptions = &openai.StreamOptions{IncludeUsage: true}
	s, err := c.CreateChatCompletionStream(t.Context(), req)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	text, finish, used := "", "", 0
	for {
		chunk, err := s.Recv()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		for _, choice := range chunk.Choices {
			text += choice.Delta.Content
			finish += string(choice.FinishReason)
		}
		if chunk.Usage != nil {
			used = chunk.Usage.CompletionTokens
		}
	}
	if finish != "stop" || used != (len(text)+3)/4 {
		t.Errorf("finish %q, %d tokens for %d bytes", finish, used, len(text))
	}
	return text
}

func TestUsageCountsCachedPrefixes(t *testing.T) {
	s := &simulator.ModelServer{Cache: true}
	c := dial(t, s)
	cached := func(prompt string) int {
		resp, err := c.CreateChatCompletion(t.Context(), chatRequest("x", prompt, json.RawMessage("true")))
		if err != nil {
			t.Fatal(err)
		}
		if want := (len(prompt) + 3) / 4; resp.Usage.PromptTokens != want {
			t.Errorf("%d tokens in, want %d", resp.Usage.PromptTokens, want)
		}
		return resp.Usage.PromptTokensDetails.CachedTokens
	}
	shared := strings.Repeat("0123456789abcde\n", 320) // 5,120 bytes, 1,280 tokens
	for i, want := range []int{0, 1280, 1280, 0} {
		p := shared + fmt.Sprint("the end ", i)
		if i == 3 {
			p = "other" + shared
		}
		if got := cached(p); got != want {
			t.Errorf("prompt %d: %d tokens cached, want %d", i, got, want)
		}
	}
}

func TestCallsSideBySideFindNothingOfEachOtherInTheCache(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &simulator.ModelServer{Cache: true, Latency: time.Second}
		ask := func(end string) {
			post(t.Context(), s, fmt.Sprintf(`{"messages":[{"content":%q}]}`, strings.Repeat("0123456789abcdef", 320)+end))
		}
		var both sync.WaitGroup
		for _, end := range []string{"one", "two"} {
			both.Go(func() { ask(end) })
		}
		both.Wait()
		if m := s.Meter(); m.TokensCached != 0 {
			t.Errorf("%d tokens cached of two prompts at once, want none", m.TokensCached)
		}
		ask("three")
		if m := s.Meter(); m.TokensCached != 1280 {
			t.Errorf("%d tokens cached of a third, want 1,280", m.TokensCached)
		}
	})
}

func TestAnswersEndAtTheLimit(t *testing.T) {
	req := chatRequest(task.NameExtract, prompt(""), json.RawMessage("true"))
	req.MaxCompletionTokens = 10
	resp, err := dial(t, &simulator.ModelServer{}).CreateChatCompletion(t.Context(), req)
	if err != nil {
		t.Fatal(err)
	}
	if c := resp.Choices[0]; c.FinishReason != openai.FinishReasonLength || len(c.Message.Content) > 40 {
		t.Errorf("finish %q with %d bytes, want length with at most 40", c.FinishReason, len(c.Message.Content))
	}
}

func TestMeterTellsWhatWasAskedTwice(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &simulator.ModelServer{Latency: time.Second, Jitter: 400 * time.Millisecond, MinDelay: 900 * time.Millisecond}
		start := time.Now()
		for i := range 6 {
			go post(t.Context(), s, fmt.Sprintf(`{"messages":[{"content":[{"type":"text","text":"prompt %d"}]}]}`, i%5))
		}
		gone, leave := context.WithCancel(t.Context())
		go post(gone, s, `{"messages":[{"content":"prompt of a client that leaves"}]}`)
		synctest.Wait()
		if m := s.Meter(); m.InFlight != 7 || m.Total() != 7 {
			t.Errorf("%d of %d calls in flight, want 7", m.InFlight, m.Total())
		}
		leave()
		synctest.Wait()
		if m := s.Meter(); m.InFlight != 6 || time.Since(start) != 0 {
			t.Errorf("%d in flight after %v, want 6 at once", m.InFlight, time.Since(start))
		}
		time.Sleep(900*time.Millisecond - 1)
		if m := s.Meter(); m.InFlight != 6 {
			t.Errorf("%d in flight before the least delay, want 6", m.InFlight)
		}
		time.Sleep(500*time.Millisecond + 1)
		synctest.Wait()
		m := s.Meter()
		if m.InFlight != 0 || m.Peak != 7 || len(m.Prompts) != 6 || len(m.Repeated()) != 1 {
			t.Errorf("in flight %d, peak %d, %d prompts, repeated %v; want 0, 7, 6 and one", m.InFlight, m.Peak, len(m.Prompts), m.Repeated())
		}
	})
}

// Which calls straggle hangs on their numbers and the seed, not on what is asked:
// a prompt that is sent again may be answered at once.
func TestAShareOfAnswersTakesTenTimesAsLong(t *testing.T) {
	for share, want := range map[float64][2]int{0: {0, 0}, 0.1: {20, 60}, 1: {400, 400}} {
		synctest.Test(t, func(t *testing.T) {
			s := &simulator.ModelServer{Latency: time.Second, Stragglers: share, Seed: 1}
			for range 400 {
				go post(t.Context(), s, `{"messages":[{"content":"the same"}]}`)
			}
			time.Sleep(10*time.Second - 1)
			synctest.Wait()
			if m := s.Meter(); m.Total() != 400 || m.InFlight < want[0] || m.InFlight > want[1] {
				t.Errorf("of %d calls %d straggle, want %v", m.Total(), m.InFlight, want)
			}
			time.Sleep(time.Nanosecond)
			synctest.Wait()
			if m := s.Meter(); m.InFlight != 0 {
				t.Errorf("%d calls are not answered after ten times the latency", m.InFlight)
			}
		})
	}
}

func post(ctx context.Context, h http.Handler, body string) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequestWithContext(ctx, "POST", "/v1/chat/completions", strings.NewReader(body)))
	return w
}

func TestMeterAndModelsAreServed(t *testing.T) {
	s := &simulator.ModelServer{}
	url := serve(t, s)
	post(t.Context(), s, `{"messages":[{"content":"hello"}]}`)
	var m simulator.Meter
	if err := json.Unmarshal(get(t, url+"/meter").body, &m); err != nil || m.Calls["prose"] != 1 || m.TokensIn != 2 {
		t.Errorf("meter %+v, %v", m, err)
	}
	if r := get(t, url+"/v1/models"); r.status != 200 || !strings.Contains(string(r.body), `"id":"simulator"`) {
		t.Errorf("models: %d %s", r.status, r.body)
	}
	if r := get(t, url+"/v2"); r.status != 404 {
		t.Errorf("unknown path: %d", r.status)
	}
	if w := post(t.Context(), s, `{"messages":`); w.Code != 400 || !strings.Contains(w.Body.String(), `"error"`) {
		t.Errorf("broken request: %d %s", w.Code, w.Body)
	}
}
