package fetch

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"assay/research/port"
)

// A PDFReader reads PDFs in a process of their own: the parser of PDFs is the
// code most likely to fall over what a stranger wrote, and a process can be
// bounded and killed. The process gets the document on its standard input and
// nothing else: no file, no network, no environment but what it needs to run.
type PDFReader struct {
	// Command runs [ServePDF] with the process's standard input and output,
	// usually by starting the running program in another mode.
	// Without a command no PDF is read.
	Command []string

	// Cache is a directory for the compiled PDF library, private to the
	// server: without it every PDF waits some seconds for a compiler.
	// "" means assay in the user's cache directory.
	Cache string
}

const (
	pdfStart = time.Minute     // until the library is compiled; seven seconds are usual, and only once
	pdfWork  = 8 * time.Second // for the document
	pdfReply = 16 << 20        // bytes of a reply: longestText in JSON, at its worst

	pdfReady     = "ready\n"
	envPDFCache  = "ASSAY_PDF_CACHE"
	envPDFParent = "ASSAY_PDF_PARENT" // the process that the one that reads must not outlive
)

// A pdfDocument is the process's reply.
type pdfDocument struct {
	Error     string   `json:"error,omitempty"` // why there is no text
	Title     string   `json:"title"`
	Author    string   `json:"author"`
	Created   string   `json:"created"` // YYYY-MM-DD
	Pages     []string `json:"pages"`
	Truncated bool     `json:"truncated,omitempty"` // there was more text than is read
}

// Warm compiles the PDF library if it is not in the cache yet.
func (r PDFReader) Warm(ctx context.Context) error {
	_, err := r.run(ctx, nil)
	return err
}

// read returns the text of a PDF.
func (r PDFReader) read(ctx context.Context, body []byte) (document, error) {
	if len(r.Command) == 0 {
		return document{}, port.Fail(port.Blocked, "PDFs are not read here")
	}
	reply, err := r.run(ctx, body)
	if err != nil {
		if ctx.Err() != nil {
			return document{}, context.Cause(ctx)
		}
		return document{}, err
	}
	var p pdfDocument
	if json.Unmarshal(reply, &p) != nil {
		return document{}, errPDF
	}
	if p.Error != "" {
		return document{}, port.Fail(port.Blocked, "%s", p.Error)
	}
	d := document{title: p.Title, author: p.Author, published: p.Created, extractor: "pdfium/1.19.8"}
	if p.Truncated {
		d.extractor += cutNote
	}
	for i, page := range p.Pages {
		p.Pages[i] = strings.TrimSpace(reflow(page))
	}
	d.text = strings.Join(p.Pages, "\n\n")
	return d, nil
}

var errPDF = &port.Failure{Class: port.Blocked, Reason: "PDF could not be read"}

// run starts the process, waits until it is ready, gives it body and returns
// its reply. The process does not outlive the call.
func (r PDFReader) run(ctx context.Context, body []byte) ([]byte, error) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	cmd := exec.CommandContext(ctx, r.Command[0], r.Command[1:]...)
	cmd.Env = r.environ()
	cmd.Stdin = bytes.NewReader(body)
	cmd.WaitDelay = time.Second
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, fmt.Errorf("start the PDF reader: %w", err)
	}
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("start the PDF reader: %w", err)
	}
	defer func() {
		stop()
		_ = cmd.Wait()
	}()
	context.AfterFunc(ctx, func() { out.Close() }) // should anything else hold the other end
	limit := time.AfterFunc(pdfStart, stop)
	defer limit.Stop()
	ready := make([]byte, len(pdfReady))
	if _, err := io.ReadFull(out, ready); err != nil || string(ready) != pdfReady {
		return nil, port.Fail(port.Unavailable, "the PDF reader did not start")
	}
	limit.Reset(pdfWork)
	reply, err := io.ReadAll(io.LimitReader(out, pdfReply))
	if ctx.Err() != nil {
		return nil, port.Fail(port.Blocked, "PDF took longer than %s", pdfWork)
	}
	if err != nil {
		return nil, errPDF
	}
	return reply, nil
}

// environ returns what the process needs of the environment, which may hold secrets.
func (r PDFReader) environ() []string {
	env := []string{"GOMEMLIMIT=448MiB", "GOMAXPROCS=2", "TMPDIR=" + os.TempDir(), envPDFCache + "=" + r.cache(), fmt.Sprint(envPDFParent, "=", os.Getpid())}
	if root, ok := os.LookupEnv("SYSTEMROOT"); ok { // Windows starts nothing without
		env = append(env, "SYSTEMROOT="+root)
	}
	return env
}

func (r PDFReader) cache() string {
	if r.Cache != "" {
		return r.Cache
	}
	if dir, err := os.UserCacheDir(); err == nil {
		return filepath.Join(dir, "assay", "pdf")
	}
	return ""
}
