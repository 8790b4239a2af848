package llm

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
)

// A statusError is what a server says instead of an answer.
type statusError struct {
	status  int
	header  http.Header
	message string // for people; "" if the body holds none
	text    string // everything in the body that may tell what is wrong
	body    []byte
}

// Error returns the status. The message is in the provider's words and may
// hold what should not be shown.
func (e *statusError) Error() string { return fmt.Sprintf("status %d", e.status) }

// newStatusError reads the body of a response with a status of failure.
func newStatusError(status int, h http.Header, body []byte) *statusError {
	if e, ok := inBody(h, body); ok {
		e.status = status // outranks what the body says
		return e
	}
	e := &statusError{status: status, header: h, body: body, text: string(body[:min(len(body), 4<<10)])}
	var plain struct{ Message, Detail any }
	if json.Unmarshal(body, &plain) == nil {
		e.message = words(plain.Message, plain.Detail)
	}
	return e
}

// inBody reads the error in a body, if it is one: {"error": {...}} as OpenAI
// writes it, the same in a list (Gemini), or {"error": "..."} (Ollama). Some
// gateways send these with status 200, or as an event of a stream, the true
// status being the error's code; without one it is 502.
func inBody(h http.Header, body []byte) (*statusError, bool) {
	var list []json.RawMessage
	if json.Unmarshal(body, &list) == nil && len(list) > 0 {
		body = list[0]
	}
	var reply struct{ Error any }
	if json.Unmarshal(body, &reply) != nil || reply.Error == nil {
		return nil, false
	}
	e := &statusError{status: http.StatusBadGateway, header: h, body: body}
	switch v := reply.Error.(type) {
	case string:
		if v == "" {
			return nil, false
		}
		e.message, e.text = v, v
	case map[string]any:
		if code, ok := v["code"].(float64); ok && code >= 400 && code < 600 {
			e.status = int(code)
		}
		e.message = words(v["message"])
		e.text = words(v["code"], v["type"], v["status"], v["param"], v["message"], v["metadata"])
	}
	return e, true
}

// words joins values as text, leaving out those that are not there.
func words(values ...any) string {
	var parts []string
	for _, v := range values {
		switch v := v.(type) {
		case nil:
		case string:
			parts = append(parts, v)
		default:
			b, _ := json.Marshal(v) // it was just read from JSON
			parts = append(parts, string(b))
		}
	}
	return strings.Join(parts, " ")
}
