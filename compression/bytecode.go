package compression

import (
	"bufio"
	_ "embed"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// ByteCode is a prefix code for bytes, given by the length of every value's word in bits. The words are
// canonical: ordered by length, then by value.
type ByteCode struct{ Length [256]uint8 }

// maxFrequency limits a frequency in a code's file.
const maxFrequency = 1 << 40

// NewByteCode returns an optimal code for frequencies, with words of at most 24 bits. Unseen values have
// words, too.
func NewByteCode(frequency [256]uint64) *ByteCode {
	f := frequency
	for i := range f {
		f[i] = max(1, min(f[i], maxFrequency))
	}
	for {
		c := huffmanLengths(f)
		if slices.Max(c.Length[:]) <= maxWord {
			return c
		}
		for i := range f { // flatter frequencies give shorter words
			f[i] = f[i]/2 + 1
		}
	}
}

// huffmanLengths joins the two rarest trees until one is left.
func huffmanLengths(f [256]uint64) *ByteCode {
	type tree struct {
		f           uint64
		left, right int // trees, or values below 256
	}
	trees := make([]tree, 256, 511)
	open := make([]int, 256)
	for i := range trees {
		trees[i], open[i] = tree{f: f[i]}, i
	}
	rarest := func() int {
		best := 0
		for i, t := range open {
			if x, y := trees[t], trees[open[best]]; x.f < y.f || x.f == y.f && t > open[best] {
				best = i
			}
		}
		t := open[best]
		open = slices.Delete(open, best, best+1)
		return t
	}
	for len(open) > 1 {
		a, b := rarest(), rarest()
		trees = append(trees, tree{trees[a].f + trees[b].f, a, b})
		open = append(open, len(trees)-1)
	}
	c := &ByteCode{}
	depth := make([]uint8, len(trees))
	for i := len(trees) - 1; i >= 256; i-- {
		depth[trees[i].left], depth[trees[i].right] = depth[i]+1, depth[i]+1
	}
	copy(c.Length[:], depth)
	return c
}

// ReadByteCode parses a code's file: lines with a value (0 to 255) and its frequency; "#" begins a comment.
func ReadByteCode(r io.Reader) (*ByteCode, error) {
	var f [256]uint64
	var seen [256]bool
	in, n := bufio.NewScanner(r), 0
	for in.Scan() {
		n++
		line, _, _ := strings.Cut(in.Text(), "#")
		words := strings.Fields(line)
		if len(words) == 0 {
			continue
		}
		if len(words) != 2 {
			return nil, fmt.Errorf("line %d: a line has a value and its frequency, not %d words", n,
				len(words))
		}
		v, err := strconv.ParseUint(words[0], 10, 8)
		if err != nil {
			return nil, fmt.Errorf("line %d: %q is no byte value (0 to 255)", n, words[0])
		}
		x, err := strconv.ParseUint(words[1], 10, 64)
		if err != nil || x > maxFrequency {
			return nil, fmt.Errorf("line %d: %q is no frequency (0 to %d)", n, words[1], uint64(maxFrequency))
		}
		if seen[v] {
			return nil, fmt.Errorf("line %d: value %d stands twice", n, v)
		}
		f[v], seen[v] = x, true
	}
	if err := in.Err(); err != nil {
		return nil, fmt.Errorf("line %d: %w", n+1, err)
	}
	if !slices.Contains(seen[:], true) {
		return nil, fmt.Errorf("no line has a value and its frequency")
	}
	return NewByteCode(f), nil
}

// WriteFrequencies writes a code's file, without unseen values.
func WriteFrequencies(w io.Writer, f [256]uint64) error {
	b := bufio.NewWriter(w)
	for v, n := range f {
		if n > 0 {
			fmt.Fprintf(b, "%d %d\n", v, n)
		}
	}
	return b.Flush()
}

//go:embed huffman.code
var predefinedText string

// predefined is the code measured on the benchmark protocols, as described in its file.
var predefined = sync.OnceValue(func() *ByteCode {
	c, err := ReadByteCode(strings.NewReader(predefinedText))
	if err != nil {
		panic("huffman.code: " + err.Error())
	}
	return c
})
