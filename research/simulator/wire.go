package simulator

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"unicode/utf8"
)

// The part of the OpenAI chat-completions API that the simulator speaks.

type object = map[string]any

// created is the time of every answer, so that the same call gets the same bytes.
const created = 1767225600

type chatRequest struct {
	Model    string `json:"model"`
	Messages []struct {
		Content content `json:"content"`
	} `json:"messages"`
	MaxTokens           int  `json:"max_tokens"`
	MaxCompletionTokens int  `json:"max_completion_tokens"`
	Stream              bool `json:"stream"`
	StreamOptions       struct {
		IncludeUsage bool `json:"include_usage"`
	} `json:"stream_options"`
	ResponseFormat struct {
		JSONSchema struct {
			Name   string          `json:"name"`
			Schema json.RawMessage `json:"schema"`
		} `json:"json_schema"`
	} `json:"response_format"`
}

// content is the text of a message, which may come in parts.
type content string

func (c *content) UnmarshalJSON(data []byte) error {
	var parts []struct {
		Text string `json:"text"`
	}
	if len(data) == 0 || data[0] != '[' {
		return json.Unmarshal(data, (*string)(c))
	}
	if err := json.Unmarshal(data, &parts); err != nil {
		return err
	}
	for _, p := range parts {
		*c += content(p.Text)
	}
	return nil
}

// An answer is what the model says, before it is written in any format.
type answer struct {
	text    *string // nil is written as null
	refusal string
	finish  string
	mute    bool // no choice at all
	usage   usage
}

type usage struct{ in, cached, out int }

func (u usage) object() object {
	return object{
		"prompt_tokens": u.in, "completion_tokens": u.out, "total_tokens": u.in + u.out,
		"prompt_tokens_details": object{"cached_tokens": u.cached},
	}
}

// tokens returns how many tokens a text counts for.
func tokens(text string) int { return (len(text) + 3) / 4 }

// An encoded answer is bytes. A stream has many frames, anything else has one.
type encoded struct {
	header http.Header
	frames [][]byte
}

// encode writes the answer in the format that the call wants.
func (a answer) encode(c call) encoded {
	if c.stream {
		return encoded{http.Header{"Content-Type": {"text/event-stream"}}, a.events(c)}
	}
	message := object{"role": "assistant", "content": a.text, "refusal": nil}
	if a.refusal != "" {
		message["refusal"] = a.refusal
	}
	o := envelope(c, "chat.completion", object{"index": 0, "message": message, "finish_reason": a.finish})
	if a.mute {
		o["choices"] = []object{}
	}
	o["usage"] = a.usage.object()
	return encoded{http.Header{"Content-Type": {"application/json"}}, [][]byte{encode(o)}}
}

// events writes the answer as server-sent events.
func (a answer) events(c call) [][]byte {
	var frames [][]byte
	event := func(o object) {
		frames = append(frames, fmt.Appendf(nil, "data: %s\n\n", bytes.TrimSpace(encode(o))))
	}
	delta := func(d object, finish any) {
		event(envelope(c, "chat.completion.chunk", object{"index": 0, "delta": d, "finish_reason": finish}))
	}
	if a.mute {
		event(envelope(c, "chat.completion.chunk"))
	} else {
		delta(object{"role": "assistant", "content": a.opening()}, nil)
		for _, piece := range a.pieces() {
			delta(object{"content": piece}, nil)
		}
		if a.refusal != "" {
			delta(object{"refusal": a.refusal}, nil)
		}
		delta(object{}, a.finish)
	}
	if c.usage {
		o := envelope(c, "chat.completion.chunk")
		o["usage"] = a.usage.object()
		event(o)
	}
	return append(frames, []byte("data: [DONE]\n\n"))
}

// opening is the content of a stream's first chunk: empty, or null for no content at all.
func (a answer) opening() any {
	if a.text == nil {
		return nil
	}
	return ""
}

// pieces cuts the text into what the chunks of a stream hold: whole characters.
func (a answer) pieces() []string {
	if a.text == nil {
		return nil
	}
	var all []string
	rest, size := *a.text, max(24, len(*a.text)/100)
	for len(rest) > size {
		cut := size
		for cut < len(rest) && !utf8.RuneStart(rest[cut]) {
			cut++
		}
		all, rest = append(all, rest[:cut]), rest[cut:]
	}
	return append(all, rest)
}

func envelope(c call, kind string, choices ...object) object {
	if choices == nil {
		choices = []object{}
	}
	return object{
		"id":      "chatcmpl-" + promptHash(c.prompt),
		"object":  kind,
		"created": created,
		"model":   cmp.Or(c.model, "simulator"),
		"choices": choices,
	}
}

// encode writes v as JSON, with <, > and & as they are.
func encode(v any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		panic(err) // v is one of our own types
	}
	return b.Bytes()
}

func writeJSON(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	w.Write(encode(v))
}

// writeError writes an error in OpenAI's form.
func writeError(w http.ResponseWriter, status int, message string) {
	kind := strings.ReplaceAll(strings.ToLower(http.StatusText(status)), " ", "_")
	writeJSON(w, status, object{"error": object{"message": message, "type": cmp.Or(kind, "overloaded_error"), "param": nil, "code": nil}})
}
