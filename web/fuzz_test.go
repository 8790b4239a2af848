package web

import (
	"net/url"
	"strings"
	"testing"
)

// Wherever a form says to go back to, it is a page of ours.
func FuzzLocal(f *testing.F) {
	for _, s := range []string{"/reports?q=tea", "//evil.example", `/\evil.example`, "/\t/evil.example", "https:evil", "/%2f%2fevil.example", "/.//evil.example", "javascript:alert(1)", "?q=1", "/a\x00b"} {
		f.Add(s)
	}
	here, err := url.Parse("http://localhost:8080/session")
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, path string) {
		to := local(path)
		u, err := here.Parse(to)
		if err != nil || u.Host != here.Host || u.Scheme != here.Scheme || u.User != nil {
			t.Errorf("%q leads to %v, %v", path, u, err)
		}
		if !strings.HasPrefix(to, "/") || strings.HasPrefix(to, "//") || strings.ContainsAny(to, "\\\r\n\t\x00") {
			t.Errorf("%q leads to %q", path, to)
		}
	})
}
