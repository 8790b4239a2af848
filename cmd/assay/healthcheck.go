package main

import (
	"context"
	"fmt"
	"net/http"
	"time"
)

// healthcheckCmd asks a running server whether it is well, for containers that
// hold no other program to ask with.
type healthcheckCmd struct {
	URL string `help:"Address of the server's health check." default:"http://127.0.0.1:8080/healthz"`
}

func (h *healthcheckCmd) Run(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, h.URL, nil)
	if err != nil {
		return err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return fmt.Errorf("ask the server: %w", err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("the server answers %s", resp.Status)
	}
	return nil
}
