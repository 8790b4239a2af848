package llm

import (
	"context"
	"net"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"

	"assay/research/port"
)

// port starts a local server that answers GET /v1/models.
func listen(t *testing.T, models http.HandlerFunc) int {
	t.Helper()
	mux := http.NewServeMux()
	mux.HandleFunc("GET /v1/models", models)
	srv := httptest.NewServer(mux)
	t.Cleanup(srv.Close)
	_, p, _ := net.SplitHostPort(srv.Listener.Addr().String())
	n, err := strconv.Atoi(p)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func says(body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { sendJSON(w, 200, body) }
}

func TestTheFirstLocalServerWithAModelIsFound(t *testing.T) {
	web := listen(t, says("<html>a web page</html>"))
	empty := listen(t, says(`{"data":[]}`))
	silent := listen(t, func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
	first := listen(t, says(`{"object":"list","data":[{"id":"nomic-embed-text"},{"id":"qwen3:8b"}]}`))
	second := listen(t, says(`{"data":[{"id":"other"}]}`))
	moved := listen(t, func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "http://127.0.0.1:"+strconv.Itoa(second)+"/v1/models", http.StatusFound)
	})
	tr := &http.Transport{}
	defer tr.CloseIdleConnections()
	hc := &http.Client{Transport: tr}

	cfg, ok := Detect(t.Context(), hc, web, empty, silent, moved, first, second)
	want := "http://127.0.0.1:" + strconv.Itoa(first) + "/v1"
	if !ok || cfg.BaseURL != want || cfg.Model != "qwen3:8b" || cfg.Key != "" {
		t.Errorf("found %v, %+v; want %s", ok, cfg, want)
	}
	if c, err := New(cfg); err != nil || c.Worst(request).Cost != 0 || c.Worst(request).Unpriced != 0 {
		t.Errorf("a local model is not free: %v", err)
	}
	if cfg, ok := Detect(t.Context(), hc, web, empty, silent, moved); ok {
		t.Errorf("found %+v where there is none", cfg)
	}
}

func TestAProbeSaysWhatToChange(t *testing.T) {
	list := `{"data":[{"id":"gpt-4o"},{"id":"gpt-4o-mini"}]}`
	for _, tt := range []struct {
		name  string
		list  answerFunc
		chat  answerFunc
		class port.Class
		says  string
	}{
		{"all is well", status(200, list), func(w http.ResponseWriter, r *http.Request, _ int) { good(w, r) }, "", ""},
		{"no list of models", status(404, ""), func(w http.ResponseWriter, r *http.Request, _ int) { good(w, r) }, "", ""},
		{"a wrong key", status(401, `{"error":{"message":"`+canary+`"}}`), nil, port.Fatal, "OPENAI_API_KEY"},
		{"an unknown model", status(200, `{"data":[{"id":"gpt-4o-mini"}]}`), status(404, ""), port.Fatal, "gpt-4o-mini"},
		{"a model that does not write JSON", status(200, list), status(200, chatJSON("Certainly.", "stop")), port.Invalid, "not in JSON"},
		{"nothing there", reset, nil, port.Unavailable, "cut"},
		{"not an API", status(200, "<html>"), nil, port.Invalid, "form"},
		{"silence", stall, nil, port.TimedOut, "time"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				hc, _ := serve(t, func(w http.ResponseWriter, r *http.Request, n int) {
					if r.URL.Path == "/v1/models" {
						tt.list(w, r, n)
					} else {
						tt.chat(w, r, n)
					}
				})
				err := client(t, hc).Probe(t.Context())
				if got := classOf(t, err); got != tt.class {
					t.Errorf("class %q, want %q: %v", got, tt.class, err)
				}
				if err != nil && (!strings.Contains(err.Error(), tt.says) || strings.Contains(err.Error(), canary)) {
					t.Errorf("says %q", err)
				}
			})
		})
	}
}

func TestAProbeAsksEachModelOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		hc, calls := serve(t, func(w http.ResponseWriter, r *http.Request, _ int) {
			if r.Method == http.MethodGet {
				sendJSON(w, 200, `{"data":[{"id":"x"}]}`)
				return
			}
			good(w, r)
		})
		c := client(t, hc, func(cfg *Config) {
			cfg.Roles = map[string]string{"skeptic": "b", "skeptic 2": "c", "writer": "b", "planner": "gpt-4o"}
		})
		if err := c.Probe(context.Background()); err != nil {
			t.Fatal(err)
		}
		var models []any
		for _, call := range calls()[1:] {
			models = append(models, call.body["model"])
		}
		if len(models) != 3 || models[0] != "gpt-4o" || models[1] != "b" || models[2] != "c" {
			t.Errorf("asked %v", models)
		}
	})
}
