package views

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"assay/research"
)

// A Format is a form in which a report can be saved.
type Format struct {
	Name        string // by which it is asked for: "csl"
	Ext         string // of a file and an address, without the first dot: "csl.json"
	Title       string // for people
	Holds       string // what is in it, in a few words
	ContentType string
	write       func(io.Writer, *Report) error
}

// formats are the formats there are. Addresses, Accept headers, menus and help
// texts range over them.
var formats = []Format{
	{"md", "md", "Markdown", "the whole report, to read on", "text/markdown; charset=utf-8", Markdown},
	{"json", "json", "JSON", "the whole report, for programs", "application/json", JSON},
	{"csv", "csv", "Claims as CSV", "the claims, for a spreadsheet", "text/csv; charset=utf-8; header=present", CSV},
	{"bib", "bib", "BibTeX", "the sources, for LaTeX", "application/x-bibtex; charset=utf-8", BibTeX},
	{"ris", "ris", "RIS", "the sources, for reference managers", "application/x-research-info-systems; charset=utf-8", RIS},
	{"csl", "csl.json", "CSL-JSON", "the sources, for citation processors such as Zotero's and pandoc's", "application/vnd.citationstyles.csl+json", CSL},
}

// Formats returns the formats there are.
func Formats() []Format { return slices.Clone(formats) }

// FormatOf returns the format with the given name or extension. Of an unknown
// one the error says which there are.
func FormatOf(name string) (Format, error) {
	names := make([]string, len(formats))
	for i, f := range formats {
		if f.Name == name || f.Ext == name {
			return f, nil
		}
		names[i] = f.Name
	}
	return Format{}, fmt.Errorf("unknown format %q: there are %s", name, strings.Join(names, ", "))
}

// Export writes the report of s in the format with the given name or extension.
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
