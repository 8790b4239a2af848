package live

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"hash/crc32"
	"sync"
)

// A Piece is a part of a stream or of a page, plain and packed. Every viewer is
// sent the same bytes: what is drawn for one is drawn for all, and packed once.
type Piece struct{ Plain, Packed []byte }

// Pack returns a piece.
func Pack(plain []byte) Piece { return Piece{plain, packed(plain)} }

// A packed stream is gzip (RFC 1952) put together from pieces: each is deflated
// by itself, so that it fits behind any other, and ends with a byte.
var (
	packHead = []byte{0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff}
	packEnd  = []byte{1, 0, 0, 0xff, 0xff} // the last block, which is empty
)

// packers deflate. Each takes about a megabyte.
var packers = sync.Pool{New: func() any {
	z, _ := flate.NewWriter(nil, 5) // fails at levels that do not exist
	return z
}}

// packed returns a piece of a packed stream.
func packed(plain []byte) []byte {
	z := packers.Get().(*flate.Writer)
	defer packers.Put(z)
	var b bytes.Buffer
	z.Reset(&b)
	z.Write(plain) // a buffer takes all
	z.Flush()
	return b.Bytes()
}

// A packing keeps what the end of a packed stream must say of all its pieces.
type packing struct {
	sum  uint32
	size uint32
}

func (p *packing) add(plain []byte) {
	p.sum = crc32.Update(p.sum, crc32.IEEETable, plain)
	p.size += uint32(len(plain))
}

// end returns the end of the stream.
func (p *packing) end() []byte {
	b := binary.LittleEndian.AppendUint32(bytes.Clone(packEnd), p.sum)
	return binary.LittleEndian.AppendUint32(b, p.size)
}

// Join returns pieces as one packed stream: gzip (RFC 1952).
func Join(pieces ...Piece) []byte {
	var p packing
	b := bytes.Clone(packHead)
	for _, e := range pieces {
		p.add(e.Plain)
		b = append(b, e.Packed...)
	}
	return append(b, p.end()...)
}
