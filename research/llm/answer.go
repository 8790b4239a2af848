package llm

import (
	"regexp"
	"strings"

	"assay/research/port"
)

// An answer is a reply that passed judgement.
type answer struct {
	text   string
	finish port.Finish
	model  string
}

// judge says what a reply is worth: an answer, or the failure it stands for.
// A reply without a finish reason counts as complete, because it arrived whole:
// a stream only ends well with a reason or [DONE], a body only at its full length.
func (r reply) judge() (answer, error) {
	a := answer{text: withoutThinking(r.text), finish: port.Complete, model: r.model}
	switch strings.ToLower(string(r.finish)) {
	case "stop", "", "null", "eos", "eos_token", "end_turn", "stop_sequence":
	case "length", "max_tokens", "model_length":
		a.finish = port.Truncated
	case "content_filter", "safety", "refusal", "recitation", "prohibited_content":
		return a, &fault{class: port.Refused, reason: "the provider's content filter held the answer back"}
	case "tool_calls", "function_call":
		return a, errForm("the model called a tool instead of answering")
	case "error":
		return a, &fault{class: port.Unavailable, reason: "the provider broke off the answer", retry: true}
	default:
		return a, errForm("the model stopped for a reason that is not known")
	}
	switch {
	case r.refusal != "":
		return a, &fault{class: port.Refused, reason: "the model declined to answer: " + r.refusal}
	case strings.TrimSpace(a.text) == "" && a.finish == port.Complete:
		return a, errForm("the answer is empty")
	case strings.ContainsRune(a.text, 0):
		return a, errForm("the answer holds a NUL character")
	}
	return a, nil
}

const thought = `think|thinking|thought|reasoning`

var (
	leadingThought = regexp.MustCompile(`(?is)^\s*<(?:` + thought + `)>.*?(?:</(?:` + thought + `)>|\z)\s*`)
	// Templates that open the thought in the prompt leave only its end in the answer.
	thoughtsEnd  = regexp.MustCompile(`(?im)^[ \t]*</(?:` + thought + `)>[ \t]*$\s*`)
	innerThought = regexp.MustCompile(`(?is)<(?:` + thought + `)>.*?</(?:` + thought + `)>\s*`)
)

// withoutThinking returns text without the model's thoughts, which reasoning
// models put before their answer in tags of their own. Text without such tags
// is returned as it is. JSON is not searched: a quote in it may hold a tag.
func withoutThinking(text string) string {
	for leadingThought.MatchString(text) {
		text = leadingThought.ReplaceAllLiteralString(text, "")
	}
	if isJSON(text) {
		return text
	}
	if at := thoughtsEnd.FindStringIndex(text); at != nil && !innerThought.MatchString(text[:at[1]]) {
		return withoutThinking(text[at[1]:])
	}
	return innerThought.ReplaceAllLiteralString(text, "")
}

func isJSON(text string) bool {
	text = strings.TrimSpace(text)
	return strings.HasPrefix(text, "{") || strings.HasPrefix(text, "[")
}
