package fetch

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"mime"
	"net/http"
	"slices"

	"assay/research/port"
)

const (
	typeHTML  = "text/html"
	typeXHTML = "application/xhtml+xml"
	typePlain = "text/plain"
	typePDF   = "application/pdf"
)

// textTypes are the media types that are text as it stands.
var textTypes = []string{typePlain, "text/markdown", "text/x-markdown"}

// readBody reads r to its end and says what media type it is. It stops where a
// body is no text at all, and where it grows beyond the limit of its type.
func readBody(r io.Reader, declared string, l limits) (body []byte, media string, err error) {
	br := bufio.NewReaderSize(r, 1024)
	head, err := br.Peek(1024)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, "", err
	}
	media = sniff(declared, head)
	limit := l.text
	switch {
	case media == typePDF:
		limit = l.pdf
	case !readable(media):
		return nil, "", notText(media)
	}
	body, err = io.ReadAll(io.LimitReader(br, limit+1))
	if err != nil {
		return nil, "", err
	}
	if int64(len(body)) > limit {
		return nil, "", port.Fail(port.Blocked, "larger than %d MiB", limit>>20)
	}
	return body, media, nil
}

// sniff returns the media type of a document: the declared one, unless that
// says nothing or is wrong about being a PDF.
func sniff(declared string, head []byte) string {
	if bytes.HasPrefix(bytes.TrimLeft(head, "\x00\t\n\f\r \xef\xbb\xbf"), []byte("%PDF-")) {
		return typePDF
	}
	media, _, err := mime.ParseMediaType(declared)
	if err != nil && !errors.Is(err, mime.ErrInvalidMediaParameter) || media == "application/octet-stream" || media == typePDF {
		media, _, _ = mime.ParseMediaType(http.DetectContentType(head))
	}
	return media
}

func readable(media string) bool {
	return media == typeHTML || media == typeXHTML || media == typePDF || slices.Contains(textTypes, media)
}

func notText(media string) error { return port.Fail(port.Blocked, "not text: %s", media) }
