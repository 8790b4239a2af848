package llm

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strings"
	"unicode/utf8"

	"github.com/sashabaranov/go-openai"
)

// A reply is what a server answered, before any judgement on it.
type reply struct {
	model   string
	text    string
	refusal string
	finish  openai.FinishReason // "" if the server did not say
	usage   openai.Usage        // zero if the server did not say
}

// exchange makes one request. Beside an error, the reply holds what arrived before it.
func (c *Client) exchange(ctx context.Context, chat openai.ChatCompletionRequest) (reply, error) {
	if c.stream {
		return c.exchangeStream(ctx, chat)
	}
	chat.StreamOptions = nil
	resp, err := c.api.CreateChatCompletion(ctx, chat)
	if err != nil {
		return reply{}, unreadable(err)
	}
	r := reply{model: resp.Model, usage: resp.Usage}
	if len(resp.Choices) == 0 {
		return r, errForm("the answer holds no choices")
	}
	first := resp.Choices[0]
	r.text, r.refusal, r.finish = content(first.Message), first.Message.Refusal, first.FinishReason
	return r, nil
}

// content returns the message's text. Some servers send it in parts, of which
// those of type "text" are the answer and others (thinking) are not.
func content(m openai.ChatCompletionMessage) string {
	text := m.Content
	for _, part := range m.MultiContent {
		if part.Type == openai.ChatMessagePartTypeText {
			text += part.Text
		}
	}
	return text
}

func (c *Client) exchangeStream(ctx context.Context, chat openai.ChatCompletionRequest) (reply, error) {
	stream, err := c.api.CreateChatCompletionStream(ctx, chat)
	if err != nil {
		return reply{}, unreadable(err)
	}
	defer stream.Close()
	var r reply
	var text, refusal strings.Builder
	for err == nil {
		var raw []byte
		if raw, err = stream.RecvRaw(); err == nil {
			err = r.add(raw, &text, &refusal)
		}
	}
	r.text, r.refusal = text.String(), refusal.String()
	switch {
	case err == io.EOF: // only after [DONE]: see events
		return r, nil
	case errors.Is(err, io.ErrUnexpectedEOF) && r.finish != "": // some servers never send [DONE]
		return r, nil
	}
	return r, err
}

// add takes in one event's data.
func (r *reply) add(raw []byte, text, refusal *strings.Builder) error {
	if !utf8.Valid(raw) {
		return errForm("the answer is not valid UTF-8")
	}
	if e, failed := inBody(nil, raw); failed {
		return e
	}
	var ev openai.ChatCompletionStreamResponse
	if err := json.Unmarshal(raw, &ev); err != nil {
		return errForm("the answer's stream is not in the form of chat completions")
	}
	if ev.Model != "" {
		r.model = ev.Model
	}
	if ev.Usage != nil {
		r.usage = *ev.Usage
	}
	for _, choice := range ev.Choices {
		if choice.Index != 0 {
			continue
		}
		text.WriteString(choice.Delta.Content)
		refusal.WriteString(choice.Delta.Refusal)
		if choice.FinishReason != "" {
			r.finish = choice.FinishReason
		}
	}
	return nil
}

// unreadable tells errors of the exchange, which http.Client wraps in a
// url.Error, from those of decoding what it brought.
func unreadable(err error) error {
	var u *url.Error
	switch {
	case errors.As(err, &u):
		return u.Err
	case errors.Is(err, openai.ErrChatCompletionInvalidModel):
		return newStatusError(http.StatusNotFound, nil, nil)
	}
	return errForm("the answer is not in the form of chat completions")
}
