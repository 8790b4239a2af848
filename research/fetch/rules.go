package fetch

import (
	"bytes"
	"fmt"
	"io"
	"net/url"
	"strings"
	"unicode/utf8"

	"github.com/temoto/robotstxt"
)

// A group is the lines of a robots.txt that go together.
type group struct{ agents, allow, disallow []string }

// parseRobots returns the rules in text. Its lines are put in an order and
// form in which the parser comes to the conclusions of RFC 9309: it gives up
// on a file with lines that it finds wrong, takes the first of two rules that
// fit equally well where the more lenient is right, and overlooks a group
// that forbids nothing.
func parseRobots(text []byte) *robotstxt.RobotsData {
	var kept bytes.Buffer
	var g group
	text = bytes.ReplaceAll(bytes.TrimPrefix(text, []byte("\xef\xbb\xbf")), []byte("\r"), []byte("\n"))
	for line := range strings.Lines(string(text)) {
		line, _, _ = strings.Cut(line, "#")
		key, value, _ := strings.Cut(line, ":")
		value = ascii(strings.TrimSpace(value))
		switch strings.ToLower(strings.TrimSpace(key)) {
		case "user-agent":
			if len(g.allow)+len(g.disallow) > 0 {
				g.write(&kept)
				g = group{}
			}
			g.agents = append(g.agents, value)
		case "allow":
			g.allow = append(g.allow, value)
		case "disallow":
			g.disallow = append(g.disallow, value)
		}
	}
	g.write(&kept)
	rules, err := robotstxt.FromBytes(kept.Bytes())
	if err != nil {
		return nil
	}
	return rules
}

func (g group) write(w io.Writer) {
	if len(g.agents) == 0 {
		return
	}
	if strings.Join(g.allow, "")+strings.Join(g.disallow, "") == "" {
		g.allow = []string{"/"}
	}
	for _, v := range g.agents {
		fmt.Fprintf(w, "User-agent: %s\n", v)
	}
	for _, v := range g.allow {
		fmt.Fprintf(w, "Allow: %s\n", v)
	}
	for _, v := range g.disallow {
		fmt.Fprintf(w, "Disallow: %s\n", v)
	}
}

// permits reports whether rules let agent read u.
func permits(rules *robotstxt.RobotsData, agent string, u *url.URL) bool {
	if rules == nil {
		return true
	}
	path := u.EscapedPath()
	if path == "" {
		path = "/"
	}
	if u.RawQuery != "" {
		path += "?" + u.RawQuery
	}
	return path == "/robots.txt" || rules.TestAgent(ascii(path), agent)
}

// ascii returns path with what is not ASCII percent-encoded, as RFC 9309,
// section 2.2.2, compares paths.
func ascii(path string) string {
	var b strings.Builder
	for _, c := range []byte(path) {
		if c < utf8.RuneSelf {
			b.WriteByte(c)
		} else {
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return b.String()
}
