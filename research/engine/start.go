package engine

import (
	"context"
	"crypto/rand"
	"encoding/base32"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"assay/research"
)

// Start accepts a question of nobody in particular and begins to research it.
// When it returns, the run is durable and will be brought to an end whatever
// happens.
func (e *Engine) Start(ctx context.Context, question, method string, o research.Options) (research.Info, error) {
	info := research.Info{Question: question, Method: method, Options: o}
	id, err := e.Admit(ctx, Admission{Info: info})
	if err != nil {
		return research.Info{}, err
	}
	return e.store.Info(ctx, id)
}

// Admit accepts a question, of which the admission's Info holds all but ID and
// Created, and begins to research it. It returns the run, which is the one that
// the same form led to before if there is one.
func (e *Engine) Admit(ctx context.Context, a Admission) (run string, err error) {
	if err := context.Cause(e.base); err != nil {
		return "", err
	}
	info := &a.Info
	info.ID, info.Created, info.Question = newID(), time.Now().UTC().Truncate(time.Millisecond), strings.TrimSpace(info.Question)
	if err := check(info.Question); err != nil {
		return "", err
	}
	m, err := e.Method(info.Method)
	if err != nil {
		return "", err
	}
	if err := m.Check(info.Options); err != nil {
		return "", err
	}
	if info.Options.Depth == "" && len(m.Depths) > 0 {
		info.Options.Depth = m.Depths[0].Name
	}
	run, err = e.store.Accept(ctx, a)
	if err != nil {
		return "", fmt.Errorf("accept question: %w", err)
	}
	if run == info.ID {
		e.launch(*info)
	}
	return run, nil
}

// check says what is wrong with a question.
func check(question string) error {
	switch {
	case question == "":
		return errors.New("no question was given")
	case !utf8.ValidString(question):
		return errors.New("the question is not valid UTF-8 text")
	case utf8.RuneCountInString(question) > MaxQuestion:
		return fmt.Errorf("the question has %d characters; %d are allowed", utf8.RuneCountInString(question), MaxQuestion)
	}
	return nil
}

// Retry forgets the failures of a run that has ended and carries on with it:
// it asks only for what is missing. More raises the limits that the run has.
// With a run that has not ended it returns [ErrNotEnded].
func (e *Engine) Retry(ctx context.Context, id string, more research.Budget, by Asker) error {
	if err := context.Cause(e.base); err != nil {
		return err
	}
	info, err := e.store.Info(ctx, id)
	if err != nil {
		return err
	}
	if _, err := e.store.Accept(ctx, Admission{Info: info, Retry: &research.Retry{Budget: more}, Asker: by}); err != nil {
		return fmt.Errorf("try run %s again: %w", id, err)
	}
	e.launch(info)
	return nil
}

// Continue carries on with one run: from where it was interrupted or, if it has
// ended, with its failures forgotten. With no failures there is nothing to do.
func (e *Engine) Continue(ctx context.Context, id string, by Asker) error {
	info, err := e.store.Info(ctx, id)
	if err != nil {
		return err
	}
	events, err := e.store.Events(ctx, id, 0)
	if err != nil {
		return err
	}
	if !over(events) {
		e.launch(info)
		return nil
	}
	s := research.NewState(info)
	s.Add(events...)
	if s.Status != research.Done || slices.ContainsFunc(s.Calls, func(c *research.CallState) bool { return c.Failed != "" }) {
		return e.Retry(ctx, id, research.Budget{}, by)
	}
	return nil
}

// newID returns 128 random bits as 26 characters that may stand in a URL, a
// file name and, unlike base64url, at the start of a command's argument.
func newID() string {
	var b [16]byte
	rand.Read(b[:])
	return strings.ToLower(base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(b[:]))
}
