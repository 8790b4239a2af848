package llm

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"time"
)

var (
	errIdle = errors.New("the stream fell silent")
	errLine = errors.New("a line without end")
)

// events is the body of a stream of server-sent events as go-openai's reader
// needs it: without comments (it takes keep-alives for errors), every line
// ended, and io.EOF only after [DONE]. A stream that ends without is
// io.ErrUnexpectedEOF, one that is silent for maxIdle is errIdle.
type events struct {
	ctx    context.Context
	cancel context.CancelCauseFunc
	body   io.Closer
	lines  *bufio.Reader
	left   *io.LimitedReader
	silent *time.Timer
	line   []byte // of the current line, what is not yet read
	done   bool   // [DONE] was seen
}

func newEvents(ctx context.Context, cancel context.CancelCauseFunc, body io.ReadCloser) *events {
	left := &io.LimitedReader{R: body, N: maxStream}
	silent := time.AfterFunc(maxIdle, func() { cancel(errIdle) })
	return &events{ctx: ctx, cancel: cancel, body: body, lines: bufio.NewReader(left), left: left, silent: silent}
}

func (e *events) Read(p []byte) (int, error) {
	for len(e.line) == 0 {
		if err := e.next(); err != nil {
			return 0, err
		}
	}
	n := copy(p, e.line)
	e.line = e.line[n:]
	return n, nil
}

// next reads a line. It leaves e.line empty for one that holds no data.
func (e *events) next() error {
	line, err := e.readLine()
	e.silent.Reset(maxIdle)
	data, isData := bytes.CutPrefix(bytes.TrimSpace(line), []byte("data:"))
	data = bytes.TrimSpace(data)
	last := string(data) == "[DONE]"
	switch {
	case err != nil && !last && !json.Valid(data): // nothing, or a line cut in the middle
		return e.end(err)
	case isData && len(data) > 0:
		e.done = e.done || last
		e.line = append(append([]byte("data: "), data...), '\n')
		if data[0] == '{' { // a space after the brace hides {"error": from go-openai, which would swallow the rest
			e.line = append(append([]byte("data: { "), data[1:]...), '\n')
		}
	}
	return nil
}

// readLine reads to the end of a line, which must not be longer than a whole body
// may be: a line is held in memory several times over.
func (e *events) readLine() (line []byte, err error) {
	for {
		piece, err := e.lines.ReadSlice('\n')
		if line = append(line, piece...); !errors.Is(err, bufio.ErrBufferFull) {
			return line, err
		}
		if len(line) > maxBody {
			return nil, errLine
		}
	}
}

func (e *events) end(err error) error {
	switch {
	case context.Cause(e.ctx) == errIdle:
		return errIdle
	case errors.Is(err, errLine):
		return errForm("a line of the answer's stream is larger than 8 MiB")
	case e.left.N <= 0:
		return errForm("the answer's stream is larger than 64 MiB")
	case err == io.EOF && !e.done:
		return io.ErrUnexpectedEOF
	}
	return err
}

func (e *events) Close() error {
	e.silent.Stop()
	e.cancel(nil)
	return e.body.Close()
}
