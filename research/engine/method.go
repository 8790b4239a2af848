package engine

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"assay/research"
)

// A Method is one way of answering a question.
type Method struct {
	Name    string   // short and stable: stored with runs and used in URLs
	Title   string   // for people
	Summary string   // one sentence for the start page
	Phases  []string // the phases it enters, in order
	PickFor string   // what kind of question it suits, in a few words
	Depths  []Depth  // the first is the default
	Params  []Param  // what else may be set
	Run     func(context.Context, *Run) (*research.Report, error)

	// Keys is the version of what identifies the method's calls: its roles, tasks,
	// prompts and their order. A release that changes any of them raises it: of
	// runs that an earlier one was at work on, answers that still fit are used and
	// the rest is asked anew.
	Keys int
}

// A Depth is how far a method goes.
type Depth struct {
	Name  string // stored with runs
	Title string // for people
	Buys  string // what it buys, in a line
}

// A Param is something a method lets its user set beside the depth: a number
// within bounds or one of some words.
type Param struct {
	Name     string
	Title    string // for people
	Hint     string // what it does, and what it is if not set
	Min, Max int    // of a number
	Words    []string
}

// Methods returns the methods that the engine knows.
func (e *Engine) Methods() []*Method { return e.methods }

// Method returns the method with the given name.
func (e *Engine) Method(name string) (*Method, error) {
	i := slices.IndexFunc(e.methods, func(m *Method) bool { return m.Name == name })
	if i < 0 {
		return nil, fmt.Errorf("no method named %q", name)
	}
	return e.methods[i], nil
}

// Check says what is wrong with the options of a run of m, or nil.
func (m *Method) Check(o research.Options) error {
	if o.Depth != "" && !slices.ContainsFunc(m.Depths, func(d Depth) bool { return d.Name == o.Depth }) {
		var names []string
		for _, d := range m.Depths {
			names = append(names, d.Name)
		}
		return fmt.Errorf("the method %s has no depth %q: use %s", m.Name, o.Depth, strings.Join(names, ", "))
	}
	for name, value := range o.Params {
		i := slices.IndexFunc(m.Params, func(p Param) bool { return p.Name == name })
		if i < 0 {
			return fmt.Errorf("the method %s has no parameter %q", m.Name, name)
		}
		if err := m.Params[i].Check(value); err != nil {
			return err
		}
	}
	return nil
}

// Check says what is wrong with a value of p, or nil.
func (p Param) Check(value string) error {
	if len(p.Words) > 0 {
		if !slices.Contains(p.Words, value) {
			return fmt.Errorf("%s is %q: use %s", p.Name, value, strings.Join(p.Words, ", "))
		}
		return nil
	}
	if n, err := strconv.Atoi(value); err != nil || n < p.Min || n > p.Max {
		return fmt.Errorf("%s is %q: use a number from %d to %d", p.Name, value, p.Min, p.Max)
	}
	return nil
}
