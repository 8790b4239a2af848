package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"assay/research/port"
	"assay/views"
)

type doctorCmd struct{}

// Run tries what a run needs and says what to set. It fails only if no run
// could be made.
func (doctorCmd) Run(ctx context.Context, c console, s *Settings) error {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Minute)
	defer cancel()
	h, err := s.open(ctx)
	if err != nil {
		check := failure("set-up", err)
		check.Fix = advice(err)
		report(c, check)
		return exitCode(exitFailed)
	}
	defer h.close(ctx)
	engines := h.checkEngines(ctx)
	needed := []views.Check{h.checkData(), h.checkDatabase(ctx), h.checkModel(ctx)}
	for _, check := range slices.Concat(needed, engines) {
		report(c, check)
	}
	good := func(c views.Check) bool { return c.OK }
	bad := func(c views.Check) bool { return !c.OK }
	if slices.ContainsFunc(needed, bad) || !slices.ContainsFunc(engines, good) {
		return exitCode(exitFailed)
	}
	return nil
}

// checkup tries all that a run needs.
func (h *house) checkup(ctx context.Context) []views.Check {
	return append([]views.Check{h.checkData(), h.checkModel(ctx)}, h.checkEngines(ctx)...)
}

// checkData tries to write in the data folder.
func (h *house) checkData() views.Check {
	if err := writable(h.dir); err != nil {
		return failure("data", err)
	}
	return views.Check{What: "data", OK: true, Says: h.dir}
}

// checkDatabase reads the whole database.
func (h *house) checkDatabase(ctx context.Context) views.Check {
	if err := h.db.Check(ctx); err != nil {
		check := failure("database", err)
		check.Fix = advice(err)
		return check
	}
	return views.Check{What: "database", OK: true, Says: "whole"}
}

// checkModel tries the model that would answer.
func (h *house) checkModel(ctx context.Context) views.Check {
	check := views.Check{What: "model", OK: true, Says: h.modelName() + ", because " + h.why}
	if h.llm == nil {
		check.Fix = "It reads by rules. For a language model set OPENAI_API_KEY and ASSAY_MODEL (and OPENAI_BASE_URL for another provider)."
		return check
	}
	if err := h.llm.Probe(ctx); err != nil {
		return failure("model", err)
	}
	return check
}

// checkEngines tries each search engine.
func (h *house) checkEngines(ctx context.Context) []views.Check {
	var checks []views.Check
	for _, e := range h.router.Engines {
		what := "search: " + e.Name
		res, err := e.Search(ctx, port.Query{Text: "history of tea", Limit: 3})
		if err != nil {
			checks = append(checks, failure(what, err))
			continue
		}
		check := views.Check{What: what, OK: true, Says: fmt.Sprintf("%d hits", len(res.Hits))}
		if len(h.router.Engines) == 1 && e.Name == "sample" {
			check.Fix = "Only the built-in samples are searched. For the web set " + anyOf(webSettings(h.table), "or") + ", or --engines wikipedia; for your own documents --library."
		}
		checks = append(checks, check)
	}
	return checks
}

// modelName names what answers.
func (h *house) modelName() string {
	if h.llm == nil {
		return "built-in reader"
	}
	return h.llm.String()
}

func failure(what string, err error) views.Check { return views.Check{What: what, Says: err.Error()} }

// report prints one finding.
func report(c console, check views.Check) {
	mark := "ok  "
	if !check.OK {
		mark = "FAIL"
	}
	fmt.Fprintf(c.out, "%s  %s: %s\n", mark, check.What, plain(check.Says))
	if check.Fix != "" {
		fmt.Fprintln(c.out, "      "+plain(check.Fix))
	}
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
