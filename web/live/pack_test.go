package live

import (
	"compress/gzip"
	"io"
	"strings"
	"testing"
)

// A packed stream is read as it comes, piece by piece, and ends as gzip does.
func TestPackedPiecesAreOneStream(t *testing.T) {
	var p packing
	read, write := io.Pipe()
	pieces := []string{"one", strings.Repeat("two ", 50000), "", "one"}
	got := make(chan string)
	go func() {
		z, err := gzip.NewReader(read)
		if err != nil {
			t.Error(err)
		}
		for _, piece := range pieces {
			b := make([]byte, len(piece))
			if _, err := io.ReadFull(z, b); err != nil {
				t.Error(err)
			}
			got <- string(b)
		}
		if _, err := z.Read(make([]byte, 1)); err != io.EOF {
			t.Errorf("the stream ends with %v", err)
		}
		close(got)
	}()
	send := make(chan []byte, 1)
	go func() {
		for b := range send {
			write.Write(b)
		}
		write.Close()
	}()
	send <- packHead
	for _, piece := range pieces {
		p.add([]byte(piece))
		send <- packed([]byte(piece))
		if g := <-got; g != piece {
			t.Errorf("read %.20q of %.20q", g, piece)
		}
	}
	send <- p.end()
	close(send)
	<-got
}
