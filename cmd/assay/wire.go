package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"time"

	"assay/db"
	"assay/research"
	"assay/research/engine"
	"assay/research/gather"
	"assay/research/llm"
	"assay/research/port"
	"assay/research/reader"
	"assay/research/search"
	"assay/research/search/engines"
)

// readerModel is the name of the built-in reader among models.
const readerModel = "reader"

// A house is everything wired together.
type house struct {
	dir    string // of the data
	db     db.Store
	engine *engine.Engine

	model    port.Model
	llm      *llm.Client // nil if the built-in reader answers
	why      string      // why this model answers
	router   *search.Router
	table    []engines.Entry // the search engines there are, set up or not
	shelf    *search.Shelf
	parallel int
	pending  time.Duration
	faults   chan error // why a run could not be brought to an end
}

// open wires the house up: database, model, search engines, fetcher.
func (s *Settings) open(ctx context.Context) (*house, error) {
	if s.Parallel < 1 || s.CallTime <= 0 {
		return nil, errors.New("model calls in flight (ASSAY_PARALLEL) and the longest time of a call (ASSAY_CALL_TIME) must be positive")
	}
	dir, err := s.dataDir()
	if err != nil {
		return nil, err
	}
	d, err := openStore(ctx, dir)
	if err != nil {
		return nil, err
	}
	h := &house{dir: dir, db: d, parallel: s.Parallel, pending: s.CallTime, faults: make(chan error, 1)}
	if err := errors.Join(s.wireModel(ctx, h), s.wireSearch(ctx, h, dir)); err != nil {
		return nil, errors.Join(err, h.close(ctx))
	}
	h.engine = engine.NewEngine(mortal(d), h.desk, 0, methods...)
	h.engine.Fault = func(info research.Info, err error) {
		select {
		case h.faults <- fmt.Errorf("run %s could not go on; what it has is kept, carry on with:  assay resume %s\n%w", info.ID, info.ID, err):
		default: // one is enough to hear of
		}
	}
	return h, nil
}

// close stops what runs and closes what is open.
func (h *house) close(ctx context.Context) error {
	var errs []error
	if h.engine != nil {
		errs = append(errs, h.engine.Close(ctx))
	}
	if h.shelf != nil {
		for _, l := range h.shelf.Libraries {
			errs = append(errs, l.Close())
		}
	}
	return errors.Join(append(errs, h.db.Close())...)
}

// desk is what a run works with.
func (h *house) desk(info research.Info) (engine.Desk, error) {
	d := engine.Desk{Version: version, Model: h.model, Fetcher: h.shelf, Parallel: h.parallel, Past: h.past(info)}
	if len(h.router.Engines) == 0 {
		return d, fmt.Errorf("%w: set %s, or name a folder of documents with --library (ASSAY_LIBRARY)", gather.ErrNoSearch, anyOf(webSettings(h.table), "or"))
	}
	d.Searcher = h.router
	if h.llm == nil || info.Options.Model == readerModel {
		d.Model = reader.Model{}
		d.Worst = func(port.Request) port.Usage { return port.Usage{Calls: 1} } // the reader is free
		return d, nil
	}
	client := h.llm
	if m := info.Options.Model; m != "" && m != readerModel {
		client = client.With(m)
	}
	d.Model, d.Worst = client, client.Worst
	if info.Options.Budget.Cost > 0 && d.Worst(port.Request{Role: "planner", Prompt: info.Question}).Unpriced > 0 {
		return d, fmt.Errorf("no price is known for the model, so a budget in dollars cannot be kept: limit tokens instead, or set prices (ASSAY_PRICES)")
	}
	return d, nil
}

// maxPast is how many past reports a run is told of.
const maxPast = 3

// past finds reports on the same topic as a run's.
func (h *house) past(info research.Info) func(context.Context, string) ([]research.PastReport, error) {
	return func(ctx context.Context, question string) ([]research.PastReport, error) {
		cards, err := h.db.Related(ctx, question, maxPast+1)
		if err != nil {
			return nil, err
		}
		var out []research.PastReport
		for _, c := range cards {
			if c.Run != info.ID && c.Summary != "" && len(out) < maxPast {
				out = append(out, research.PastReport{Run: c.Run, Question: c.Question, Answer: c.Summary, Date: c.Created.UTC().Format(time.DateOnly)})
			}
		}
		return out, nil
	}
}

// wireModel picks the model: the one that is set, else a server on this
// machine, else the built-in reader.
func (s *Settings) wireModel(ctx context.Context, h *house) error {
	cfg := llm.Config{
		BaseURL: s.BaseURL, Key: s.APIKey, Model: s.Model, Roles: s.Models, Stream: s.Stream, Timeout: s.CallTime,
		Limits: llm.Limits{Parallel: s.Parallel, Requests: s.Requests, Tokens: s.TPM},
	}
	if s.Model == readerModel {
		h.model, h.why = reader.Model{}, "it was asked for"
		return nil
	}
	if cfg.Key == "" && cfg.BaseURL == "" {
		local, ok := llm.Detect(ctx, http.DefaultClient)
		if !ok {
			if s.Model != "" {
				return fmt.Errorf("the model %s is set, but no API: set OPENAI_API_KEY, and OPENAI_BASE_URL unless it is OpenAI's", s.Model)
			}
			h.model, h.why = reader.Model{}, "no key is set (OPENAI_API_KEY) and no local model server answers"
			return nil
		}
		cfg.BaseURL, cfg.Model = local.BaseURL, cmp.Or(cfg.Model, local.Model)
		h.why = "a server on this machine answers at " + cfg.BaseURL
	}
	if cfg.Model == "" {
		return errors.New("no model is set: set ASSAY_MODEL to the name of one that the API serves")
	}
	if s.Prices != "" {
		var err error
		if cfg.Prices, err = readPrices(s.Prices); err != nil {
			return err
		}
	}
	client, err := llm.New(cfg)
	if err != nil {
		return err
	}
	h.model, h.llm = client, client
	h.why = cmp.Or(h.why, "it is set")
	return nil
}

func readPrices(file string) (llm.Prices, error) {
	f, err := os.Open(file)
	if err != nil {
		return llm.Prices{}, fmt.Errorf("prices: %w", err)
	}
	defer f.Close()
	own, err := llm.ReadPrices(f)
	if err != nil {
		return llm.Prices{}, fmt.Errorf("prices %s: %w", file, err)
	}
	return llm.DefaultPrices().With(own), nil
}
