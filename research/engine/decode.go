package engine

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/kaptinlin/jsonrepair"

	"assay/research/text"
)

const (
	maxAnswer = 1 << 20 // bytes of an answer
	maxDepth  = 64      // objects and arrays inside one another
)

// decodeStrict decodes the JSON object in a model's answer into v, a pointer.
// The object must be plain JSON (see [checkJSON]) and fit schema: no unknown,
// missing or doubled fields, no unknown words. Errors say what is wrong in words that
// a model can act on; v is then unspecified.
func decodeStrict(text string, schema *jsonschema.Resolved, v any) error {
	value, err := cutJSON(text)
	if err != nil {
		return err
	}
	if err := checkJSON(value); err != nil {
		return err
	}
	var instance any
	if err := json.Unmarshal([]byte(value), &instance); err != nil {
		return fmt.Errorf("not usable JSON: %w", err)
	}
	if err := schema.Validate(instance); err != nil {
		return fmt.Errorf("the JSON does not fit the schema: %s", fitError(err))
	}
	if err := json.Unmarshal([]byte(value), v); err != nil {
		return fmt.Errorf("the JSON does not fit the schema: %w", err)
	}
	return nil
}

// cutJSON cuts an answer to the JSON object in it, leaving out the prose and
// Markdown fences around it. Square brackets in prose ("[1]") are prose. An
// answer that is JSON as a whole is returned whole. Several objects are an
// error: which of them is meant, a draft or the last, is not for us to say.
func cutJSON(text string) (string, error) {
	if err := checkText(text); err != nil {
		return "", err
	}
	text = strings.TrimSpace(text)
	if json.Valid([]byte(text)) {
		return text, nil
	}
	objects, open := outermost(text)
	if open {
		return "", errors.New("the JSON object is cut off before its closing brace")
	}
	if len(objects) > 1 { // braces in prose open no JSON
		objects = slices.DeleteFunc(objects, func(o string) bool { return !strings.HasPrefix(strings.TrimSpace(o[1:]), `"`) })
	}
	switch len(objects) {
	case 0:
		return "", errors.New("the answer holds no JSON object")
	case 1:
		return objects[0], nil
	}
	return "", fmt.Errorf("the answer holds %d JSON objects, not one", len(objects))
}

// repair returns the JSON object in an answer with slips of syntax mended: a
// missing comma or bracket, single quotes, a cut-off end. What it returns says
// what the model may have meant, so the caller decides whether that will do; of
// a vote it never does.
func repair(text string) (string, error) {
	if err := checkText(text); err != nil {
		return "", err
	}
	start := strings.IndexByte(text, '{')
	if start < 0 {
		return "", errors.New("the answer holds no JSON object")
	}
	text = text[start:]
	if objects, open := outermost(text); !open && len(objects) > 0 {
		text = objects[0]
	}
	if nesting(text) > maxDepth {
		return "", fmt.Errorf("the JSON is nested more than %d deep", maxDepth)
	}
	mended, err := jsonrepair.Repair(text)
	if err != nil {
		return "", fmt.Errorf("repair JSON: %w", err)
	}
	return mended, checkJSON(mended)
}

// checkText refuses what is not worth looking for JSON in.
func checkText(text string) error {
	if len(text) > maxAnswer {
		return fmt.Errorf("the answer is %d bytes long, more than %d", len(text), maxAnswer)
	}
	if !utf8.ValidString(text) {
		return errors.New("the answer is not valid UTF-8")
	}
	return nil
}

// outermost returns the texts between outermost braces, strings skipped, and
// whether the last is left open.
func outermost(text string) (objects []string, open bool) {
	start, depth, inString := 0, 0, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case inString && c == '\\':
			i++
		case c == '"' && depth > 0:
			inString = !inString
		case inString:
		case c == '{':
			if depth == 0 {
				start = i
			}
			depth++
		case c == '}' && depth > 0:
			if depth--; depth == 0 {
				objects = append(objects, text[start:i+1])
			}
		}
	}
	return objects, depth > 0
}

// nesting returns how deep brackets go in what may not be JSON, strings not skipped.
func nesting(text string) int {
	depth, deepest := 0, 0
	for _, c := range []byte(text) {
		switch c {
		case '{', '[':
			depth++
			deepest = max(deepest, depth)
		case '}', ']':
			depth = max(depth-1, 0)
		}
	}
	return deepest
}

// fitError returns the validator's words for a misfit, at most some 600 bytes of them.
func fitError(err error) string {
	const most = 600
	s := strings.ReplaceAll(err.Error(), "<invalid reflect.Value>", "null")
	if len(s) <= most {
		return s
	}
	return text.Head(s, most) + " …"
}
