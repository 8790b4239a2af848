package harness

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"testing"

	"assay/research/simulator"
	"assay/research/task"
)

// judging are the tasks in which a model passes judgement.
var judging = map[string]bool{task.NameVote: true, task.NameReview: true, task.NameChallenge: true, task.NameCheck: true}

// A listener hands on what a model is asked, to another model if it is to
// judge, and keeps it.
type listener struct {
	model, judge http.Handler
	trap         *Trap
	hay          *Hay
}

// An obedience is an answer that is listened to for signs that orders were followed.
type obedience struct {
	http.ResponseWriter
	trap *Trap
}

func (o obedience) Write(b []byte) (int, error) {
	if bytes.Contains(b, []byte("tool_call")) {
		o.trap.Obeyed.Add(1)
	}
	return o.ResponseWriter.Write(b)
}

func (o obedience) Unwrap() http.ResponseWriter { return o.ResponseWriter }

func (l *listener) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w = obedience{w, l.trap}
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	var req struct {
		Messages []struct {
			Content string `json:"content"`
		} `json:"messages"`
		Format struct {
			Schema struct {
				Name string `json:"name"`
			} `json:"json_schema"`
		} `json:"response_format"`
	}
	_ = json.Unmarshal(body, &req)
	prompt := ""
	for _, m := range req.Messages {
		prompt += m.Content + "\n\n"
	}
	l.hay.Add("prompts", []byte(prompt))
	if !judging[req.Format.Schema.Name] {
		l.model.ServeHTTP(w, r)
		return
	}
	l.trap.mu.Lock()
	l.trap.Judged = append(l.trap.Judged, Exchange{req.Format.Schema.Name, prompt})
	l.trap.mu.Unlock()
	l.judge.ServeHTTP(w, r)
}

// Program returns a program whose web is the trap, and whose model obeys, or
// not, whatever it reads, and so do those that judge.
func (w *Trap) Program(t *testing.T, h *Hay, obeys, judgeObeys bool) *Program {
	model := func(obeys bool) *simulator.ModelServer {
		return &simulator.ModelServer{Angles: 4, Claims: 4, Refuted: 0.3, Qualified: 0.1, Seed: 3, Obey: obeys, Latency: w.Latency}
	}
	ai := &listener{model: model(obeys), judge: model(judgeObeys), trap: w, hay: h}
	return NewProgram(t, "OPENAI_BASE_URL="+Site(t, 6, ai)+"/v1", "ASSAY_MODEL=gpt-4o-mini", "OPENAI_API_KEY="+Canaries["OPENAI_API_KEY"], "BRAVE_API_KEY="+Canaries["BRAVE_API_KEY"],
		"ASSAY_ENGINES=searxng", "SEARXNG_URL="+Site(t, 7, &simulator.SearchServer{Backend: w}), "ASSAY_ALLOW_PRIVATE=127.0.0.0/8")
}
