package static

import (
	"bytes"
	"compress/gzip"
	"net/http"
	"path"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/andybalholm/brotli"
)

// types are the media types of assets. Fonts are compressed in themselves.
var types = map[string]string{
	".css":         "text/css; charset=utf-8",
	".js":          "text/javascript; charset=utf-8",
	".md":          "text/plain; charset=utf-8",
	".svg":         "image/svg+xml",
	".txt":         "text/plain; charset=utf-8",
	".webmanifest": "application/manifest+json",
	".woff2":       "font/woff2",
}

// An asset is one file under its hashed path.
type asset struct {
	path, hash string
	body       []byte
	brotli     func() []byte // each made at the first request for it
	gzip       func() []byte
}

func newAsset(path, hash string, body []byte) *asset {
	return &asset{path, hash, body,
		sync.OnceValue(func() []byte { return brotlied(body) }),
		sync.OnceValue(func() []byte { return gzipped(body) }),
	}
}

func (a *asset) serve(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	ext := path.Ext(a.path)
	h.Set("Content-Type", types[ext])
	h.Set("Cache-Control", "public, max-age=31536000, immutable")
	h.Set("X-Content-Type-Options", "nosniff")
	body, tag := a.body, a.hash
	if ext != ".woff2" {
		h.Set("Vary", "Accept-Encoding")
		switch accept := r.Header.Get("Accept-Encoding"); {
		case accepts(accept, "br"):
			body, tag = a.brotli(), a.hash+"-br"
			h.Set("Content-Encoding", "br")
		case accepts(accept, "gzip"):
			body, tag = a.gzip(), a.hash+"-gz"
			h.Set("Content-Encoding", "gzip")
		}
	}
	h.Set("ETag", `"`+tag+`"`)
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(body))
}

// accepts reports whether an Accept-Encoding header names coding, with a
// weight above nought (RFC 9110, section 12.5.3).
func accepts(header, coding string) bool {
	for part := range strings.SplitSeq(header, ",") {
		name, params, _ := strings.Cut(part, ";")
		if !strings.EqualFold(strings.TrimSpace(name), coding) {
			continue
		}
		q, weighted := strings.CutPrefix(strings.ToLower(strings.TrimSpace(params)), "q=")
		weight, err := strconv.ParseFloat(q, 64)
		return !weighted || err == nil && weight > 0
	}
	return false
}

func brotlied(body []byte) []byte {
	var b bytes.Buffer
	w := brotli.NewWriterLevel(&b, brotli.BestCompression)
	w.Write(body) // a bytes.Buffer takes everything
	w.Close()
	return b.Bytes()
}

func gzipped(body []byte) []byte {
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		panic(err) // the level is one of the package's own
	}
	w.Write(body) // a bytes.Buffer takes everything
	w.Close()
	return b.Bytes()
}
