package text

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"assay/research/researchtest/corpora"
)

func TestCanonicalIsOneKeyPerPage(t *testing.T) {
	tests := []struct{ url, want string }{
		{"https://www.Example.com/Path/?utm_source=x&id=7#top", "example.com/Path?id=7"},
		{"http://example.com:80/Path?id=7", "example.com/Path?id=7"},
		{"https://example.com:443", "example.com"},
		{"https://example.com./", "example.com"},
		{"//example.com/a", "example.com/a"},
		{"https://user:secret@example.com/a", "example.com/a"},
		{"https://example.com:8443/a", "example.com:8443/a"},
		{"http://example.com:443/a", "example.com:443/a"},
		{"https://www.com/", "www.com"},
		{"https://example.com/a/./b/../c//d/", "example.com/a/c/d"},
		{"https://example.com/../../etc", "example.com/etc"},
		{"https://example.com/%7efoo/%e2%82%ac", "example.com/~foo/%E2%82%AC"},
		{"https://example.com/a b", "example.com/a%20b"},
		{"https://bücher.example/ü", "xn--bcher-kva.example/%C3%BC"},
		{"https://youtube.com/watch?v=dQw4w9WgXcQ&t=10&fbclid=1", "youtube.com/watch?v=dQw4w9WgXcQ&t=10"},
		{"https://example.com/?b=2&a=1", "example.com?b=2&a=1"},
		{"https://example.com/?q=a%20b", "example.com?q=a+b"},
		{"https://example.com/?q=a+b&&UTM_Medium=x", "example.com?q=a+b"},
		{"https://example.com/?gclid=1&msclkid=2&mc_cid=3&mc_eid=4&igshid=5&ref_src=6", "example.com"},
		{"https://example.com/?ref=main&source=x", "example.com?ref=main&source=x"},
		{"https://example.com/a[1]?b[]=%5B", "example.com/a%5B1%5D?b%5B%5D=%5B"},
		{"http://[::1]:80/a", "[::1]/a"},
		{"http://[::1]:8080/a", "[::1]:8080/a"},
		{"library://Notes/Some%20File.md#part", "library://notes/Some%20File.md"},
		{"library://notes/a.md", "library://notes/a.md"},
		{"sample://World/1?x=2", "sample://world/1?x=2"},
		{"  https://example.com/a\n", "example.com/a"},
		{"", ""},
		{"no url at all", "no url at all"},
		{"http://", "http://"},
		{"https://exa mple.com/", "https://exa mple.com/"},
		{"mailto:a@example.com", "mailto:a@example.com"},
		{"http://example.com/%zz", "http://example.com/%zz"},
	}
	for _, tt := range tests {
		if got := Canonical(tt.url); got != tt.want {
			t.Errorf("Canonical(%q) = %q, want %q", tt.url, got, tt.want)
		}
	}
}

func TestSiteIsTheRegistrableDomain(t *testing.T) {
	tests := []struct{ url, want string }{
		{"https://news.bbc.co.uk/1", "bbc.co.uk"},
		{"https://WWW.Nature.com:443/articles/1", "nature.com"},
		{"https://someone.github.io/post", "someone.github.io"},
		{"https://www.bücher.example/", "xn--bcher-kva.example"},
		{"http://127.0.0.1:8080/a", "127.0.0.1"},
		{"http://[::1]:8080/a", "::1"},
		{"http://localhost:8080/a", "localhost"},
		{"https://co.uk/", "co.uk"},
		{"library://Notes/a.md", "notes"},
		{"library://my.old.notes/a.md", "my.old.notes"},
		{"not a url", ""},
		{"", ""},
	}
	for _, tt := range tests {
		if got := Site(tt.url); got != tt.want {
			t.Errorf("Site(%q) = %q, want %q", tt.url, got, tt.want)
		}
	}
}

// The normalize-url project's cases are pairs of an address and its normal
// form. Ours must call them the same page; it has no opinion on data: URLs,
// addresses without a scheme and the order of parameters.
func TestCanonicalAgreesWithNormalizeURL(t *testing.T) {
	b, err := os.ReadFile(corpora.Path(t, "url", "normalize_url_default_cases.json"))
	if err != nil {
		t.Fatal(err)
	}
	var cases []struct{ In, Out string }
	if err := json.Unmarshal(b, &cases); err != nil {
		t.Fatal(err)
	}
	agreed := 0
	for _, c := range cases {
		same := Canonical(c.In) == Canonical(c.Out)
		if same {
			agreed++
			continue
		}
		promised := strings.HasPrefix(strings.ToLower(c.In), "http") || strings.HasPrefix(c.In, "//")
		if promised && !outside[c.In] {
			t.Errorf("Canonical(%q) = %q, of %q it is %q", c.In, Canonical(c.In), c.Out, Canonical(c.Out))
		} else {
			t.Logf("no promise: %q, %q", c.In, c.Out)
		}
	}
	t.Logf("%d of %d pairs agree", agreed, len(cases))
}

// outside are web addresses of that set which our rule does not cover, and why.
var outside = map[string]bool{
	"http://sindresorhus.com/?b=bar&a=foo": true, // sorts parameters
	`https://foo.com/something\else/great`: true, // reads a backslash as a slash, as browsers do
}

func FuzzCanonical(f *testing.F) {
	for _, u := range []string{"https://www.Example.com:443/a/../b/?utm_source=x&id=7#f", "library://Notes/a b.md", "http://[::1]:80/%7e%zz", "//x//y", "mailto:a", "http://www.www.a.b:/?&=&%3d"} {
		f.Add(u)
	}
	f.Fuzz(func(t *testing.T, u string) {
		key := Canonical(u)
		if again := Canonical(key); again != key {
			t.Errorf("Canonical(%q) = %q, and of that %q", u, key, again)
		}
		if site := Site(u); site != strings.ToLower(site) {
			t.Errorf("Site(%q) = %q", u, site)
		}
	})
}
