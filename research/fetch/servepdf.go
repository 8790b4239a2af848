package fetch

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"strconv"
	"time"

	"github.com/klippa-app/go-pdfium"
	pdferrors "github.com/klippa-app/go-pdfium/errors"
	"github.com/klippa-app/go-pdfium/references"
	"github.com/klippa-app/go-pdfium/requests"
	"github.com/klippa-app/go-pdfium/webassembly"
	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/experimental"

	"assay/research/text"
)

const (
	wasmPage    = 64 << 10
	pdfMemory   = 320 << 20 // of the PDF library; the process takes up to 190 MiB more
	addressRoom = 8 << 30   // of the whole process, most of it only reserved
	mostPages   = 5000
)

// ServePDF is what the process of a [PDFReader] does: it announces that it is
// ready, reads one PDF from in, and writes its text to out as JSON. It must
// have the process to itself, whose memory it limits; the process should end
// when it returns.
func ServePDF(in io.Reader, out io.Writer) error {
	limitAddressSpace(addressRoom)
	endWithParent()
	pool, err := openPDFium()
	if err != nil {
		return fmt.Errorf("load the PDF library: %w", err)
	}
	if _, err := io.WriteString(out, pdfReady); err != nil {
		return err
	}
	limitCPU(2 * pdfWork)
	done := make(chan error, 1)
	go func() { done <- servePDF(pool, in, out) }()
	select {
	case err := <-done:
		return err
	case <-time.After(2 * pdfWork): // whoever was to stop it is gone
		return errors.New("the PDF took too long")
	}
}

// endWithParent ends the process soon after the one that started it is gone:
// nobody is left to read what it has to say.
func endWithParent() {
	parent, err := strconv.Atoi(os.Getenv(envPDFParent))
	if err != nil {
		return // whoever started it does not want that
	}
	go func() {
		for range time.Tick(200 * time.Millisecond) {
			if os.Getppid() != parent {
				os.Exit(1)
			}
		}
	}()
}

func openPDFium() (pdfium.Pool, error) {
	config := wazero.NewRuntimeConfig().WithMemoryLimitPages(pdfMemory / wasmPage)
	if dir := os.Getenv(envPDFCache); dir != "" {
		cache, err := wazero.NewCompilationCacheWithDir(dir)
		if err != nil {
			return nil, err
		}
		config = config.WithCompilationCache(cache)
	}
	return webassembly.Init(webassembly.Config{
		Context:       experimental.WithMemoryAllocator(context.Background(), experimental.MemoryAllocatorFunc(reserve)),
		MaxTotal:      1,
		RuntimeConfig: config,
		FSConfig:      wazero.NewFSConfig(), // no files
		Stdout:        io.Discard,
		Stderr:        io.Discard,
	})
}

// A room is the memory of the PDF library: reserved at once, since memory that
// grows by being copied is there twice while it is, and taken as it is used.
type room []byte

func reserve(_, most uint64) experimental.LinearMemory {
	return room(make([]byte, min(most, pdfMemory)))
}

func (r room) Reallocate(size uint64) []byte {
	if size > uint64(len(r)) {
		return nil
	}
	return r[:size]
}

func (r room) Free() {}

func servePDF(pool pdfium.Pool, in io.Reader, out io.Writer) error {
	body, err := io.ReadAll(in)
	if err != nil || len(body) == 0 {
		return err
	}
	instance, err := pool.GetInstance(pdfWork)
	if err != nil {
		return err
	}
	return json.NewEncoder(out).Encode(readPDF(instance, body))
}

// readPDF returns the text of body page by page, as far as it can be read.
func readPDF(lib pdfium.Pdfium, body []byte) pdfDocument {
	open, err := lib.OpenDocument(&requests.OpenDocument{File: &body})
	switch {
	case errors.Is(err, pdferrors.ErrPassword), errors.Is(err, pdferrors.ErrSecurity):
		return pdfDocument{Error: "encrypted PDF"}
	case err != nil:
		return pdfDocument{Error: errPDF.Reason}
	}
	var p pdfDocument
	p.describe(lib, open.Document)
	count, err := lib.FPDF_GetPageCount(&requests.FPDF_GetPageCount{Document: open.Document})
	if err != nil {
		return pdfDocument{Error: errPDF.Reason}
	}
	size, broken := 0, 0
	for i := range count.PageCount {
		if size >= longestText || i >= mostPages {
			p.Truncated = true
			break
		}
		page, err := lib.GetPageText(&requests.GetPageText{Page: requests.Page{ByIndex: &requests.PageByIndex{Document: open.Document, Index: i}}})
		if err != nil {
			broken++
			continue
		}
		cut := text.Head(page.Text, longestText-size)
		p.Truncated = p.Truncated || len(cut) < len(page.Text)
		p.Pages = append(p.Pages, cut)
		size += len(cut)
	}
	if len(p.Pages) == 0 && broken > 0 {
		return pdfDocument{Error: errPDF.Reason}
	}
	return p
}

// describe notes what the document says about itself.
func (p *pdfDocument) describe(lib pdfium.Pdfium, doc references.FPDF_DOCUMENT) {
	tags, err := lib.GetMetaData(&requests.GetMetaData{Document: doc})
	if err != nil {
		return
	}
	for _, t := range tags.Tags {
		switch t.Tag {
		case "Title":
			p.Title = t.Value
		case "Author":
			p.Author = t.Value
		case "CreationDate":
			p.Created = pdfDate(t.Value)
		}
	}
}

var pdfDateForm = regexp.MustCompile(`^(?:D:)?(\d{4})(\d\d)(\d\d)`)

// pdfDate returns a date in the form of PDF 32000-1, section 7.9.4, as
// YYYY-MM-DD, "" if it is none.
func pdfDate(s string) string {
	m := pdfDateForm.FindStringSubmatch(s)
	if m == nil {
		return ""
	}
	date := m[1] + "-" + m[2] + "-" + m[3]
	if _, err := time.Parse(time.DateOnly, date); err != nil {
		return ""
	}
	return date
}
