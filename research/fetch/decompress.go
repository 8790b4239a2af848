package fetch

import (
	"bufio"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"errors"
	"io"
	"strings"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/zstd"

	"assay/research/port"
)

// encodings are the content codings that decompress knows, for Accept-Encoding.
const encodings = "gzip, br, zstd, deflate"

// decompress undoes the content coding of a body. A body coded twice is
// refused: no honest server sends one, and 4 KB of it can hold a gigabyte.
// Reading from the result must be limited by the caller.
func decompress(body io.Reader, codings []string) (io.ReadCloser, error) {
	var used []string
	for c := range strings.SplitSeq(strings.ToLower(strings.Join(codings, ",")), ",") {
		if c = strings.TrimSpace(c); c != "" && c != "identity" {
			used = append(used, c)
		}
	}
	br := bufio.NewReader(body)
	if _, err := br.Peek(1); len(used) == 0 || err != nil {
		return io.NopCloser(br), nil // an empty body is one however it is coded
	}
	if len(used) == 1 {
		return decoder(used[0], br)
	}
	return nil, port.Fail(port.Blocked, "compressed more than once")
}

func decoder(coding string, body *bufio.Reader) (io.ReadCloser, error) {
	switch coding {
	case "gzip", "x-gzip":
		r, err := gzip.NewReader(body)
		if err != nil {
			return nil, undecodable(err)
		}
		return decoded{r, r.Close}, nil
	case "br":
		return decoded{brotli.NewReader(body), nothing}, nil
	case "zstd":
		// RFC 9659: windows beyond 8 MiB are not for the web.
		r, err := zstd.NewReader(body, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(8<<20), zstd.WithDecoderMaxMemory(64<<20))
		if err != nil {
			return nil, undecodable(err)
		}
		return decoded{r, func() error { r.Close(); return nil }}, nil
	case "deflate":
		return inflate(body)
	}
	return nil, port.Fail(port.Blocked, "unknown content encoding")
}

// inflate reads deflate in both forms that servers send: with the zlib header
// that the standard asks for, and without.
func inflate(body *bufio.Reader) (io.ReadCloser, error) {
	head, _ := body.Peek(2)
	if len(head) == 2 && head[0]&0x0f == 8 && (int(head[0])<<8|int(head[1]))%31 == 0 {
		r, err := zlib.NewReader(body)
		if err != nil {
			return nil, undecodable(err)
		}
		return decoded{r, r.Close}, nil
	}
	r := flate.NewReader(body)
	return decoded{r, r.Close}, nil
}

// A decoded body reports what its decoder cannot read as a Failure.
type decoded struct {
	io.Reader
	close func() error
}

func (d decoded) Read(p []byte) (int, error) {
	n, err := d.Reader.Read(p)
	if err != nil && err != io.EOF {
		err = undecodable(err)
	}
	return n, err
}

func (d decoded) Close() error { return d.close() }

func nothing() error { return nil }

// undecodable returns err as a Failure, unless it is an end that came too early.
func undecodable(err error) error {
	if errors.Is(err, io.ErrUnexpectedEOF) {
		return err
	}
	return port.Fail(port.Blocked, "damaged in transfer")
}
