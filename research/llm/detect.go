package llm

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"time"
)

// localPorts are those that local servers listen on unless told otherwise.
func localPorts() []int {
	return []int{
		11434, // Ollama
		1234,  // LM Studio
		8080,  // llama.cpp
	}
}

const (
	detectTimeout = 300 * time.Millisecond
	// A local server works on a few requests at a time, and those in its queue
	// already use up the time they have.
	localParallel = 2
)

// Detect looks for a language model on this machine, for when no key is set.
// It asks the ports (none means those of Ollama, LM Studio and llama.cpp) for
// their list of models, all at once, and returns the configuration of the first
// that answers with one within 300 ms. Its Model is the first in the list that
// is not for embeddings. A nil client means http.DefaultClient's transport; whatever
// the client, only loopback is asked.
func Detect(ctx context.Context, client *http.Client, ports ...int) (Config, bool) {
	if len(ports) == 0 {
		ports = localPorts()
	}
	here := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	if client != nil {
		here.Transport = client.Transport
	}
	ctx, cancel := context.WithTimeout(ctx, detectTimeout)
	defer cancel()
	found := make([]Config, len(ports))
	var wg sync.WaitGroup
	for i, port := range ports {
		wg.Go(func() {
			base := fmt.Sprintf("http://127.0.0.1:%d/v1", port)
			if model := firstModel(ctx, &here, base); model != "" {
				found[i] = Config{BaseURL: base, Model: model, Client: client, Limits: Limits{Parallel: localParallel}}
			}
		})
	}
	wg.Wait()
	for _, cfg := range found {
		if cfg.Model != "" {
			return cfg, true
		}
	}
	return Config{}, false
}

// firstModel returns a model that the server at base offers, or "" if it is none.
func firstModel(ctx context.Context, client *http.Client, base string) string {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, base+"/models", nil)
	if err != nil {
		return ""
	}
	resp, err := client.Do(req)
	if err != nil {
		return ""
	}
	defer resp.Body.Close()
	var list struct{ Data []struct{ ID string } }
	if resp.StatusCode != http.StatusOK || json.NewDecoder(io.LimitReader(resp.Body, 1<<20)).Decode(&list) != nil {
		return ""
	}
	for _, model := range list.Data {
		if !strings.Contains(strings.ToLower(model.ID), "embed") {
			return model.ID
		}
	}
	return ""
}
