package static

import (
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"net/http"
	"net/http/httptest"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/andybalholm/brotli"
)

func get(t *testing.T, method, target, accept, etag string) *http.Response {
	t.Helper()
	r := httptest.NewRequest(method, target, nil)
	r.Header.Set("Accept-Encoding", accept)
	r.Header.Set("If-None-Match", etag)
	w := httptest.NewRecorder()
	Handler().ServeHTTP(w, r)
	return w.Result()
}

func decoded(t *testing.T, res *http.Response) []byte {
	t.Helper()
	var r io.Reader = res.Body
	switch coding := res.Header.Get("Content-Encoding"); coding {
	case "":
	case "br":
		r = brotli.NewReader(r)
	case "gzip":
		z, err := gzip.NewReader(r)
		if err != nil {
			t.Fatal(err)
		}
		r = z
	default:
		t.Fatalf("Content-Encoding = %q", coding)
	}
	b, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestEveryAssetIsServedInEveryEncoding(t *testing.T) {
	for name, a := range load().byName {
		for _, accept := range []string{"", "gzip", "gzip, deflate, br, zstd"} {
			res := get(t, "GET", Path(name), accept, "")
			if res.StatusCode != http.StatusOK {
				t.Fatalf("%s: %s", name, res.Status)
			}
			if got := decoded(t, res); !slices.Equal(got, a.body) {
				t.Errorf("%s with %q: got %d bytes, want %d", name, accept, len(got), len(a.body))
			}
			if got := res.Header.Get("Content-Type"); got == "" || got != types[path.Ext(name)] {
				t.Errorf("%s: Content-Type = %q", name, got)
			}
			if got := res.Header.Get("Cache-Control"); got != "public, max-age=31536000, immutable" {
				t.Errorf("%s: Cache-Control = %q", name, got)
			}
			text := path.Ext(name) != ".woff2"
			if got := res.Header.Get("Vary") == "Accept-Encoding"; got != text {
				t.Errorf("%s: varies = %t, want %t", name, got, text)
			}
			if got := res.Header.Get("Content-Encoding") != ""; got != (text && accept != "") {
				t.Errorf("%s with %q: encoded = %t", name, accept, got)
			}
		}
	}
}

func TestABrowserThatHasAnAssetIsToldSo(t *testing.T) {
	tag := get(t, "GET", Path("assay.css"), "br", "").Header.Get("ETag")
	res := get(t, "GET", Path("assay.css"), "br", tag)
	if res.StatusCode != http.StatusNotModified {
		t.Errorf("with its ETag %s: %s, want 304", tag, res.Status)
	}
	if other := get(t, "GET", Path("assay.css"), "gzip", "").Header.Get("ETag"); other == tag {
		t.Errorf("gzip and brotli share ETag %s", tag)
	}
}

func TestHeadHasNoBody(t *testing.T) {
	res := get(t, "HEAD", Path("app.js"), "", "")
	if body := decoded(t, res); res.StatusCode != http.StatusOK || len(body) != 0 {
		t.Errorf("%s with %d bytes", res.Status, len(body))
	}
}

func TestOnlyHashedNamesAreServed(t *testing.T) {
	for _, target := range []string{
		"/static/", "/static/app.js", "/static/app.00000000.js", "/static/css/tokens.css",
		"/static/nothing.js", "/static/static.go", "/static/../static.go", "/app.js",
	} {
		res := get(t, "GET", target, "", "")
		if res.StatusCode != http.StatusNotFound {
			t.Errorf("GET %s: %s, want 404", target, res.Status)
		}
		if cache := res.Header.Get("Cache-Control"); cache != "" {
			t.Errorf("GET %s: the 404 is kept: %s", target, cache)
		}
	}
	if res := get(t, "POST", Path("app.js"), "", ""); res.StatusCode != http.StatusMethodNotAllowed {
		t.Errorf("POST: %s, want 405", res.Status)
	}
}

func TestPathCarriesAHashOfTheContent(t *testing.T) {
	if got := Path("app.js"); !regexp.MustCompile(`^/static/app\.[0-9a-f]{8}\.js$`).MatchString(got) {
		t.Errorf("Path(app.js) = %s", got)
	}
	fsys := fstest.MapFS{
		"manifest.webmanifest": {Data: []byte(`{"icons": [{"src": "icon.svg"}]}`)},
		"icon.svg":             {Data: []byte("<svg/>")},
		"fonts/a.woff2":        {Data: []byte("one")},
	}
	for _, part := range styles {
		fsys["css/"+part+".css"] = &fstest.MapFile{Data: []byte("/* " + part + " */\n")}
	}
	fsys["css/base.css"] = &fstest.MapFile{Data: []byte("@font-face{src:url(fonts/a.woff2)}")}
	before := read(fsys)
	fsys["fonts/a.woff2"] = &fstest.MapFile{Data: []byte("two")}
	after := read(fsys)
	for name, changed := range map[string]bool{"fonts/a.woff2": true, "assay.css": true, "icon.svg": false, "manifest.webmanifest": false} {
		if got := before.byName[name].path != after.byName[name].path; got != changed {
			t.Errorf("path of %s changed = %t, want %t", name, got, changed)
		}
	}
	if css := string(after.byName["assay.css"].body); !strings.Contains(css, "url("+after.byName["fonts/a.woff2"].path+")") {
		t.Errorf("the stylesheet does not link to the font's path: %s", css)
	}
}

func TestPathPanicsOnAnUnknownName(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("Path of a name that is not there returned")
		}
	}()
	Path("nothing.css")
}

func TestAcceptsReadsWeights(t *testing.T) {
	for header, want := range map[string]bool{
		"br": true, "gzip, br": true, "gzip, BR;q=0.5": true, "gzip;q=1.0, br ; q=1": true,
		"": false, "gzip": false, "br;q=0": false, "br;q=0.000": false, "brotli": false, "br;q=x": false,
	} {
		if got := accepts(header, "br"); got != want {
			t.Errorf("accepts(%q, br) = %t, want %t", header, got, want)
		}
	}
}

func sum(b []byte) string {
	s := sha256.Sum256(b)
	return hex.EncodeToString(s[:])
}

func TestDatastarIsTheBundleThatWasChecked(t *testing.T) {
	const published = "2837d87acf6ee0ba8e4e63765926c25a98d63883b02f88be194a86b81d3fd24a"
	body := load().byName["datastar.js"].body
	if got := sum(append(slices.Clone(body), "//# sourceMappingURL=datastar.js.map\n"...)); got != published {
		t.Errorf("with the source map line put back: SHA-256 %s, want %s", got, published)
	}
}

func TestLicencesListEveryThirdPartyFileWithItsHash(t *testing.T) {
	listed := string(load().byName["LICENSES.md"].body)
	for name, a := range load().byName {
		if path.Ext(name) != ".woff2" && name != "datastar.js" {
			continue
		}
		row := regexp.MustCompile(`(?m)^\| ` + regexp.QuoteMeta(name) + ` \|.*\| ` + sum(a.body) + ` \|$`)
		if !row.MatchString(listed) {
			t.Errorf("LICENSES.md has no row for %s with SHA-256 %s", name, sum(a.body))
		}
	}
}
