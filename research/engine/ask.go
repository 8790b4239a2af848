package engine

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"assay/research"
	"assay/research/port"
)

const (
	answerTokens = 4096 // how long an answer may be unless its Task says otherwise
	roomyTokens  = 8192 // and when it was cut off: models that think first think in the same room
)

// Writer is the role that may use the share of the budget kept for the report.
const Writer = "writer"

// A Task asks a role to do something. [Prompts.Task] makes one.
type Task struct {
	Role      string // who is asked; another role is another opinion: "skeptic 1", "skeptic 2"
	Name      string // of the task, such as [task.NameVote]
	Input     any    // what Prompt was rendered from
	Prompt    string
	MaxTokens int  // the most the answer may take; 0 means 4096
	Mend      bool // the answer's JSON may be repaired; never set for a vote, which repair could turn
}

// An Answer is what a role said.
type Answer[T any] struct {
	Value T
	Model string // that answered
	Err   error  // why there is no Value, or why it is of no use
}

// Ask puts a task to the model and decodes the answer, whose form T's JSON
// Schema prescribes and checks may narrow. An answer that does not decode or
// that a check rejects is asked for once more, with the error; one that was
// cut off, once more with more room.
//
// Two calls with the same role and prompt are one call.
func Ask[T any](ctx context.Context, r *Run, t Task, checks ...func(T) error) (T, error) {
	a := answer(ctx, r, t, checks...)
	return a.Value, a.Err
}

// Panel puts one task to each seat, side by side, and returns their answers in
// the order of seats. A seat that fails keeps its error: what to make of a
// missing voice is the method's to say. Panel fails only if ctx ends.
func Panel[T any](ctx context.Context, r *Run, seats []Task, checks ...func(T) error) ([]Answer[T], error) {
	return Each(ctx, seats, func(ctx context.Context, t Task) (Answer[T], error) {
		return answer(ctx, r, t, checks...), nil
	})
}

// answer is Ask with the name of the model that answered.
func answer[T any](ctx context.Context, r *Run, t Task, checks ...func(T) error) (a Answer[T]) {
	schema, resolved := schemaFor[T]()
	t.MaxTokens = cmp.Or(t.MaxTokens, answerTokens)
	read := func(resp port.Response) (T, error) {
		return decode(resp, t.Mend, func(text string, v *T) error { return decodeStrict(text, resolved, v) }, checks)
	}
	var calls []string
	for try := 1; ; try++ {
		call := t.call(schema)
		calls = append(calls, call)
		var v T
		var bad error
		mine := false // the call is made for this caller, and its answer read on arrival
		resp, err := r.generate(ctx, t, call, schema, func(resp port.Response) error {
			v, bad = read(resp)
			mine = true
			return bad
		})
		if err != nil {
			return Answer[T]{Err: err}
		}
		if !mine {
			v, bad = read(resp)
		}
		if bad == nil {
			return Answer[T]{Value: v, Model: resp.Model}
		}
		if try == 2 {
			f := &port.Failure{Class: port.Invalid, Reason: fmt.Sprintf("%s gave no valid answer: %v", t.Role, bad)}
			return Answer[T]{Value: v, Err: cmp.Or(r.reject(ctx, t.Role, f, calls), error(f))}
		}
		if resp.Finish == port.Truncated {
			t.MaxTokens = max(2*t.MaxTokens, roomyTokens)
			continue
		}
		t.Prompt += fmt.Sprintf("\n\nYour last answer was not valid: %v\nAnswer again, in the form asked for.\n", bad)
	}
}

// decode reads a response as a T that passes the checks.
func decode[T any](resp port.Response, mend bool, strict func(string, *T) error, checks []func(T) error) (v T, err error) {
	if resp.Finish == port.Truncated {
		return v, errors.New("the answer was cut off")
	}
	text := resp.Text
	if err = strict(text, &v); err != nil && mend {
		if fixed, cannot := repair(text); cannot == nil {
			v = *new(T)
			err = strict(fixed, &v)
		}
	}
	for _, check := range checks {
		if err == nil {
			err = check(v)
		}
	}
	return v, err
}

// call identifies the call that puts t to the model.
func (t Task) call(schema json.RawMessage) string {
	return digest("ask", t.Role, t.Name, t.Prompt, string(schema), fmt.Sprint(t.MaxTokens))
}

// generate makes one call to the model. The raw answer is in the journal
// before anyone tries to read it, so a parser's bug never costs a call.
func (r *Run) generate(ctx context.Context, t Task, call string, schema json.RawMessage, use func(port.Response) error) (resp port.Response, err error) {
	req := port.Request{Role: t.Role, Task: t.Name, Input: t.Input, Prompt: t.Prompt, Schema: schema, MaxTokens: t.MaxTokens}
	ask := func(turn port.Turn) func(context.Context) (result, error) {
		req := req
		req.Turn = turn
		return func(ctx context.Context) (result, error) {
			resp, err := r.desk.Model.Generate(ctx, req)
			return result{value: resp, usage: resp.Usage}, err
		}
	}
	data, err := r.once(ctx, errand{
		kind:   research.Answered,
		label:  t.Role,
		key:    call,
		asked:  t.Prompt,
		task:   t.Name,
		worst:  r.desk.Worst(req),
		writer: t.Role == Writer,
		do:     ask(port.Turn{Run: r.ID, Rank: ranks[t.Name]}),
		again:  ask(port.Turn{Run: r.ID, Rank: rankSpare, Spare: true}),
		use: func(data json.RawMessage) error {
			var resp port.Response
			return cmp.Or(json.Unmarshal(data, &resp), use(resp))
		},
	})
	if err != nil {
		return resp, err
	}
	return resp, json.Unmarshal(data, &resp)
}
