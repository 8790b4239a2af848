package program

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"

	"assay/research/simulator"
	"assay/test/harness"
)

// A blab is a service that repeats the secrets it is sent wherever it can: in
// its headers, in its complaints and, with its answers, in the middle of what
// it was asked for.
type blab struct {
	http.Handler // answers when it does not complain

	calls   atomic.Int64
	refuses atomic.Bool // every call, for a bad key
	heard   sync.Map    // secrets that it was sent
}

func (b *blab) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	said := b.overhear(r)
	w.Header().Set("X-Request-Key", said)
	n := b.calls.Add(1)
	switch {
	case b.refuses.Load():
		complain(w, http.StatusUnauthorized, said)
	case n%9 == 0:
		complain(w, []int{429, 500, 503}[n/9%3], said)
	case n%7 == 0:
		b.quote(w, r, said)
	default:
		b.Handler.ServeHTTP(w, r)
	}
}

// overhear returns the secrets in a request.
func (b *blab) overhear(r *http.Request) string {
	said := secretsIn(r)
	for name, secret := range harness.Canaries {
		if strings.Contains(said, secret) {
			b.heard.Store(name, true)
		}
	}
	return said
}

// secretsIn returns the headers of a request that hold secrets.
func secretsIn(r *http.Request) string {
	var said []string
	for _, values := range r.Header {
		for _, v := range values {
			if strings.Contains(v, harness.CanaryPart) {
				said = append(said, v)
			}
		}
	}
	return strings.Join(said, " ")
}

func complain(w http.ResponseWriter, status int, said string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	fmt.Fprintf(w, `{"error": {"message": "Incorrect key provided: %s. SUBSCRIPTION_TOKEN_INVALID", "type": "x %s", "code": %d}}`, said, said, status)
}

// quote answers, with the secrets in the answer's own words.
func (b *blab) quote(w http.ResponseWriter, r *http.Request, said string) {
	rec := httptest.NewRecorder()
	b.Handler.ServeHTTP(rec, r)
	for name, values := range rec.Header() {
		w.Header()[name] = values
	}
	w.Header().Del("Content-Length")
	w.WriteHeader(rec.Code)
	body := rec.Body.String()
	for _, word := range []string{`\"evidence\":\"`, `\"claim\":\"`, `\"label\":\"`, `\"summary\":\"`, `\"query\":\"`, `\"why\":\"`, `"model":"`, `"title":"`, `"content":"`} {
		body = strings.Replace(body, word, word+said+" ", 1)
	}
	w.Write([]byte(body))
}

// failing is a search engine that fails in another way each time, and that
// tries to have its keys sent elsewhere.
func failing(elsewhere string) http.Handler {
	var n atomic.Int64
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		said := secretsIn(r)
		switch n.Add(1) % 7 {
		case 0:
			http.Redirect(w, r, elsewhere+"/?key="+said, http.StatusTemporaryRedirect)
		case 1:
			fmt.Fprintf(w, `{"results": "%s"`, said)
		case 2:
			panic(http.ErrAbortHandler)
		case 3:
			complain(w, http.StatusUnprocessableEntity, said)
		case 4:
			complain(w, 432, said)
		case 5:
			fmt.Fprintf(w, `{"results": [{"url": "https://a.example/?k=%[1]s", "title": "%[1]s", "content": "lightning %[1]s"}], "web": {"results": [{"url": "https://b.example/%[1]s", "title": "%[1]s", "description": "lightning %[1]s"}]}}`, strings.TrimPrefix(said, "Bearer "))
		default:
			complain(w, http.StatusForbidden, said)
		}
	})
}

// everyFault has every fault in turn, at every fourth call.
func everyFault(n int, _ string) simulator.Fault {
	all := simulator.Faults()
	if n%4 != 0 {
		return simulator.NoFault
	}
	return all[n/4%len(all)]
}
