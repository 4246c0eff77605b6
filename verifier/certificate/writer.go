package certificate

import (
	"bufio"
	"bytes"
	"cmp"
	"compress/flate"
	"container/heap"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"gospin/verifier/files"
)

// About is what a certificate says of itself.
type About struct {
	Model string // its path
	Text  string // preprocessed
}

// Writer gathers states.
type Writer struct {
	folder string
	size   int // bytes of a chunk
	chunk  []byte
	sizes  []uint32
	runs   []files.Scratch
	n      uint64
	bytes  uint64
	on     func() error
}

// minSize is what a chunk has at least.
const minSize = 1 << 16

// New returns a writer that takes about as much memory as it may, and puts chunks into a folder. On is asked
// now and then whether to go on.
func New(folder string, memory int64, on func() error) *Writer {
	return &Writer{folder: folder, size: max(minSize, int(memory/2)), on: on}
}

// Len is how many states were added.
func (w *Writer) Len() uint64 { return w.n }

// Add adds a state, each once.
func (w *Writer) Add(state []byte) error {
	if len(w.chunk)+28*len(w.sizes)+len(state) > w.size {
		if err := w.spill(); err != nil {
			return err
		}
	}
	w.chunk, w.sizes = append(w.chunk, state...), append(w.sizes, uint32(len(state)))
	w.n, w.bytes = w.n+1, w.bytes+uint64(len(state))
	return nil
}

// compare orders states: shorter ones come first.
func compare(a, b []byte) int {
	return cmp.Or(cmp.Compare(len(a), len(b)), bytes.Compare(a, b))
}

// sorted returns the states of the chunk in order.
func (w *Writer) sorted() [][]byte {
	out, at := make([][]byte, len(w.sizes)), 0
	for i, n := range w.sizes {
		out[i] = w.chunk[at : at+int(n) : at+int(n)]
		at += int(n)
	}
	slices.SortFunc(out, compare)
	return out
}

// maxRuns is how many files are open at most.
const maxRuns = 256

// spill writes the chunk to a file of its own, in order. Where there are many, they are merged with it.
func (w *Writer) spill() (err error) {
	f, err := files.NewScratch(w.folder)
	if err != nil {
		return &files.Error{Path: w.folder, Err: err}
	}
	before := w.runs
	if len(before) < maxRuns {
		w.runs = nil
	}
	err = w.merge(f)
	if len(before) == maxRuns {
		w.Discard()
		before = nil
	}
	if w.runs = append(before, f); errors.As(err, new(*os.PathError)) {
		return &files.Error{Path: w.folder, Err: err}
	} else if err != nil {
		return err
	}
	w.chunk, w.sizes = w.chunk[:0], w.sizes[:0]
	return nil
}

// Discard gives all up, or what is left when the file is written.
func (w *Writer) Discard() {
	for _, f := range w.runs {
		_ = f.Close()
	}
	w.runs, w.chunk, w.sizes = nil, nil, nil
}

// Write writes the certificate, and returns how long it is.
func (w *Writer) Write(path string, about About) (size int64, err error) {
	err = files.Write(path, func(to io.Writer) error {
		sum := sha256.New()
		out := &counted{to: io.MultiWriter(to, sum)}
		head := fmt.Sprintf("gospin certificate 1\nmodel %s\nrules raw\nsha256 %x\nstates %d\nbytes %d\ntext %d\n",
			filepath.ToSlash(about.Model), sha256.Sum256([]byte(about.Text)), w.n, w.bytes, len(about.Text))
		if _, err := io.WriteString(out, head+about.Text); err != nil {
			return err
		}
		packed, err := flate.NewWriter(out, flate.BestSpeed)
		if err != nil {
			return err
		}
		if err = w.merge(packed); err == nil {
			err = packed.Close()
		}
		if err == nil {
			_, err = out.Write(sum.Sum(nil))
		}
		size = out.n
		return err
	})
	return size, err
}

