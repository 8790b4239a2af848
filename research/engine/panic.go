package engine

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"

	"assay/research"
	"assay/research/port"
)

// A panicError is a panic that was recovered, with the stack that led to it.
type panicError struct {
	where string
	value any
	stack []byte
}

// recovered returns the error of a panic in a deferred call, which value is that of.
func recovered(where string, value any) error { return &panicError{where, value, debug.Stack()} }

// Unwrap returns the failure that the journal keeps.
func (e *panicError) Unwrap() error { return &port.Failure{Class: port.Unknown, Reason: e.Error()} }

// stackOf returns the stack of the panic that err comes from, or "".
func stackOf(err error) string {
	if p, ok := errors.AsType[*panicError](err); ok {
		return string(p.stack)
	}
	return ""
}

func (e *panicError) Error() string { return fmt.Sprintf("%s: panic: %v", e.where, e.value) }

// run calls the method; a panic in it becomes an error.
func run(ctx context.Context, m *Method, r *Run) (report *research.Report, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = recovered("method "+m.Name, p)
		}
	}()
	return m.Run(ctx, r)
}
