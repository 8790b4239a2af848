package main

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"

	"assay/research/simulator"
)

// A benchWorld is what a measured program talks to.
type benchWorld struct {
	model   *simulator.ModelServer
	servers []*http.Server
	env     []string
}

// benchSites is how many sites pages are spread over.
const benchSites = 12

// world starts the services, each at a loopback address of its own.
func (b *benchCmd) world() (w *benchWorld, err error) {
	w = &benchWorld{model: &simulator.ModelServer{Latency: b.ModelLatency, Jitter: b.Jitter, Stragglers: b.Stragglers, Seed: b.Seed, Refuted: 0.3, Qualified: 0.1, Cache: true}}
	if b.Faults > 0 {
		w.model.Fault = simulator.RandomFaults(b.Seed, b.Faults)
	}
	var bases []string
	site := &simulator.SyntheticWeb{Latency: b.PageLatency, Seed: b.Seed}
	for i := range benchSites {
		base, err := w.serve(fmt.Sprintf("127.0.0.%d", i+2), site)
		if err != nil {
			return nil, errors.Join(err, w.close())
		}
		bases = append(bases, base)
	}
	search, err := w.serve("127.0.0.1", &simulator.SearchServer{Latency: b.SearchLatency, Backend: simulator.Synthetic{Bases: bases, Seed: b.Seed}})
	if err != nil {
		return nil, errors.Join(err, w.close())
	}
	model, err := w.serve("127.0.0.1", w.model)
	if err != nil {
		return nil, errors.Join(err, w.close())
	}
	w.env = []string{
		"OPENAI_BASE_URL=" + model + "/v1", "OPENAI_API_KEY=bench", "ASSAY_MODEL=gpt-4o-mini",
		"SEARXNG_URL=" + search, "ASSAY_ENGINES=searxng", "ASSAY_ALLOW_PRIVATE=127.0.0.0/8",
	}
	return w, nil
}

// serve serves h at a free port of host, or of this machine's usual address
// where there is no other.
func (w *benchWorld) serve(host string, h http.Handler) (base string, err error) {
	l, err := net.Listen("tcp", net.JoinHostPort(host, "0"))
	if err != nil {
		l, err = net.Listen("tcp", "127.0.0.1:0")
	}
	if err != nil {
		return "", err
	}
	s := &http.Server{Handler: h, ReadHeaderTimeout: time.Minute}
	w.servers = append(w.servers, s)
	go s.Serve(l)
	return "http://" + l.Addr().String(), nil
}

func (w *benchWorld) close() error {
	var errs []error
	for _, s := range w.servers {
		errs = append(errs, s.Close())
	}
	return errors.Join(errs...)
}
