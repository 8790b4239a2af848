package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"time"

	"assay/research/engine"
	"assay/research/llm"
	"assay/web"
)

type serveCmd struct {
	Addr          string   `help:"Address to listen on." default:"127.0.0.1:8080" env:"ASSAY_ADDR" placeholder:"HOST:PORT"`
	Host          []string `help:"Name that browsers may call this server by, beside localhost (repeatable)." env:"ASSAY_HOST" placeholder:"NAME"`
	OpenToNetwork bool     `help:"Listen on an address that other machines can reach, although nobody is asked for a password." env:"ASSAY_OPEN_TO_NETWORK"`

	Password   llm.Secret     `hidden:"" env:"ASSAY_PASSWORD"`
	UserHeader string         `help:"Header in which the proxy in front says who the user is, such as Remote-User; nobody else is let in." env:"ASSAY_USER_HEADER" placeholder:"NAME"`
	Proxy      []netip.Prefix `help:"Networks that proxies are in (CIDR): only they are believed (repeatable)." env:"ASSAY_PROXY" placeholder:"CIDR"`

	ClientRuns int `help:"Runs that one client may have going; 0 for any number." env:"ASSAY_CLIENT_RUNS" default:"3"`
	ClientDay  int `help:"Runs that one client may ask for in a day; 0 for any number." env:"ASSAY_CLIENT_DAY" default:"100"`
	AllRuns    int `help:"Runs that may be going or waiting; 0 for any number." env:"ASSAY_ALL_RUNS" default:"100"`
	AllDay     int `help:"Runs that may be asked for in a day; 0 for any number." env:"ASSAY_ALL_DAY" default:"1000"`
}

// stopTime is how long calls in flight may take to come home when the server
// is stopped. They are cut and journaled a little before.
const stopTime = 35 * time.Second

// Run serves until ctx ends.
func (v *serveCmd) Run(ctx context.Context, c console, s *Settings) error {
	if err := v.check(); err != nil {
		return err
	}
	collectLess(serverHeap)
	l, err := net.Listen("tcp", v.Addr)
	if err != nil {
		return fmt.Errorf("listen: %w", err)
	}
	h, err := s.open(ctx)
	if err != nil {
		return errors.Join(err, l.Close())
	}
	return errors.Join(v.serve(ctx, c, l, h), closeLate(ctx, h))
}

// reachable reports whether other machines can reach the address.
func (v *serveCmd) reachable() (bool, error) {
	host, _, err := net.SplitHostPort(v.Addr)
	if err != nil {
		return true, fmt.Errorf("address %q: %w", v.Addr, err)
	}
	ip, _ := netip.ParseAddr(host)
	return host != "localhost" && !ip.IsLoopback(), nil
}

// check refuses an address that others can reach unless they are asked who they
// are, or that is not wanted.
func (v *serveCmd) check() error {
	reachable, err := v.reachable()
	switch {
	case err != nil:
		return err
	case v.UserHeader != "" && len(v.Proxy) == 0:
		return errors.New("--user-header needs --proxy: anybody could send that header, so say which networks your proxy is in, such as 127.0.0.1/32")
	case !reachable || v.OpenToNetwork || v.Password != "" || v.UserHeader != "":
		return nil
	}
	return fmt.Errorf("other machines could reach %s, and whoever does can read every report and spend your model's money, for nobody is asked for a password: "+
		"set ASSAY_PASSWORD, or listen on 127.0.0.1 behind a proxy that asks for one, or say --open-to-network if that is what you want", v.Addr)
}

// serve answers on l until ctx ends; then it stops accepting and lets go of
// the streams. Runs carry on meanwhile.
func (v *serveCmd) serve(ctx context.Context, c console, l net.Listener, h *house) error {
	log := slog.New(slog.NewTextHandler(c.err, nil))
	site, err := v.site(ctx, h, log)
	if err != nil {
		return errors.Join(err, l.Close())
	}
	server := &http.Server{
		Handler: site.Handler(), ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 30 * time.Second, WriteTimeout: time.Minute, IdleTimeout: 2 * time.Minute,
		ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelWarn),
	}
	if _, err := h.engine.Resume(ctx); err != nil {
		return errors.Join(err, l.Close())
	}
	ctx, cancel := context.WithCancel(ctx)
	mended := mend(ctx, h, log)
	defer func() {
		cancel()
		<-mended
	}()
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(l) }()
	fmt.Fprintf(c.out, "Assay is at http://%s\nAnswers come from the %s, because %s.\n", l.Addr(), h.modelName(), h.why)
	select {
	case err := <-failed:
		return fmt.Errorf("serve: %w", err)
	case <-ctx.Done():
	}
	fmt.Fprintln(c.err, "Stopping: calls in flight may come home. Everything is kept. A second signal stops at once.")
	site.Drain() // readers are still answered, and /readyz says that no more work is taken
	err = closeEngine(ctx, h)
	wait, done := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
	defer done()
	if server.Shutdown(wait) != nil {
		err = errors.Join(err, server.Close()) // some browser holds on to a connection
	}
	return err
}

// closeEngine lets calls in flight come home.
func closeEngine(ctx context.Context, h *house) error {
	wait, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopTime)
	defer cancel()
	return h.engine.Close(wait)
}

// mend indexes what the search index lacks, beside serving: after an upgrade
// that may be much. The channel is closed when it is done or ctx has ended.
func mend(ctx context.Context, h *house, log *slog.Logger) <-chan struct{} {
	done := make(chan struct{})
	go func() {
		defer close(done)
		n, err := h.db.Repair(ctx)
		switch {
		case ctx.Err() != nil:
		case err != nil:
			log.Error("search index", "error", err)
		case n > 0:
			log.Info("search index mended", "reports", n)
		}
	}()
	return done
}

// site returns the web app of a house.
func (v *serveCmd) site(ctx context.Context, h *house, log *slog.Logger) (*web.Server, error) {
	names := make([]string, len(h.router.Engines))
	for i, e := range h.router.Engines {
		names[i] = e.Name
	}
	s := &web.Server{
		Store: h.db, Engine: h.engine, Version: version, ModelName: h.modelName(), NoKey: h.llm == nil,
		EngineNames: names, WebSettings: webSettings(h.table), Hosts: v.Host, Doctor: h.checkup, Log: log,
		Door: web.Door{Header: v.UserHeader, Proxies: v.Proxy}, Limits: engine.Limits{All: v.AllRuns, AllDay: v.AllDay},
	}
	if reachable, _ := v.reachable(); reachable || len(v.Proxy) > 0 { // else there is one client, this machine's own user
		s.Limits.Client, s.Limits.ClientDay = v.ClientRuns, v.ClientDay
	}
	if v.Password != "" {
		if err := s.Door.AskFor(ctx, h.db, string(v.Password)); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// closeLate closes the house after ctx has ended.
func closeLate(ctx context.Context, h *house) error {
	wait, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopTime)
	defer cancel()
	return h.close(wait)
}
