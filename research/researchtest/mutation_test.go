package researchtest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"

	"assay/research"
	"assay/research/engine"
	"assay/research/port"
	"assay/research/text"
)

// The suites are worth what they catch. Each mutant breaks one promise; the
// named check, and no luck, must notice.

const mutantWorld = `-- question --
Q?
-- ask planner --
{"findings": []}
-- ask skeptic --
{"findings": []}
-- search * --
https://a.example/1 A | a
-- page https://a.example/1 --
The sea is salty because rivers bring salt.
-- want report --
done
sound [: ]
-- want log --
one:
  answered planner
  answered skeptic 1
  ended
  fetched https://a.example/1
  searched sea
`

type said struct {
	Findings []string `json:"findings"`
}

// ask asks a role and forgets what it said.
func ask(ctx context.Context, r *engine.Run, role, prompt string) error {
	_, err := engine.Ask[said](ctx, r, engine.Task{Role: role, Name: "test", Prompt: prompt})
	return err
}

// sound is a method that keeps every promise.
func sound(ctx context.Context, r *engine.Run) (*research.Report, error) {
	err := errors.Join(r.Enter(ctx, "one"), ask(ctx, r, "planner", "plan"))
	if _, searched := r.Search(ctx, port.Query{Text: "sea"}); searched != nil {
		return nil, searched
	}
	if _, read := r.Read(ctx, "https://a.example/1"); read != nil {
		return nil, read
	}
	return &research.Report{Summary: "sound"}, errors.Join(err, ask(ctx, r, "skeptic 1", "vote"))
}

func method(run func(context.Context, *engine.Run) (*research.Report, error)) *engine.Method {
	return &engine.Method{Name: "test", Phases: []string{"one"}, Run: run}
}

func TestSoundMethodPasses(t *testing.T) {
	TestMethod(t, method(sound), world(t))
}

func TestMethodChecksCatchMutants(t *testing.T) {
	var calls atomic.Int64
	mutants := []struct {
		name, caughtBy string
		run            func(context.Context, *engine.Run) (*research.Report, error)
	}{
		{"a prompt with a counter in it, as a clock would put there", "resumes after a crash at any call", func(ctx context.Context, r *engine.Run) (*research.Report, error) {
			err := ask(ctx, r, "planner", fmt.Sprint("plan ", calls.Add(1)))
			rep, soundErr := sound(ctx, r)
			return rep, errors.Join(err, soundErr)
		}},
		{"a phase that was not announced", "enters only its phases", func(ctx context.Context, r *engine.Run) (*research.Report, error) {
			rep, err := sound(ctx, r)
			return rep, errors.Join(err, r.Enter(ctx, "two"))
		}},
		{"another report", "finishes as wanted", func(ctx context.Context, r *engine.Run) (*research.Report, error) {
			rep, err := sound(ctx, r)
			if rep != nil {
				rep.Summary = "other"
			}
			return rep, err
		}},
		{"an upheld claim that is not reported when money runs out", "ends cleanly at any budget", func(ctx context.Context, r *engine.Run) (*research.Report, error) {
			err := errors.Join(
				r.Note(ctx, research.ClaimFound{ID: 1, Text: "t"}),
				r.Note(ctx, research.ClaimJudged{Claim: 1, Outcome: research.Upheld}))
			rep, soundErr := sound(ctx, r)
			return rep, errors.Join(err, soundErr)
		}},
		{"a quote that its page does not hold", "quotes only what pages say", func(ctx context.Context, r *engine.Run) (*research.Report, error) {
			rep, err := sound(ctx, r)
			return rep, errors.Join(err,
				r.Note(ctx, research.PageRead{N: 1, URL: "https://a.example/1"}),
				r.Note(ctx, research.ClaimFound{ID: 1, Page: 1, Quote: "The sea is sweet", Spans: []text.Span{{Start: 0, End: 16}}}))
		}},
	}
	for _, m := range mutants {
		t.Run(m.name, func(t *testing.T) {
			if err := checkNamed(t, m.caughtBy)(t.Context(), method(m.run), world(t)); err == nil {
				t.Errorf("%q lets it through", m.caughtBy)
			}
		})
	}
}

func TestJournalChecksCatchMutants(t *testing.T) {
	mutants := []struct {
		name   string
		mutate func(research.Journal) research.Journal
	}{
		{"forgets keys", func(j research.Journal) research.Journal { return &forgetful{Journal: j} }},
		{"starts at 0", func(j research.Journal) research.Journal { return shifted{j} }},
		{"drops usage", func(j research.Journal) research.Journal { return free{j} }},
		{"loses pages", func(j research.Journal) research.Journal { return pageless{j} }},
		{"wakes for nothing", func(j research.Journal) research.Journal { return restless{j} }},
	}
	for _, m := range mutants {
		t.Run(m.name, func(t *testing.T) {
			for _, c := range journalChecks {
				if c.check(t.Context(), m.mutate(new(engine.MemStore))) != nil {
					return
				}
			}
			t.Error("every check lets it through")
		})
	}
}

type forgetful struct {
	research.Journal
	n atomic.Int64
}

func (j *forgetful) Append(ctx context.Context, run string, events ...research.Event) error {
	for i, e := range events {
		events[i].Key = fmt.Sprint(e.Key, j.n.Add(1))
	}
	return j.Journal.Append(ctx, run, events...)
}

type shifted struct{ research.Journal }

func (j shifted) Events(ctx context.Context, run string, after int64) ([]research.Event, error) {
	events, err := j.Journal.Events(ctx, run, after)
	for i := range events {
		events[i].Seq--
	}
	return events, err
}

type free struct{ research.Journal }

func (j free) Append(ctx context.Context, run string, events ...research.Event) error {
	for i := range events {
		events[i].Usage = port.Usage{}
	}
	return j.Journal.Append(ctx, run, events...)
}

type pageless struct{ research.Journal }

func (j pageless) Append(ctx context.Context, run string, events ...research.Event) error {
	for i := range events {
		events[i].Page = nil
	}
	return j.Journal.Append(ctx, run, events...)
}

type restless struct{ research.Journal }

func (j restless) Wait(context.Context, string, int64) error { return nil }

// world writes the mutants' world to a file.
func world(t *testing.T) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "world.txtar")
	if err := os.WriteFile(file, []byte(mutantWorld), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}
