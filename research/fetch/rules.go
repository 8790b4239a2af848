package fetch

import (
	"fmt"
	"net/url"
	"strings"
	"unicode/utf8"
)

// A policy is what a robots.txt says to one agent (RFC 9309). None allows
// everything.
type policy []rule

// A rule allows or disallows the paths that fit a pattern.
type rule struct {
	pattern string
	allow   bool
}

// parseRobots returns the rules in text for agent: those of all its groups, or
// of the groups for everyone if it has none. Lines that are no rules are
// passed over. It keeps no more than it needs: the file is a stranger's.
func parseRobots(text []byte, agent string) policy {
	var own, everyone policy
	named := false            // there is a group for agent
	mine, all := false, false // the group being read is for agent, for everyone
	rulesBegun := true        // its agents have all been read
	text = []byte(strings.ReplaceAll(strings.TrimPrefix(string(text), "\xef\xbb\xbf"), "\r", "\n"))
	for line := range strings.Lines(string(text)) {
		key, value := field(line)
		switch key {
		case "user-agent":
			if rulesBegun {
				mine, all, rulesBegun = false, false, false
			}
			mine = mine || strings.EqualFold(product(value), agent)
			all = all || value == "*" || strings.HasPrefix(value, "* ")
			named = named || mine
		case "allow", "disallow":
			rulesBegun = true
			if value == "" {
				continue
			}
			r := rule{strings.Clone(ascii(value)), key == "allow"}
			if mine {
				own = append(own, r)
			} else if all {
				everyone = append(everyone, r)
			}
		}
	}
	if named {
		return own
	}
	return everyone
}

// size returns about how many bytes of memory p takes.
func (p policy) size() int {
	const each = 32
	n := each * len(p)
	for _, r := range p {
		n += len(r.pattern)
	}
	return n
}

// field returns the key, in lower case, and the value of a line of robots.txt.
func field(line string) (key, value string) {
	line, _, _ = strings.Cut(line, "#")
	key, value, _ = strings.Cut(line, ":")
	return strings.ToLower(strings.TrimSpace(key)), strings.TrimSpace(value)
}

// product returns the product token that the value of a user-agent line begins with.
func product(value string) string {
	end := strings.IndexFunc(value, func(r rune) bool {
		return r != '-' && r != '_' && (r < 'a' || 'z' < r) && (r < 'A' || 'Z' < r)
	})
	if end < 0 {
		return value
	}
	return value[:end]
}

// permits reports whether u may be read: the longest pattern that fits
// decides, of two equally long ones that which allows.
func (p policy) permits(u *url.URL) bool {
	path := u.EscapedPath()
	if path == "" {
		path = "/"
	}
	if u.RawQuery != "" {
		path += "?" + u.RawQuery
	}
	path = ascii(path)
	if path == "/robots.txt" {
		return true
	}
	longest, allowed := -1, true
	for _, r := range p {
		if n := len(r.pattern); n < longest || n == longest && allowed || !fits(path, r.pattern) {
			continue
		}
		longest, allowed = len(r.pattern), r.allow
	}
	return allowed
}

// fits reports whether path begins with pattern, in which * stands for
// anything and a $ at the end for the end of path. It takes the time to read
// both, whatever they are.
func fits(path, pattern string) bool {
	pattern, whole := strings.CutSuffix(pattern, "$")
	head, rest, more := strings.Cut(pattern, "*")
	if !strings.HasPrefix(path, head) {
		return false
	}
	path = path[len(head):]
	for more {
		var part string
		part, rest, more = strings.Cut(rest, "*")
		if !more && whole {
			return strings.HasSuffix(path, part)
		}
		i := strings.Index(path, part)
		if i < 0 {
			return false
		}
		path = path[i+len(part):]
	}
	return !whole || path == ""
}

// ascii returns path as RFC 9309, section 2.2.2, compares paths: what is not
// ASCII is percent-encoded.
func ascii(path string) string {
	if strings.IndexFunc(path, func(r rune) bool { return r >= utf8.RuneSelf }) < 0 {
		return path
	}
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
