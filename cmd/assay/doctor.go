package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"assay/research"
)

type doctorCmd struct{}

// Run tries what a run needs and says what to set. It fails only if no run
// could be made.
func (doctorCmd) Run(ctx context.Context, c console, s *Settings) error {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Minute)
	defer cancel()
	dir, err := s.dataDir()
	if err != nil {
		return err
	}
	h, err := s.open(ctx)
	if err != nil {
		report(c, "set-up", err, "")
		return exitCode(exitFailed)
	}
	defer h.close(ctx)
	ok := report(c, "data", writable(dir), dir)
	ok = h.checkModel(ctx, c) && ok
	some := false
	for _, e := range h.router.Engines {
		res, err := e.Search(ctx, research.Query{Text: "history of tea", Limit: 3})
		some = report(c, "search: "+e.Name, err, fmt.Sprintf("%d hits", len(res.Hits))) || some
	}
	if len(h.router.Engines) == 1 && h.router.Engines[0].Name == "sample" {
		fmt.Fprintln(c.out, "      Only the built-in samples are searched. For the web set SEARXNG_URL, TAVILY_API_KEY or BRAVE_API_KEY, or --engines wikipedia; for your own documents --library.")
	}
	if !ok || !some {
		return exitCode(exitFailed)
	}
	return nil
}

// checkModel tries the model that would answer.
func (h *house) checkModel(ctx context.Context, c console) bool {
	if h.llm == nil {
		report(c, "model", nil, "built-in reader, because "+h.why)
		fmt.Fprintln(c.out, "      It reads by rules. For a language model set OPENAI_API_KEY and ASSAY_MODEL (and OPENAI_BASE_URL for another provider).")
		return true
	}
	return report(c, "model", h.llm.Probe(ctx), h.modelName()+", because "+h.why)
}

// modelName names what answers.
func (h *house) modelName() string {
	if h.llm == nil {
		return "built-in reader"
	}
	return h.llm.String()
}

// report prints one finding and says whether it is good.
func report(c console, what string, err error, good string) bool {
	if err != nil {
		fmt.Fprintf(c.out, "FAIL  %s: %s\n", what, plain(err.Error()))
		return false
	}
	fmt.Fprintf(c.out, "ok    %s: %s\n", what, plain(good))
	return true
}

// writable tries to write in the data folder.
func writable(dir string) error {
	f, err := os.CreateTemp(dir, ".doctor-*")
	if err != nil {
		return fmt.Errorf("cannot write in %s; set --data or ASSAY_DATA: %w", filepath.Clean(dir), err)
	}
	f.Close()
	return os.Remove(f.Name())
}
