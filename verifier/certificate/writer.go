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

// About has the header of a certificate.
type About struct {
	Model string // its path
	Text  string // preprocessed
	Rules string // Raw, or others, by which the same state may have been added several times
}

// Writer collects states.
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

// minSize is the minimum size of a chunk.
const minSize = 1 << 16

// New returns a writer that takes about this much memory, and writes chunks into a folder. It asks on from
// time to time whether to continue, by its error.
func New(folder string, memory int64, on func() error) *Writer {
	return &Writer{folder: folder, size: max(minSize, int(memory/2)), on: on}
}

// Len returns the number of states that were added.
func (w *Writer) Len() uint64 { return w.n }

// Add adds a state.
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

// maxRuns limits the number of open files.
const maxRuns = 256

// spill writes the sorted chunk to a file. If there are many files, they are merged with it.
func (w *Writer) spill() (err error) {
	f, err := files.NewScratch(w.folder)
	if err != nil {
		return &files.Error{Path: w.folder, Err: err}
	}
	before := w.runs
	if len(before) < maxRuns {
		w.runs = nil
	}
	err = w.mergeOnce(f)
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

// Discard removes the temporary files that are left.
func (w *Writer) Discard() {
	for _, f := range w.runs {
		_ = f.Close()
	}
	w.runs, w.chunk, w.sizes = nil, nil, nil
}

// Write writes the certificate, and returns its length.
func (w *Writer) Write(path string, about About) (size int64, err error) {
	err = files.Write(path, func(to io.Writer) error {
		if about.Rules != Raw { // states were added again
			if err := w.mergeOnce(io.Discard); err != nil {
				return err
			}
		}
		sum := sha256.New()
		out := &counted{to: io.MultiWriter(to, sum)}
		head := fmt.Sprintf("gospin certificate 1\nmodel %s\nrules %s\nsha256 %x\nstates %d\nbytes %d\ntext %d\n",
			filepath.ToSlash(about.Model), about.Rules, sha256.Sum256([]byte(about.Text)), w.n, w.bytes,
			len(about.Text))
		if _, err := io.WriteString(out, head+about.Text); err != nil {
			return err
		}
		packed, err := flate.NewWriter(out, flate.BestSpeed)
		if err != nil {
			return err
		}
		if _, err = w.merge(packed); err == nil {
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

// Raw are the rules of a certificate in which all states are.
const Raw = "raw"

// counted counts the bytes that are written.
type counted struct {
	to io.Writer
	n  int64
}

func (c *counted) Write(p []byte) (int, error) {
	n, err := c.to.Write(p)
	c.n += int64(n)
	return n, err
}

// mergeOnce is merge, and no longer counts the states that were added again.
func (w *Writer) mergeOnce(to io.Writer) error {
	again, err := w.merge(to)
	w.n, w.bytes = w.n-again.n, w.bytes-again.bytes
	return err
}

// merge writes all states in order, without those that were added again.
func (w *Writer) merge(to io.Writer) (again repeated, err error) {
	b := bufio.NewWriterSize(to, 1<<16)
	t := teller{to: b}
	last := w.sorted()
	var open sources
	for _, f := range w.runs {
		if _, err := f.Seek(0, io.SeekStart); err != nil {
			return again, err
		}
		r := &source{in: bufio.NewReaderSize(f, 1<<16)}
		if ok, err := r.next(); err != nil {
			return again, err
		} else if ok {
			open = append(open, r)
		}
	}
	heap.Init(&open)
	for i := 0; len(open) > 0 || len(last) > 0; i++ {
		if i&0xffff == 0 {
			if err := w.on(); err != nil {
				return again, err
			}
		}
		if len(open) == 0 || len(last) > 0 && compare(last[0], open[0].state) < 0 {
			t.tell(last[0])
			last = last[1:]
			continue
		}
		t.tell(open[0].state)
		if ok, err := open[0].next(); err != nil {
			return again, err
		} else if ok {
			heap.Fix(&open, 0)
		} else {
			heap.Pop(&open)
		}
	}
	return t.again, b.Flush()
}

// teller writes sorted states, each as its difference from the previous one: the number of bytes that differ,
// and, for each of them, the number of equal bytes before it and its value. A number of 0 means that the
// length changes; the new length follows, and further bytes are 0.
type teller struct {
	to     *bufio.Writer
	before []byte
	told   []byte
	begun  bool

	again repeated
}

// repeated counts states that are equal to the previous one.
type repeated struct{ n, bytes uint64 }

func (t *teller) tell(s []byte) {
	if t.begun && bytes.Equal(s, t.before) {
		t.again.n++
		t.again.bytes += uint64(len(s))
		return
	}
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
	_, _ = t.to.Write(t.told) // flushing the writer returns the error
}

// source reads the states of a chunk.
type source struct {
	in    *bufio.Reader
	state []byte
}

// next reads a state; ok is false if there is none left.
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

// sources is a heap, with the source of the first state on top.
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
