package fetch

import (
	"bytes"
	"compress/zlib"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"assay/research/port"
	"assay/research/researchtest/corpora"
)

func readFile(t testing.TB, path string) []byte {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestPDFsAreFetched(t *testing.T) {
	body := readFile(t, corpora.Path(t, "pdf", "py-pdf", "026-latex-multicolumn__multicolumn.pdf"))
	url := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/octet-stream")
		w.Write(body)
	})
	p, err := newLocal(t).Fetch(context.Background(), url)
	if err != nil {
		t.Fatal(err)
	}
	if p.Type != "application/pdf" || p.Published != "2024-01-03" || p.Extractor != "pdfium/1.19.8" || p.RawHash != digest(body) {
		t.Errorf("got %+v", p)
	}
	// The sentence runs over three lines of a column and two hyphens.
	for _, want := range []string{
		"This is a sample document with two columns filled with Lorem Ipsum text.",
		"Nam arcu libero, nonummy eget, consectetuer id, vulputate a, magna.",
		"Curabitur auctor semper nulla.",
	} {
		if !strings.Contains(p.Text, want) {
			t.Errorf("no %q in\n%s", want, p.Text)
		}
	}
	if n := strings.Count(p.Text, "\n\n"); n < 10 || n > 60 {
		t.Errorf("%d paragraphs", n)
	}
}

func TestEncryptedPDFsAreBlocked(t *testing.T) {
	body := readFile(t, corpora.Path(t, "pdf", "py-pdf", "005-libreoffice-writer-password__libreoffice-writer-password.pdf"))
	p, err := newLocal(t).Extract(context.Background(), "secret.pdf", "application/pdf", body)
	wantError(t, p, err, port.Blocked, "encrypted PDF")
}

