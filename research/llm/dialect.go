package llm

import (
	"encoding/json"
	"errors"
	"net/http"
	"regexp"
	"strings"
	"sync"

	"github.com/sashabaranov/go-openai"

	"assay/research/port"
)

// A format is how a model is held to a JSON Schema, best first.
type format int

const (
	strictSchema format = iota // the server decodes by the schema
	jsonMode                   // the server ensures JSON; the schema is in the prompt
	promptOnly                 // the schema is in the prompt
)

// A dialect is how far a model's server lags behind OpenAI's own. The zero
// value is the newest; [dialect.after] only ever steps down.
type dialect struct {
	format           format
	completionTokens bool // it wants max_completion_tokens where others only know max_tokens
	noStreamOptions  bool // it does not know stream_options
}

// dialects remember the dialect of each model.
type dialects struct {
	mu sync.Mutex
	m  map[string]dialect
}

func (ds *dialects) of(model string) dialect {
	ds.mu.Lock()
	defer ds.mu.Unlock()
	return ds.m[model]
}

// learn adds d to what is known of the model: calls that run side by side may
// each have found out something.
func (ds *dialects) learn(model string, d dialect) {
	ds.mu.Lock()
	defer ds.mu.Unlock()
	if ds.m == nil {
		ds.m = map[string]dialect{}
	}
	old := ds.m[model]
	ds.m[model] = dialect{
		max(old.format, d.format),
		old.completionTokens || d.completionTokens,
		old.noStreamOptions || d.noStreamOptions,
	}
}

// What servers say of parameters they do not take. There is no code for it
// that they share, so their words have to do.
var (
	aboutFormat        = regexp.MustCompile(`(?i)response.?format|json_schema|json_object|json.?mode|structured.?output|guided.?json|\bgrammar\b`)
	aboutTokens        = regexp.MustCompile(`(?i)max_completion_tokens`)
	aboutStreamOptions = regexp.MustCompile(`(?i)stream_options|include_usage`)
)

// after returns the dialect to try next, if err is a complaint (400 or 422)
// about a parameter that d can do without.
func (d dialect) after(err error, req port.Request) (dialect, bool) {
	var s *statusError
	if !errors.As(err, &s) || s.status != http.StatusBadRequest && s.status != http.StatusUnprocessableEntity || failedJSON.MatchString(s.text) {
		return d, false
	}
	switch {
	case !d.noStreamOptions && aboutStreamOptions.MatchString(s.text):
		d.noStreamOptions = true
	case !d.completionTokens && aboutTokens.MatchString(s.text):
		d.completionTokens = true
	case req.Schema != nil && d.format < promptOnly && aboutFormat.MatchString(s.text):
		d.format++
	default:
		return d, false
	}
	return d, true
}

// chat writes req in the dialect: one user message, and nothing that is not
// needed (temperature and the like stay at the model's default).
//
// Only OpenAI's own API is sent max_completion_tokens unasked, as many others
// know max_tokens only. go-openai itself refuses max_tokens for names that
// begin like those of OpenAI's reasoning models, whoever serves them.
func (d dialect) chat(model string, req port.Request, official bool) openai.ChatCompletionRequest {
	limit := maxTokens(req)
	chat := openai.ChatCompletionRequest{
		Model:    model,
		Messages: []openai.ChatCompletionMessage{{Role: openai.ChatMessageRoleUser, Content: req.Prompt}},
		//lint:ignore SA1019 it is what most servers know
		MaxTokens: limit,
	}
	if official || d.completionTokens || openai.NewReasoningValidator().Validate(chat) != nil {
		//lint:ignore SA1019 it is what most servers know
		chat.MaxTokens, chat.MaxCompletionTokens = 0, limit
	}
	if !d.noStreamOptions {
		chat.StreamOptions = &openai.StreamOptions{IncludeUsage: true}
	}
	if req.Schema != nil {
		d.demand(&chat, req)
	}
	return chat
}

// demand makes the request ask for an answer in the form of the schema.
func (d dialect) demand(chat *openai.ChatCompletionRequest, req port.Request) {
	switch d.format {
	case strictSchema:
		chat.ResponseFormat = &openai.ChatCompletionResponseFormat{
			Type:       openai.ChatCompletionResponseFormatTypeJSONSchema,
			JSONSchema: &openai.ChatCompletionResponseFormatJSONSchema{Name: schemaName(req.Task), Schema: json.Marshaler(req.Schema), Strict: true},
		}
		return
	case jsonMode:
		chat.ResponseFormat = &openai.ChatCompletionResponseFormat{Type: openai.ChatCompletionResponseFormatTypeJSONObject}
	}
	chat.Messages[0].Content += "\n\nAnswer with one JSON object that follows this JSON Schema, and with nothing else: no code fence, no words before or after it.\n" + string(req.Schema)
}

var notInName = regexp.MustCompile(`[^a-zA-Z0-9_-]+`)

// schemaName returns task as the API allows it: letters, digits, _ and -, up to 64.
func schemaName(task string) string {
	name := strings.Trim(notInName.ReplaceAllString(task, "_"), "_")
	if name == "" {
		return "answer"
	}
	return name[:min(len(name), 64)]
}

func maxTokens(req port.Request) int {
	if req.MaxTokens > 0 {
		return req.MaxTokens
	}
	return defaultMaxTokens
}
