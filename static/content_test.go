package static

import (
	"encoding/json"
	"io/fs"
	"path"
	"regexp"
	"strings"
	"testing"
)

// origins are the only absolute URLs in assets; none of them is ever fetched.
var origins = map[string]string{
	"http://www.w3.org/2000/svg":   "an XML namespace",
	"http://www.w3.org/1999/xhtml": "an XML namespace",
	"https://data-star.dev/errors": "in the text of Datastar's error messages",
}

func TestNoAssetNamesAnotherOrigin(t *testing.T) {
	absolute := regexp.MustCompile("(?i)(?:https?:|wss?:)?//[a-z0-9-]+\\.[a-z0-9.-]+[^\\s\"'`)>]*")
	checked := 0
	for name, a := range load().byName {
		if ext := path.Ext(name); ext == ".woff2" || ext == ".md" {
			continue
		}
		checked++
		for _, url := range absolute.FindAllString(string(a.body), -1) {
			if _, known := origins[url]; !known {
				t.Errorf("%s names %s", name, url)
			}
		}
	}
	if checked < 8 {
		t.Errorf("only %d assets were looked at", checked)
	}
}

func TestEverythingTheStylesheetAndManifestReferToIsServed(t *testing.T) {
	reference := regexp.MustCompile(`url\(([^)]*)\)|"src": "([^"]*)"`)
	found := 0
	for _, name := range []string{"assay.css", "manifest.webmanifest"} {
		for _, m := range reference.FindAllStringSubmatch(string(load().byName[name].body), -1) {
			found++
			if target := m[1] + m[2]; load().byPath[target] == nil {
				t.Errorf("%s refers to %s, which is not served", name, target)
			}
		}
	}
	if found != 4 {
		t.Errorf("found %d references, want three fonts and an icon", found)
	}
}

func TestEveryPartOfTheStylesheetIsInIt(t *testing.T) {
	parts, err := fs.Glob(files, "css/*.css")
	if err != nil {
		t.Fatal(err)
	}
	if len(parts) != len(styles) {
		t.Errorf("%d files in css, %d in the list of parts", len(parts), len(styles))
	}
	css := string(load().byName["assay.css"].body)
	if strings.Count(css, "{") != strings.Count(css, "}") {
		t.Error("the braces of the stylesheet do not match")
	}
}

func TestTheManifestIsJSON(t *testing.T) {
	var m struct{ Name string }
	if err := json.Unmarshal(load().byName["manifest.webmanifest"].body, &m); err != nil || m.Name == "" {
		t.Errorf("name %q, error %v", m.Name, err)
	}
}

func TestNoPageIsForCrawlers(t *testing.T) {
	if got := Robots(); got != "User-agent: *\nDisallow: /\n" {
		t.Errorf("robots.txt is %q", got)
	}
}

// A first visit fetches these, compressed. The limit for a page is 150 kB with
// its HTML, of which 15 kB are left to that.
func TestAFirstVisitIsSmall(t *testing.T) {
	size := func(names ...string) (total int) {
		for _, name := range names {
			a := load().byName[name]
			n := len(a.body)
			if path.Ext(name) != ".woff2" {
				n = len(a.brotli())
			}
			t.Logf("%-24s %6d bytes, %6d on the wire", name, len(a.body), n)
			total += n
		}
		return total
	}
	shared := size("assay.css", "fonts/sans.woff2", "fonts/serif.woff2", "favicon.svg", "manifest.webmanifest")
	reading := shared + size("app.js")
	live := reading + size("live.js", "datastar.js")
	t.Logf("a reading page %d, a live page %d, the italic %d more where used", reading, live, size("fonts/serif-italic.woff2"))
	const limit = 135_000
	if live > limit {
		t.Errorf("a live page is %d bytes, want at most %d", live, limit)
	}
	for _, name := range []string{"app.js", "live.js"} {
		if n := len(load().byName[name].body); n >= 4<<10 {
			t.Errorf("%s is %d bytes, want under 4 KiB", name, n)
		}
	}
}
