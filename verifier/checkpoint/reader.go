package checkpoint

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"gospin/verifier/files"
)

// Damaged is the error if a file is not what was written.
type Damaged struct {
	Path string
	Why  string
}

func (e *Damaged) Error() string { return e.Path + " is damaged: " + e.Why }

// Reader reads what a Writer has written. It keeps the first error; after that, all values are 0 or empty.
type Reader struct {
	path   string
	from   io.Reader
	close  func() error
	head   [headBytes]byte
	buffer []byte
	block  []byte // the rest of the current one
	number uint32
	file   uint64
	left   int64 // bytes of the blocks that have not been read
	last   bool
	err    error
}

// OpenReader checks all blocks of a file, and returns a Reader of it. An error may be Damaged.
func OpenReader(path string) (*Reader, error) {
	f, err := files.Open(path)
	if err != nil {
		return nil, err
	}
	r, err := newReader(path, f)
	if err != nil {
		_ = f.Close()
		return nil, err
	}
	r.close = f.Close
	return r, nil
}

// newReader returns a Reader of a file whose blocks were checked.
func newReader(path string, from io.ReadSeeker) (*Reader, error) {
	size, err := from.Seek(0, io.SeekEnd)
	for look := true; err == nil; look = false {
		if _, err = from.Seek(0, io.SeekStart); err != nil {
			break
		}
		r := &Reader{path: path, from: bufio.NewReaderSize(from, 1<<16), left: size}
		if !look {
			return r, nil
		}
		for !r.last && r.err == nil {
			r.next()
		}
		if r.err == nil && r.left > 0 {
			r.damaged("there is more behind its end")
		}
		err = r.err
	}
	return nil, err
}

func (r *Reader) damaged(format string, a ...any) {
	if r.err == nil {
		r.err = &Damaged{r.path, fmt.Sprintf(format, a...)}
	}
	r.block = nil
}

// next reads the next block. There must have been no error.
func (r *Reader) next() {
	if r.last {
		r.damaged("something is missing at its end")
		return
	}
	if !r.fill(r.head[:]) {
		return
	}
	word := func(at int) uint32 { return binary.LittleEndian.Uint32(r.head[at:]) }
	if word(atMagic) != magic {
		r.damaged("block %d does not begin as a block", r.number)
		return
	}
	n := word(atLength) &^ lastBlock
	if n > maxBytes {
		r.damaged("block %d is too long", r.number)
		return
	}
	if r.buffer == nil {
		r.buffer = make([]byte, headBytes+maxBytes)
	}
	b := r.buffer[:headBytes+n]
	if copy(b, r.head[:]); !r.fill(b[headBytes:]) {
		return
	}
	id := binary.LittleEndian.Uint64(r.head[atFile:])
	if r.number == 0 {
		r.file = id
	}
	switch {
	case sum(b) != word(atSum):
		r.damaged("the checksum of block %d is wrong", r.number)
	case word(atNumber) != r.number:
		r.damaged("block %d is at the place of block %d", word(atNumber), r.number)
	case id != r.file:
		r.damaged("block %d is of another file", r.number)
	default:
		r.block = b[headBytes:]
		r.last = word(atLength)&lastBlock != 0
		r.number++
	}
}

// fill fills a slice.
func (r *Reader) fill(b []byte) bool {
	_, err := io.ReadFull(r.from, b)
	switch {
	case err == nil:
		r.left -= int64(len(b))
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		r.damaged("it ends within block %d", r.number)
	default:
		r.err = err
	}
	return err == nil
}

// more reports whether anything is left in the current block or the next one.
func (r *Reader) more() bool {
	for r.err == nil && len(r.block) == 0 {
		r.next()
	}
	return r.err == nil
}

// Begin reads the beginning of a section.
func (r *Reader) Begin(section string) {
	if got := r.Text(); r.err == nil && got != section {
		r.damaged("%q stands where %q is expected", got, section)
	}
}

// Uint reads a number.
func (r *Reader) Uint() uint64 {
	if !r.more() {
		return 0
	}
	v, n := binary.Uvarint(r.block)
	if n <= 0 {
		r.damaged("block %d has no number where one is expected", r.number-1)
		return 0
	}
	r.block = r.block[n:]
	return v
}

// Int reads a number up to a maximum.
func (r *Reader) Int(most int) int {
	v := r.Uint()
	if v > uint64(most) {
		r.damaged("block %d has a number that is too large: %d", r.number-1, v)
		return 0
	}
	return int(v)
}

// Bool reads a truth value.
func (r *Reader) Bool() bool { return r.Int(1) == 1 }

// Words fills a slice with words. It returns false if there was an error.
func (r *Reader) Words(dst []uint64) bool {
	if len(dst) > 0 && !r.more() {
		return false
	}
	if len(r.block) < 8*len(dst) {
		r.damaged("block %d ends within a row of words", r.number-1)
		return false
	}
	for i := range dst {
		dst[i] = binary.LittleEndian.Uint64(r.block[8*i:])
	}
	r.block = r.block[8*len(dst):]
	return r.err == nil
}

// Bytes reads bytes.
func (r *Reader) Bytes() []byte {
	n := r.Uint()
	if n > uint64(r.left)+uint64(len(r.block)) {
		r.damaged("block %d has a length that is too large: %d", max(r.number, 1)-1, n)
		return nil
	}
	out := make([]byte, 0, n)
	for uint64(len(out)) < n && r.more() {
		part := r.block[:min(uint64(len(r.block)), n-uint64(len(out)))]
		out, r.block = append(out, part...), r.block[len(part):]
	}
	if r.err != nil {
		return nil
	}
	return out
}

// Text reads a text.
func (r *Reader) Text() string { return string(r.Bytes()) }

// Fail makes the reader refuse a file whose values make no sense.
func (r *Reader) Fail(format string, a ...any) { r.damaged(format, a...) }

// Err returns the first error.
func (r *Reader) Err() error { return r.err }

// End returns Err, or an error if anything is left.
func (r *Reader) End() error {
	for r.err == nil && len(r.block) == 0 && !r.last {
		r.next()
	}
	if r.err == nil && len(r.block) > 0 {
		r.damaged("not all of it was expected")
	}
	return r.err
}

// Close closes the file.
func (r *Reader) Close() error {
	if r.close == nil {
		return nil
	}
	return r.close()
}
