package llm

import (
	"regexp"
	"strings"

	"assay/research/text"
)

// A Secret is an API key. However it is printed, logged or encoded, it reads "***".
type Secret string

// String returns "***", or "" if there is no secret.
func (s Secret) String() string {
	if s == "" {
		return ""
	}
	return "***"
}

// GoString returns what String does.
func (s Secret) GoString() string { return s.String() }

// MarshalText returns what String does, for JSON and structured logs.
func (s Secret) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// shortestKey is the length from which a key is no word that a text may hold:
// servers on one's own machine take any, such as "ollama".
const shortestKey = 16

// takenOut returns an answer's text without the secret, should a gateway have
// put it there: what is answered is kept and shown.
func (s Secret) takenOut(text string) string {
	if len(s) < shortestKey {
		return text
	}
	return strings.ReplaceAll(text, string(s), "***")
}

// private matches what providers and gateways quote in their complaints and
// readers should not see: keys (whole or partly starred out), URLs and addresses.
var private = regexp.MustCompile(`(?i)\b(sk|gsk|xai|pk)[-_][\w*.\-]{6,}|\bbearer\s+\S+|https?://\S+|\b\d{1,3}(\.\d{1,3}){3}(:\d+)?\b|\blocalhost:\d+`)

// hider returns a function that makes a provider's words fit to show: one
// line, at most 300 bytes, without the key or anything that looks private.
func hider(key string) func(string) string {
	return func(s string) string {
		if key != "" {
			s = strings.ReplaceAll(s, key, "***")
		}
		s = private.ReplaceAllString(s, "***")
		s = strings.Join(strings.Fields(strings.ToValidUTF8(s, "")), " ")
		return text.Clip(s, 300)
	}
}
