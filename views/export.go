package views

import (
	"fmt"
	"io"
	"strings"

	"assay/research"
)

// A Format is a form in which a report can be saved.
type Format struct {
	Name        string // also the file extension: "md"
	Title       string // for people
	ContentType string
	write       func(io.Writer, *Report) error
}

// Formats returns the formats there are.
func Formats() []Format {
	return []Format{
		{"md", "Markdown", "text/markdown; charset=utf-8", Markdown},
		{"json", "JSON", "application/json", JSON},
		{"csv", "Claims as CSV", "text/csv; charset=utf-8; header=present", CSV},
		{"bib", "BibTeX", "application/x-bibtex; charset=utf-8", BibTeX},
		{"ris", "RIS", "application/x-research-info-systems; charset=utf-8", RIS},
	}
}

// FormatOf returns the format with the given name. Of an unknown name the
// error says which there are.
func FormatOf(name string) (Format, error) {
	var names []string
	for _, f := range Formats() {
		if f.Name == name {
			return f, nil
		}
		names = append(names, f.Name)
	}
	return Format{}, fmt.Errorf("unknown format %q: there are %s", name, strings.Join(names, ", "))
}

// ContentType returns the media type of the format with the given name.
func ContentType(format string) (string, error) {
	f, err := FormatOf(format)
	return f.ContentType, err
}

// Export writes the report of s in the format with the given name.
func Export(w io.Writer, s *research.State, format string) error {
	f, err := FormatOf(format)
	if err != nil {
		return err
	}
	if err := f.write(w, ReportOf(s)); err != nil {
		return fmt.Errorf("export run %s as %s: %w", s.ID, f.Name, err)
	}
	return nil
}
