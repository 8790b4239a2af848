package main

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"assay/research/fetch"
	"assay/research/port"
	"assay/research/search"
	"assay/research/search/engines"
)

// wireSearch sets up the engines that are configured. With none, the web is
// searched through Wikipedia if a language model answers, and the sample
// library if the built-in reader does.
func (s *Settings) wireSearch(ctx context.Context, h *house, dir string) error {
	web := fetch.New(fetch.Config{Allow: s.AllowPrivate, IgnoreRobots: s.IgnoreRobots, PDF: fetch.PDFReader{Command: pdfCommand(), Cache: filepath.Join(dir, "cache")}})
	h.shelf, h.router = &search.Shelf{Web: web}, &search.Router{}
	if err := os.MkdirAll(filepath.Join(dir, "library"), 0o700); err != nil {
		return fmt.Errorf("library index: %w", err)
	}
	for _, named := range s.Library {
		if err := h.addLibrary(ctx, named, dir, web.Extract); err != nil {
			return fmt.Errorf("library %s: %w", named, err)
		}
	}
	var err error
	if h.table, err = s.engineTable(); err != nil {
		return err
	}
	for _, e := range h.table {
		if err := h.addEngine(e, s); err != nil {
			return fmt.Errorf("search engine %s: %w", e.Name, err)
		}
	}
	nothing := len(h.router.Engines) == 0
	if slices.Contains(s.Engines, "wikipedia") || nothing && len(s.Engines) == 0 && h.llm != nil {
		h.add("wikipedia", &engines.Wikipedia{BaseURL: s.WikiURL})
	}
	if slices.Contains(s.Engines, "sample") || nothing && len(s.Engines) == 0 && h.llm == nil {
		sample, err := search.OpenSample(ctx)
		if err != nil {
			return fmt.Errorf("sample library: %w", err)
		}
		h.shelf.Libraries = append(h.shelf.Libraries, sample)
		h.add("sample", sample)
	}
	return h.only(s.Engines)
}

// addLibrary opens the folders that a library stands for.
func (h *house) addLibrary(ctx context.Context, named, dir string, extract search.Extractor) error {
	all, err := folders(named)
	if err != nil {
		return err
	}
	documents := 0
	for _, folder := range all {
		l, err := search.OpenLibrary(ctx, folder, filepath.Join(dir, "library", indexName(folder)), extract)
		if err != nil {
			return err
		}
		h.shelf.Libraries = append(h.shelf.Libraries, l)
		h.add("library", l)
		n, err := l.Len(ctx)
		if err != nil {
			return err
		}
		documents += n
	}
	if documents == 0 {
		return errors.New("there is no Markdown, text, HTML or PDF in it")
	}
	return nil
}

func (h *house) add(name string, s port.Searcher) {
	h.router.Engines = append(h.router.Engines, search.Engine{Name: name, Searcher: s})
}

// only keeps the named engines; none named keeps all.
func (h *house) only(names []string) error {
	if len(names) == 0 {
		return nil
	}
	var keep []search.Engine
	for _, name := range names {
		if name == "none" {
			continue
		}
		n := len(keep) // a name may stand for several libraries
		for _, e := range h.router.Engines {
			if e.Name == name {
				keep = append(keep, e)
			}
		}
		if len(keep) == n {
			return fmt.Errorf("the search engine %q is not set up: %s", name, howToSet(name, h.table))
		}
	}
	h.router.Engines = keep
	return nil
}

// pdfCommand starts this program as a reader of one PDF.
func pdfCommand() []string {
	self, err := os.Executable()
	if err != nil {
		return nil
	}
	return []string{self, pdfWorker}
}

// indexName names the index file of a folder after its path.
func indexName(folder string) string {
	abs, err := filepath.Abs(folder)
	if err != nil {
		abs = folder
	}
	return fmt.Sprintf("%s-%.4x.db", filepath.Base(abs), sha256.Sum256([]byte(abs)))
}