// counted counts what is written.
type counted struct {
	to io.Writer
	n  int64
}

func (c *counted) Write(p []byte) (int, error) {
	n, err := c.to.Write(p)
	c.n += int64(n)
	return n, err
}

// merge writes all states in order.
func (w *Writer) merge(to io.Writer) error {
	b := bufio.NewWriterSize(to, 1<<16)
	t := teller{to: b}
	last := w.sorted()
	var open sources
	for _, f := range w.runs {
		if _, err := f.Seek(0, io.SeekStart); err != nil {
			return err
		}
		r := &source{in: bufio.NewReaderSize(f, 1<<16)}
		if ok, err := r.next(); err != nil {
			return err
		} else if ok {
			open = append(open, r)
		}
	}
	heap.Init(&open)
	for i := 0; len(open) > 0 || len(last) > 0; i++ {
		if i&0xffff == 0 {
			if err := w.on(); err != nil {
				return err
			}
		}
		if len(open) == 0 || len(last) > 0 && compare(last[0], open[0].state) < 0 {
			t.tell(last[0])
			last = last[1:]
			continue
		}
		t.tell(open[0].state)
		if ok, err := open[0].next(); err != nil {
			return err
		} else if ok {
			heap.Fix(&open, 0)
		} else {
			heap.Pop(&open)
		}
	}
	return b.Flush()
}

// teller writes states in order, each by its differences to the one before: how many bytes are others, and
// for each how many are the same before it, and what it is. 0 bytes say that the length is another one, which
// follows; what it has more is 0 then.
type teller struct {
	to     *bufio.Writer
	before []byte
	told   []byte
	begun  bool
}

func (t *teller) tell(s []byte) {
	t.told = t.told[:0]
	if len(s) != len(t.before) || !t.begun {
		t.begun = true
		t.told = binary.AppendUvarint(append(t.told, 0), uint64(len(s)))
		more := max(0, len(s)-len(t.before))
		t.before = append(t.before, make([]byte, more)...)[:len(s)]
	}
	n := 0
	for i := range s {
		if s[i] != t.before[i] {
			n++
		}
	}
	t.told = binary.AppendUvarint(t.told, uint64(n))
	gap := uint64(0)
	for i := range s {
		if s[i] == t.before[i] {
			gap++
			continue
		}
		t.told = append(binary.AppendUvarint(t.told, gap), s[i])
		gap = 0
	}
	copy(t.before, s)
	_, _ = t.to.Write(t.told) // an error stays, until the writer is flushed
}

// source reads the states of a chunk.
type source struct {
	in    *bufio.Reader
	state []byte
}

// next reads a state. Not ok: there are none left.
func (r *source) next() (ok bool, err error) {
	n, err := binary.ReadUvarint(r.in)
	if err == io.EOF {
		return false, nil
	}
	if err == nil && n == 0 {
		var size uint64
		if size, err = binary.ReadUvarint(r.in); err == nil {
			r.state = append(r.state, make([]byte, int(size)-len(r.state))...)
			n, err = binary.ReadUvarint(r.in)
		}
	}
	for at := 0; n > 0 && err == nil; n-- {
		var gap uint64
		if gap, err = binary.ReadUvarint(r.in); err == nil {
			at += int(gap)
			r.state[at], err = r.in.ReadByte()
			at++
		}
	}
	return err == nil, err
}

// sources are a heap: the one with the first state is on top.
type sources []*source

func (s sources) Len() int           { return len(s) }
func (s sources) Less(i, k int) bool { return compare(s[i].state, s[k].state) < 0 }
func (s sources) Swap(i, k int)      { s[i], s[k] = s[k], s[i] }
func (s *sources) Push(x any)        { *s = append(*s, x.(*source)) }
func (s *sources) Pop() any {
	last := (*s)[len(*s)-1]
	*s = (*s)[:len(*s)-1]
	return last
}
