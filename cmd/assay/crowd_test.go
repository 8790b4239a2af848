package main

import (
	"bufio"
	"bytes"
	"compress/flate"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"iter"
	"net"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// A crowd watches one run over bare connections, so that it takes little beside
// the server it measures: a piece of a stream that many are sent is unpacked
// once, and known again by its checksum.
type crowd struct {
	addr, run string
	people    []*spectator
	here      sync.WaitGroup // until all have had a frame
	over      sync.WaitGroup // until all were let go

	mu    sync.RWMutex
	known map[uint32]int64 // the journal's place that a piece shows, by its checksum; 0 if it shows none
}

// A spectator is one viewer, and when it saw what.
type spectator struct {
	coding string // what it takes: Accept-Encoding
	conn   net.Conn
	seen   []sighting
	wrong  error // nil if the stream came to its proper end
}

// A sighting is a frame that arrived.
type sighting struct {
	seq int64 // of the last event in it
	at  time.Time
}

// coding returns what the nth viewer takes: what Chromium does near and far,
// and one in ten nothing, as scripts do.
func coding(n int) string {
	switch {
	case n%10 == 9:
		return "identity"
	case n%2 == 0:
		return "gzip, deflate, br, zstd"
	}
	return "gzip, deflate"
}

// gatherCrowd has n viewers begin to watch a run. They are let go when tb ends.
func gatherCrowd(tb testing.TB, n int, addr, run string) *crowd {
	c := &crowd{addr: addr, run: run, known: make(map[uint32]int64)}
	c.here.Add(n)
	busy := make(chan struct{}, 64) // connections being made: the backlog of a listener has its limits
	for i := range n {
		s := &spectator{coding: coding(i)}
		busy <- struct{}{}
		conn, err := net.Dial("tcp", addr)
		if err != nil {
			tb.Fatal(err)
		}
		s.conn, c.people = conn, append(c.people, s)
		c.over.Go(func() {
			arrived := sync.OnceFunc(func() { c.here.Done(); <-busy })
			s.wrong = c.watch(s, arrived)
			arrived() // or never will
			conn.Close()
		})
	}
	tb.Cleanup(c.leave)
	return c
}

// leave closes all connections.
func (c *crowd) leave() {
	for _, s := range c.people {
		s.conn.Close()
	}
	c.over.Wait()
}

// request is what Chromium sends for a page's stream.
const request = "GET /r/%s/events HTTP/1.1\r\nHost: %s\r\nConnection: keep-alive\r\nsec-ch-ua-platform: \"Linux\"\r\nDatastar-Request: true\r\n" +
	"User-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36\r\n" +
	"Accept: text/event-stream, text/html, application/json\r\nsec-ch-ua: \"Chromium\";v=\"140\", \"Not=A?Brand\";v=\"24\"\r\nsec-ch-ua-mobile: ?0\r\n" +
	"Sec-Fetch-Site: same-origin\r\nSec-Fetch-Mode: cors\r\nSec-Fetch-Dest: empty\r\nAccept-Encoding: %s\r\nAccept-Language: en-GB,en;q=0.9\r\n" +
	"Cookie: theme=dark; session=ABCDEFGHIJKLMNOPQRSTUVWXYZ\r\n\r\n"

// watch reads the stream to its end; it calls arrived with every frame.
func (c *crowd) watch(s *spectator, arrived func()) error {
	if _, err := fmt.Fprintf(s.conn, request, c.run, c.addr, s.coding); err != nil {
		return err
	}
	r := bufio.NewReaderSize(s.conn, 256)
	if line, err := r.ReadString('\n'); err != nil || !strings.Contains(line, " 200 ") {
		return fmt.Errorf("answered with %q: %w", line, err)
	}
	for line := ""; line != "\r\n"; {
		var err error
		if line, err = r.ReadString('\n'); err != nil {
			return err
		}
	}
	return c.follow(s, r, arrived)
}

// follow reads frames until the server ends the stream.
func (c *crowd) follow(s *spectator, r io.Reader, arrived func()) error {
	var piece []byte
	for {
		piece = slices.Grow(piece, 4<<10)
		n, err := r.Read(piece[len(piece):cap(piece)])
		piece = piece[:len(piece)+n]
		if err != nil && err != io.EOF {
			return err
		}
		if err == nil && !whole(piece) {
			continue
		}
		at := time.Now()
		for event := range events(piece) {
			if seq := c.place(event); seq > 0 {
				s.seen = append(s.seen, sighting{seq, at})
				arrived()
			}
		}
		if err == io.EOF { // the end of a packed stream may have come along with its last frame
			return nil
		}
		piece = piece[:0]
	}
}

// whole reports whether what was read ends with an event: an empty line, or,
// packed, with the mark that a compressor leaves when it is flushed.
func whole(piece []byte) bool {
	return bytes.HasSuffix(piece, marks[0]) || bytes.HasSuffix(piece, marks[1])
}

// marks are what ends an event: see whole.
var marks = [][]byte{[]byte("\n\n"), {0, 0, 0xff, 0xff}}

// events cuts what was read into events, each with its mark: who missed frames is
// sent several at once.
func events(piece []byte) iter.Seq[[]byte] {
	mark := marks[1]
	if bytes.HasPrefix(piece, []byte("event: ")) {
		mark = marks[0]
	}
	return func(yield func([]byte) bool) {
		for len(piece) > 0 {
			end := len(piece)
			if i := bytes.Index(piece, mark); i >= 0 {
				end = i + len(mark)
			}
			if !yield(piece[:end]) {
				return
			}
			if piece = piece[end:]; mark[0] == '\n' {
				piece = bytes.TrimLeft(piece, "\n") // an event may end with more of them
			}
		}
	}
}

// place returns the place in the journal that a piece shows, or 0.
func (c *crowd) place(piece []byte) int64 {
	if len(piece) < 32 { // the head or the end of a packed stream
		return 0
	}
	sum := crc32.ChecksumIEEE(piece)
	c.mu.RLock()
	seq, ok := c.known[sum]
	c.mu.RUnlock()
	if !ok {
		seq = placeOf(piece)
		c.mu.Lock()
		c.known[sum] = seq
		c.mu.Unlock()
	}
	return seq
}

// placeOf unpacks what was read, one event or several, and returns the last id.
func placeOf(piece []byte) (seq int64) {
	if !bytes.HasPrefix(piece, []byte("event: ")) {
		if piece[0] == 0x1f && piece[1] == 0x8b {
			piece = piece[10:]
		}
		unpacked, err := io.ReadAll(flate.NewReader(bytes.NewReader(piece)))
		if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) {
			panic(err)
		}
		piece = unpacked
	}
	for line := range bytes.Lines(piece) {
		if n, ok := bytes.CutPrefix(line, []byte("id: ")); ok {
			seq, _ = strconv.ParseInt(string(bytes.TrimSpace(n)), 10, 64)
		}
	}
	return seq
}
