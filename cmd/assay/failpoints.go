//go:build failpoints

package main

import (
	"context"
	"fmt"
	"os"
	"strings"
	"sync/atomic"
	"syscall"

	"assay/research"
	"assay/research/engine"
)

// mortal makes the program, built with the tag failpoints, kill itself at the
// point that ASSAY_DIES_AT names: "before" or "after" the nth event of a kind is
// committed, as "before answered 7"; or "accepted", once a run is.
func mortal(s engine.Store) engine.Store {
	return &mortalStore{Store: s, at: os.Getenv("ASSAY_DIES_AT")}
}

// A mortalStore kills its process at one point.
type mortalStore struct {
	engine.Store
	at   string
	seen atomic.Int64 // events of the kind
}

func (s *mortalStore) Accept(ctx context.Context, a engine.Admission) (string, error) {
	run, err := s.Store.Accept(ctx, a)
	fmt.Fprintln(os.Stderr, "Run "+run) // acknowledged
	if s.at == "accepted" {
		die()
	}
	return run, err
}

func (s *mortalStore) Append(ctx context.Context, run string, events ...research.Event) error {
	for _, e := range events {
		if err := s.append(ctx, run, e); err != nil {
			return err
		}
	}
	return nil
}

func (s *mortalStore) append(ctx context.Context, run string, e research.Event) error {
	when, rest, _ := strings.Cut(s.at, " ")
	i := strings.LastIndexByte(rest, ' ')
	here := i > 0 && rest[:i] == string(e.Kind) && fmt.Sprint(s.seen.Add(1)) == rest[i+1:]
	if here && when == "before" {
		die()
	}
	err := s.Store.Append(ctx, run, e)
	if here {
		die()
	}
	return err
}

// die ends the process as a power cut or the kernel would.
func die() {
	syscall.Kill(os.Getpid(), syscall.SIGKILL)
	select {}
}
