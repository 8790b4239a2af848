package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"assay/db"
	"assay/research"
	"assay/research/engine"
	"assay/views"
)

// benchCmd measures the program itself against a simulated model, search engine
// and web. The same flags measure the same work every time.
type benchCmd struct {
	Method string            `help:"Measure this method only; all if not set."`
	Depth  string            `help:"How deep, in the method's own words."`
	Set    map[string]string `help:"Set a parameter of the method (repeatable)." placeholder:"NAME=VALUE"`
	Runs   int               `help:"Runs of each method; medians are printed." default:"1"`
	JSON   bool              `name:"json" help:"Print a JSON array instead of a Markdown table."`

	Slots         int           `help:"Model calls in flight." default:"64"`
	ModelLatency  time.Duration `help:"Until the model answers." default:"1s"`
	SearchLatency time.Duration `help:"Until a search is answered." default:"300ms"`
	PageLatency   time.Duration `help:"Until a page begins." default:"300ms"`
	Jitter        time.Duration `help:"The most by which the model's latency differs, either way."`
	Stragglers    float64       `help:"Share of the model's answers that take ten times as long, from 0 to 1."`
	Faults        float64       `help:"Share of model calls that go wrong, from 0 to 1."`
	Seed          uint64        `help:"Other seeds make other worlds." default:"1"`
}

// benchQuestion is what is researched.
const benchQuestion = "How long is the great wall of the harbour, and who measured it?"

// A measurement is what a run took.
type measurement struct {
	Method       string  `json:"method"`
	Wall         float64 `json:"wall"`        // seconds from its beginning to its end
	Bound        float64 `json:"bound"`       // seconds that the same calls take at least, if none straggles
	Ratio        float64 `json:"ratio"`       // of the two
	Calls        int     `json:"calls"`       // of the model
	AskedTwice   int     `json:"asked_twice"` // calls that were late and made a second time
	PeakInFlight int     `json:"peak_in_flight"`
	CPU          float64 `json:"cpu_seconds"`
	PeakMemory   int64   `json:"peak_memory_bytes"`
	TokensIn     int     `json:"tokens_in"`
	TokensCached int     `json:"tokens_cached"`
	TokensOut    int     `json:"tokens_out"`
	Stored       int64   `json:"bytes_stored"`
}

func (b *benchCmd) Run(ctx context.Context, c console) error {
	isShare := func(f float64) bool { return 0 <= f && f <= 1 }
	if b.Slots < 1 || b.Runs < 1 || !isShare(b.Faults) || !isShare(b.Stragglers) {
		return errors.New("slots and runs must be positive, and faults and stragglers shares from 0 to 1")
	}
	var all []measurement
	for _, m := range methods {
		if b.Method != "" && b.Method != m.Name {
			continue
		}
		var runs []measurement
		for range b.Runs {
			one, err := b.measure(ctx, m)
			if err != nil {
				return fmt.Errorf("measure %s: %w", m.Name, err)
			}
			runs = append(runs, one)
		}
		all = append(all, median(runs))
	}
	if len(all) == 0 {
		return fmt.Errorf("no method named %q", b.Method)
	}
	if b.JSON {
		out := json.NewEncoder(c.out)
		out.SetIndent("", "  ")
		return out.Encode(all)
	}
	return table(c, all)
}

// median returns the run whose ratio is in the middle.
func median(runs []measurement) measurement {
	slices.SortFunc(runs, func(a, b measurement) int { return cmp.Compare(a.Ratio, b.Ratio) })
	return runs[len(runs)/2]
}

func table(c console, all []measurement) error {
	w := tabwriter.NewWriter(c.out, 0, 0, 1, ' ', 0)
	fmt.Fprintln(w, "| method\t| wall s\t| bound s\t| ratio\t| calls\t| twice\t| peak\t| CPU s\t| memory MB\t| tokens in\t| cached\t| out\t| stored MB\t|")
	fmt.Fprintln(w, "|---\t|---\t|---\t|---\t|---\t|---\t|---\t|---\t|---\t|---\t|---\t|---\t|---\t|")
	for _, m := range all {
		fmt.Fprintf(w, "| %s\t| %.2f\t| %.2f\t| %.2f\t| %d\t| %d\t| %d\t| %.2f\t| %.0f\t| %d\t| %d\t| %d\t| %.1f\t|\n", m.Method, m.Wall, m.Bound, m.Ratio,
			m.Calls, m.AskedTwice, m.PeakInFlight, m.CPU, float64(m.PeakMemory)/(1<<20), m.TokensIn, m.TokensCached, m.TokensOut, float64(m.Stored)/(1<<20))
	}
	return w.Flush()
}

// measure runs a method once, in a process and a world of its own.
func (b *benchCmd) measure(ctx context.Context, m *engine.Method) (measurement, error) {
	w, err := b.world()
	if err != nil {
		return measurement{}, err
	}
	defer w.close()
	dir, err := os.MkdirTemp("", "assay-bench-")
	if err != nil {
		return measurement{}, err
	}
	defer os.RemoveAll(dir)
	depth := cmp.Or(b.Depth, m.Depths[0].Name)
	self, err := os.Executable()
	if err != nil {
		return measurement{}, err
	}
	args := []string{"--data", dir, "ask", "--json", "--quiet", "--method", m.Name, "--depth", depth}
	for _, name := range slices.Sorted(maps.Keys(b.Set)) {
		args = append(args, "--set", name+"="+b.Set[name])
	}
	cmd := exec.CommandContext(ctx, self, append(args, benchQuestion)...)
	cmd.Env = append(w.env, "HOME="+dir, "PATH="+os.Getenv("PATH"), fmt.Sprintf("ASSAY_PARALLEL=%d", b.Slots))
	out, err := cmd.Output()
	if err != nil && cmd.ProcessState.ExitCode() != exitPartial {
		return measurement{}, errors.Join(err, complaint(err))
	}
	var r views.Report
	if err := json.Unmarshal(out, &r); err != nil {
		return measurement{}, err
	}
	state, stored, err := kept(ctx, dir, r.ID)
	if err != nil {
		return measurement{}, err
	}
	meter := w.model.Meter()
	bound := b.bound(state)
	usage := cmd.ProcessState
	return measurement{
		Method: m.Name, Wall: state.Elapsed.Seconds(), Bound: bound.Seconds(), Ratio: state.Elapsed.Seconds() / bound.Seconds(),
		Calls: meter.Total(), AskedTwice: r.Stats.AskedTwice, PeakInFlight: meter.Peak, CPU: (usage.UserTime() + usage.SystemTime()).Seconds(), PeakMemory: peakMemory(usage),
		TokensIn: meter.TokensIn, TokensCached: meter.TokensCached, TokensOut: meter.TokensOut, Stored: stored,
	}, nil
}

// complaint is what a process that failed wrote.
func complaint(err error) error {
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return errors.New(strings.TrimSpace(string(exit.Stderr)))
	}
	return nil
}

// kept returns the state of a run, and how much is stored in the data folder.
func kept(ctx context.Context, dir, id string) (*research.State, int64, error) {
	file := storeFile(dir)
	var stored int64
	for _, end := range []string{"", "-wal"} {
		if info, err := os.Stat(file + end); err == nil {
			stored += info.Size()
		}
	}
	d, err := openStore(ctx, dir)
	if err != nil {
		return nil, 0, err
	}
	defer d.Close()
	info, err := d.Info(ctx, id)
	if err != nil {
		return nil, 0, err
	}
	state, err := db.State(ctx, d, info)
	return state, stored, err
}
