package simulator

import (
	"encoding/json"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
)

// taskOf says what is asked for: one of package task's tasks, recognised
// by the name of the schema or by the properties of its top level; else the
// name; else "json" for a nameless schema and "prose" for none.
func taskOf(name string, schema json.RawMessage) string {
	if _, ok := tasks[name]; ok {
		return name
	}
	var s struct {
		Properties map[string]json.RawMessage `json:"properties"`
	}
	if json.Unmarshal(schema, &s) != nil {
		s.Properties = nil
	}
	for task, t := range tasks {
		if len(s.Properties) > 0 && maps.EqualFunc(s.Properties, members(t.form), func(_, _ json.RawMessage) bool { return true }) {
			return task
		}
	}
	switch {
	case name != "":
		return name
	case len(schema) > 0:
		return "json"
	}
	return "prose"
}

// members returns the members of the JSON object that v is written as.
func members(v any) map[string]json.RawMessage {
	data, err := json.Marshal(v)
	if err != nil {
		panic(err) // v is one of our own types
	}
	var m map[string]json.RawMessage
	if err := json.Unmarshal(data, &m); err != nil {
		panic(err)
	}
	return m
}

// schemaIn returns the last JSON Schema of an object that stands in a prompt, or nil.
func schemaIn(prompt string) json.RawMessage {
	var last json.RawMessage
	for strings.Contains(prompt, `"properties"`) {
		i := strings.IndexByte(prompt, '{')
		if i < 0 {
			break
		}
		prompt = prompt[i:]
		var s struct {
			Properties map[string]json.RawMessage `json:"properties"`
		}
		d := json.NewDecoder(strings.NewReader(prompt))
		if err := d.Decode(&s); err != nil {
			prompt = prompt[1:]
			continue
		}
		if s.Properties != nil {
			last = json.RawMessage(prompt[:d.InputOffset()])
		}
		prompt = prompt[d.InputOffset():]
	}
	return last
}

// A filler makes up values that satisfy a JSON Schema: strings are sentences
// of the prompt, integers 1, arrays of two or three items. It knows the
// keywords that structured outputs allow; it ignores pattern.
type filler struct {
	*rand.Rand
	sentences []string
	root      map[string]any
}

// maxDepth bounds how deep a schema that contains itself is followed.
const maxDepth = 12

// fill returns a value for schema, which is an object or, for anything, true.
func (f *filler) fill(schema any, depth int) any {
	s, _ := schema.(map[string]any)
	if depth > maxDepth {
		return nil
	}
	if ref, ok := s["$ref"].(string); ok {
		return f.fill(f.resolve(ref), depth+1)
	}
	if c, ok := s["const"]; ok {
		return c
	}
	if enum, ok := s["enum"].([]any); ok && len(enum) > 0 {
		return enum[f.IntN(len(enum))]
	}
	for _, key := range []string{"anyOf", "oneOf", "allOf"} {
		if of, ok := s[key].([]any); ok {
			i := slices.IndexFunc(of, func(o any) bool { return kindOf(o) != "null" })
			return f.fill(of[max(i, 0)], depth+1)
		}
	}
	switch kindOf(s) {
	case "object":
		return f.object(s, depth)
	case "array":
		return f.array(s, depth)
	case "integer", "number":
		return min(max(1, number(s, "minimum", 1)), number(s, "maximum", 1e15))
	case "boolean":
		return f.IntN(2) == 0
	case "null":
		return nil
	}
	return f.string(s)
}

func (f *filler) object(s map[string]any, depth int) any {
	props, _ := s["properties"].(map[string]any)
	o := map[string]any{}
	for _, name := range slices.Sorted(maps.Keys(props)) {
		o[name] = f.fill(props[name], depth+1)
	}
	return o
}

func (f *filler) array(s map[string]any, depth int) any {
	n := 2 + f.IntN(2)
	n = int(min(max(float64(n), number(s, "minItems", 0)), number(s, "maxItems", 1000)))
	all := []any{}
	for len(all) < n && depth < maxDepth-2 {
		all = append(all, f.fill(s["items"], depth+1))
	}
	return all
}

func (f *filler) string(s map[string]any) string {
	switch s["format"] {
	case "date":
		return "2024-05-17"
	case "date-time":
		return "2024-05-17T12:00:00Z"
	case "uri":
		return "https://example.org/"
	}
	text := []rune("Nothing is said about it.")
	if len(f.sentences) > 0 {
		text = []rune(f.sentences[f.IntN(len(f.sentences))])
	}
	return string(text[:min(len(text), int(number(s, "maxLength", 1e6)))])
}

// resolve returns what a reference such as "#/$defs/Name" stands for.
func (f *filler) resolve(ref string) any {
	var at any = f.root
	for _, name := range strings.Split(strings.TrimPrefix(ref, "#"), "/") {
		if m, ok := at.(map[string]any); ok && name != "" {
			at = m[name]
		}
	}
	return at
}

// kindOf returns the first type of a schema that is not null, as far as it says.
func kindOf(schema any) string {
	s, _ := schema.(map[string]any)
	switch t := s["type"].(type) {
	case string:
		return t
	case []any:
		for _, k := range t {
			if k != "null" {
				kind, _ := k.(string)
				return kind
			}
		}
	}
	switch {
	case s["properties"] != nil:
		return "object"
	case s["items"] != nil:
		return "array"
	}
	return ""
}

func number(s map[string]any, key string, otherwise float64) float64 {
	if n, ok := s[key].(float64); ok {
		return n
	}
	return otherwise
}