// Every PDF of the corpus, and damaged copies: the process that reads them may
// die, this one may not, and each ends within its limits. With -long
// there are more of them.
func TestDamagedPDFsHarmNoOne(t *testing.T) {
	files, err := filepath.Glob(corpora.Path(t, "pdf", "py-pdf") + "/*.pdf")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	mutations := 6
	if *long {
		mutations = 200
	}
	f := newLocal(t)
	if err := f.pdf.Warm(context.Background()); err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(1, 2))
	type job struct {
		name string
		body []byte
	}
	var jobs []job
	for i, name := range files {
		if !*long && i%4 != 0 {
			continue
		}
		jobs = append(jobs, job{name, readFile(t, name)})
	}
	for i := range mutations {
		name := files[i%len(files)]
		jobs = append(jobs, job{name + " damaged", damage(random, readFile(t, name))})
	}
	for name, body := range hostilePDFs() {
		if *long || !strings.HasPrefix(name, "slow: ") {
			jobs = append(jobs, job{name, body})
		}
	}
	jobs = append(jobs, job{"only a header", []byte("%PDF-1.7\n")}, job{"header and noise", append([]byte("%PDF-1.7\n"), bytes.Repeat([]byte("<<[("), 1<<16)...)})

	read, blocked, slowest := 0, 0, time.Duration(0)
	var mu sync.Mutex
	var wg sync.WaitGroup
	for part := range slices.Chunk(jobs, (len(jobs)+1)/2) {
		wg.Go(func() {
			for _, j := range part {
				start := time.Now()
				p, err := f.Extract(context.Background(), j.name, "application/pdf", j.body)
				took := time.Since(start)
				if took > 10*time.Second {
					t.Errorf("%s: took %s", j.name, took)
				}
				mu.Lock()
				slowest = max(slowest, took)
				switch {
				case err == nil && len(p.Text) <= longestText:
					read++
				case failure(err) != nil && failure(err).Class == port.Blocked:
					blocked++
				default:
					t.Errorf("%s: %d bytes, %v", j.name, len(p.Text), err)
				}
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	t.Logf("%d PDFs: %d read, %d blocked, each in %s; their processes had at most %d MiB", len(jobs), read, blocked, slowest.Round(time.Millisecond), largestChild()>>20)
	if largestChild() > 512<<20 {
		t.Errorf("a process had %d MiB", largestChild()>>20)
	}
	if read < 5 {
		t.Errorf("only %d read", read)
	}
}

// hostilePDFs are documents that are small and ask for much: pages that are
// their own parents, a page many thousand times over, a stream that unpacks to
// a gigabyte, and dictionaries in dictionaries.
func hostilePDFs() map[string][]byte {
	var zipped bytes.Buffer
	z := zlib.NewWriter(&zipped)
	_, _ = io.CopyN(z, zeros{}, 256<<20)
	_ = z.Close()
	stream := func(dict string, body string) string {
		return fmt.Sprintf("<<%s /Length %d>>\nstream\n%s\nendstream", dict, len(body), body)
	}
	first := "<</Type /Catalog /Pages 2 0 R>>"
	page := "<</Type /Page /Parent 2 0 R /MediaBox [0 0 99999 99999] /Contents 4 0 R /Resources <</Font <</F 5 0 R>> /XObject <</X 4 0 R>>>>>>"
	font := "<</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>"
	return map[string][]byte{
		"a page tree that is a circle":   pdf(first, "<</Type /Pages /Count 9 /Kids [2 0 R 2 0 R]>>"),
		"a page 4,000 times":             pdf(first, "<</Type /Pages /Count 4000 /Kids ["+strings.Repeat("3 0 R ", 4000)+"]>>", page, stream("", "BT /F 9 Tf (word) Tj ET"), font),
		"two thousand million pages":     pdf(first, "<</Type /Pages /Count 2000000000 /Kids [3 0 R]>>", page, stream("", ""), font),
		"a bomb":                         pdf(first, "<</Type /Pages /Count 1 /Kids [3 0 R]>>", page, stream("/Filter /FlateDecode", zipped.String()), font),
		"slow: a bomb in a bomb":         pdf(first, "<</Type /Pages /Count 1 /Kids [3 0 R]>>", page, stream("/Filter [/FlateDecode /RunLengthDecode /FlateDecode]", zipped.String()), font),
		"slow: much text":                pdf(first, "<</Type /Pages /Count 1 /Kids [3 0 R]>>", page, stream("", "BT /F 9 Tf "+strings.Repeat("(word word word word) Tj 0 9 Td ", 300_000)+"ET"), font),
		"slow: a form that draws itself": pdf(first, "<</Type /Pages /Count 1 /Kids [3 0 R]>>", page, stream("/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources <</XObject <</X 4 0 R>>>>", strings.Repeat("/X Do ", 1000)), font),
		"slow: nested arrays":            pdf(first, "<</Type /Pages /Count 1 /Kids "+strings.Repeat("[", 1<<20)),
		"nested dictionaries":            pdf("<</Type /Catalog /Pages "+strings.Repeat("<</A ", 1<<20), ""),
	}
}

// pdf returns a document of objects, numbered from 1.
func pdf(objects ...string) []byte {
	var b bytes.Buffer
	b.WriteString("%PDF-1.7\n")
	var at []int
	for i, o := range objects {
		at = append(at, b.Len())
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", i+1, o)
	}
	table := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(at)+1)
	for _, n := range at {
		fmt.Fprintf(&b, "%010d 00000 n \n", n)
	}
	fmt.Fprintf(&b, "trailer <</Size %d /Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n", len(at)+1, table)
	return b.Bytes()
}

// damage overwrites some bytes of a document, or loses a part of it.
func damage(r *rand.Rand, b []byte) []byte {
	b = bytes.Clone(b)
	switch r.IntN(4) {
	case 0:
		return b[:r.IntN(len(b))]
	case 1:
		i := r.IntN(len(b))
		return slices.Delete(b, i, min(len(b), i+r.IntN(200)))
	}
	for range 1 + r.IntN(50) {
		b[r.IntN(len(b))] = byte(r.Uint32())
	}
	return b
}

func TestPDFProcessGetsNoSecrets(t *testing.T) {
	t.Setenv("OPENAI_API_KEY", "sk-secret")
	for _, v := range (PDFReader{}).environ() {
		if strings.Contains(v, "secret") {
			t.Errorf("environment has %s", v)
		}
	}
}

func TestPDFProcessThatMisbehaves(t *testing.T) {
	for script, reason := range map[string]string{
		"exit 0":                      "did not start",
		"echo nonsense":               "did not start",
		"echo ready; exit 3":          "could not be read",
		"echo ready; echo '{\"pages'": "could not be read",
	} {
		_, err := PDFReader{Command: []string{"/bin/sh", "-c", script}}.read(context.Background(), []byte("%PDF-"))
		if f := failure(err); f == nil || !strings.Contains(f.Reason, reason) {
			t.Errorf("%s: %v", script, err)
		}
	}
	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	start := time.Now()
	hung := PDFReader{Command: []string{"/bin/sh", "-c", "echo ready; sleep 100"}}
	if _, err := hung.read(ctx, nil); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("after the context ended: %v", err)
	}
	if *long {
		_, err := hung.read(context.Background(), nil)
		wantError(t, port.Page{}, err, port.Blocked, "PDF took longer than 8s")
	}
	if took := time.Since(start); took > 30*time.Second {
		t.Errorf("took %s", took)
	}
}

func TestPDFReplyIsBounded(t *testing.T) {
	r := PDFReader{Command: []string{"/bin/sh", "-c", "echo ready; exec yes"}}
	reply, err := r.run(context.Background(), nil)
	if err != nil || len(reply) != pdfReply {
		t.Errorf("%d bytes, %v", len(reply), err)
	}
	if err := json.Unmarshal(reply, new(pdfDocument)); err == nil {
		t.Error("that was no reply")
	}
}

func TestReflow(t *testing.T) {
	page := "A Heading\r\nThe first line of a paragraph that is long enough to\r\nshow where the margin of the page is, and the second\r\nline goes on to end here.\r\nA new paragraph starts with this line and it goes on\r\nand on and on.\r\n\r\n1"
	want := "A Heading\n\nThe first line of a paragraph that is long enough to show where the margin of the page is, and the second line goes on to end here.\n\nA new paragraph starts with this line and it goes on and on and on.\n\n1"
	if got := reflow(page); got != want {
		t.Errorf("got %q", got)
	}
	if got := reflow(""); got != "" {
		t.Errorf("got %q", got)
	}
}

func TestPDFDates(t *testing.T) {
	for in, want := range map[string]string{"D:20240103120000+01'00'": "2024-01-03", "20240103": "2024-01-03", "D:2024": "", "D:20241303": "", "yesterday": ""} {
		if got := pdfDate(in); got != want {
			t.Errorf("%q: got %q, want %q", in, got, want)
		}
	}
}
