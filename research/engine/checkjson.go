package engine

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"
)

// checkJSON returns what is wrong with text as JSON, if anything. It is
// stricter than RFC 8259, which leaves these to the reader: no field stands
// twice in an object, nothing is nested more than maxDepth deep, text is UTF-8,
// and every number fits a float64.
func checkJSON(text string) error {
	if !utf8.ValidString(text) {
		return errors.New("the JSON is not valid UTF-8")
	}
	var value any
	if err := json.Unmarshal([]byte(text), &value); err != nil {
		return syntaxError(text, err)
	}
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	return walk(d, nil)
}

// syntaxError says where in text it went wrong.
func syntaxError(text string, err error) error {
	syntax, ok := errors.AsType[*json.SyntaxError](err)
	if !ok {
		return fmt.Errorf("not usable JSON: %w", err)
	}
	at := min(int(syntax.Offset), len(text))
	near := strings.ToValidUTF8(text[max(0, at-20):at], "")
	return fmt.Errorf("not valid JSON: %w after %q", err, near)
}

// walk checks the next value of d, which stands at path and is known to be valid.
func walk(d *json.Decoder, path []string) error {
	token, err := d.Token()
	if err != nil {
		return fmt.Errorf("not valid JSON: %w", err)
	}
	delim, ok := token.(json.Delim)
	if !ok {
		return nil
	}
	if len(path) >= maxDepth {
		return fmt.Errorf("the JSON is nested more than %d deep", maxDepth)
	}
	seen := map[string]bool{}
	for i := 0; d.More(); i++ {
		name := fmt.Sprint(i)
		if delim == '{' {
			token, err := d.Token()
			if err != nil {
				return fmt.Errorf("not valid JSON: %w", err)
			}
			name = token.(string)
			if seen[name] {
				return fmt.Errorf("field %q stands twice in %q", name, "/"+strings.Join(path, "/"))
			}
			seen[name] = true
		}
		if err := walk(d, append(path, name)); err != nil {
			return err
		}
	}
	_, err = d.Token() // the closing bracket
	return err
}
