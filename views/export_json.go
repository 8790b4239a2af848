package views

import (
	"encoding/json"
	"io"
)

// JSON writes r as one JSON object, indented.
func JSON(w io.Writer, r *Report) error { return encode(w, r) }

// encode writes v as indented JSON.
func encode(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}
