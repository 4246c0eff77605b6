package compression_test

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/compression"
	"gospin/compression/codectest"
	"gospin/vm/layout"
)

var codecs = map[string]func(*layout.Layout) compression.Codec{
	"rle":     func(*layout.Layout) compression.Codec { return compression.RLE{} },
	"huffman": func(*layout.Layout) compression.Codec { return compression.NewHuffman(nil) },
	"rle+huffman": func(*layout.Layout) compression.Codec {
		return compression.NewChain(compression.RLE{}, compression.NewHuffman(nil))
	},
	"skewed huffman": func(*layout.Layout) compression.Codec {
		return compression.NewHuffman(skewed())
	},
}

// skewed is a code with words of all lengths.
var skewed = sync.OnceValue(func() *compression.ByteCode {
	var f [256]uint64
	for i := range f {
		f[i] = 1 << (i % 40)
	}
	return compression.NewByteCode(f)
})

// indexed are chains whose first codec requires vectors of the layout.
var indexed = map[string]func(*layout.Layout) compression.Codec{
	"collapse1997+huffman": func(l *layout.Layout) compression.Codec {
		return compression.NewChain(
			compression.NewCollapse1997(l, compression.CollapseOptions{IndexBytes: 3}),
			compression.NewHuffman(nil),
		)
	},
	"collapse": func(l *layout.Layout) compression.Codec {
		return compression.NewRecursive(l, compression.CollapseOptions{})
	},
	"collapse+huffman": func(l *layout.Layout) compression.Codec {
		return compression.NewChain(compression.NewRecursive(l, compression.CollapseOptions{}),
			compression.NewHuffman(nil))
	},
	"collapse, joined, +huffman": func(l *layout.Layout) compression.Codec {
		return compression.NewChain(compression.NewRecursive(l, compression.PanSplit(true, true)),
			compression.NewHuffman(nil))
	},
	"collapse1997+rle+huffman": func(l *layout.Layout) compression.Codec {
		o := compression.PanSplit(true, false)
		o.IndexBytes = 3
		return compression.NewChain(compression.NewCollapse1997(l, o), compression.RLE{},
			compression.NewHuffman(nil))
	},
}

func TestLawsOfChainsOfIndices(t *testing.T) {
	for name, make := range indexed {
		t.Run(name, func(t *testing.T) { codectest.Laws(t, make) })
	}
}

// TestWidthsAreStored: an index takes as many bytes as it needs, and older codes remain valid.
func TestWidthsAreStored(t *testing.T) {
	l := codectest.Layout()
	c := compression.NewRecursive(l, compression.CollapseOptions{})
	defer c.Free()
	vec := make([]byte, l.Root().Size)
	codes := map[int][]byte{}
	for i := range 1<<16 + 1 {
		vec[len(vec)-1], vec[len(vec)-2], vec[len(vec)-3] = byte(i), byte(i>>8), byte(i>>16)
		if code := c.Encode(nil, l.Key(vec)); i < 2 || i&(i-1) == 0 || i&(i+1) == 0 {
			codes[i] = code
		}
	}
	for i, code := range codes {
		want := 2 + 2 // the shape, the widths, two numbers
		switch {
		case i >= 1<<16:
			want += 2
		case i >= 1<<8:
			want++
		}
		require.Len(t, code, want, i)
		key := c.Decode(nil, code)
		require.Equal(t, []byte{byte(i >> 16), byte(i >> 8), byte(i)}, key[len(key)-3:])
	}
}

func TestChainsFailAndReleaseWithTheirCodecs(t *testing.T) {
	l := codectest.Layout()
	first := compression.NewCollapse1997(l, compression.CollapseOptions{})
	c := compression.NewChain(first, compression.RLE{}, compression.NewHuffman(nil))
	vec := make([]byte, l.Root().Size)
	for i := range 257 {
		require.NoError(t, c.Err())
		vec[len(vec)-1], vec[len(vec)-2] = byte(i), byte(i>>8)
		c.Encode(nil, l.Key(vec))
	}
	require.Error(t, c.Err())
	require.Equal(t, first.Err(), c.Err())
	full := c.Bytes()
	require.Equal(t, first.Bytes(), full)
	c.Free()
	require.Less(t, c.Bytes(), full)
}

func TestLaws(t *testing.T) {
	for name, make := range codecs {
		t.Run(name, func(t *testing.T) { codectest.Laws(t, make) })
	}
}

func TestLawsOfBytes(t *testing.T) {
	for name, make := range codecs {
		t.Run(name, func(t *testing.T) { codectest.LawsOfBytes(t, make(nil)) })
	}
}

// fuzz interprets bytes as changes of a vector, as a key, and as a code.
func fuzz(f *testing.F, name string) {
	f.Add([]byte("abcabcabc\x01\x02\x03zzz\x30\x00\x00"))
	f.Fuzz(func(t *testing.T, program []byte) {
		if len(program) < 2000 {
			codectest.Drive(t, codecs[name], program)
			codectest.DriveBytes(t, codecs[name](nil), program)
			key := codecs[name](nil).Decode(nil, program[:min(len(program), 50)])
			codectest.DriveBytes(t, codecs[name](nil), key)
		}
	})
}

func FuzzRLE(f *testing.F)     { fuzz(f, "rle") }
func FuzzHuffman(f *testing.F) { fuzz(f, "skewed huffman") }

// FuzzIndexedChain interprets bytes as changes of a vector.
func FuzzIndexedChain(f *testing.F) {
	f.Add([]byte("abcabcabc\x01\x02\x03zzz\x30\x00\x00"))
	f.Fuzz(func(t *testing.T, program []byte) {
		if len(program) < 2000 {
			for _, name := range []string{"collapse+huffman", "collapse1997+rle+huffman"} {
				codectest.Drive(t, indexed[name], program)
			}
		}
	})
}

func FuzzChain(f *testing.F) { fuzz(f, "rle+huffman") }

func TestSmallValuesAreShort(t *testing.T) {
	key := make([]byte, 100)
	require.Len(t, compression.RLE{}.Encode(nil, key), 2)
	require.Less(t, len(compression.NewHuffman(nil).Encode(nil, key)), 30)
}

// A Huffman code is optimal for the frequencies, and complete.
func TestCodesAreComplete(t *testing.T) {
	for seed := range uint64(20) {
		var f [256]uint64
		for i := range f {
			f[i] = uint64(i) * uint64(i) * seed << (seed % 30)
		}
		sum := 0.0
		for _, n := range compression.NewByteCode(f).Length {
			require.NotZero(t, n)
			require.LessOrEqual(t, n, uint8(24))
			sum += 1 / float64(uint64(1)<<n)
		}
		require.InDelta(t, 1, sum, 1e-12, "Kraft")
	}
	var f [256]uint64
	for i := range f {
		f[i] = 7
	}
	for _, n := range compression.NewByteCode(f).Length {
		require.EqualValues(t, 8, n)
	}
}

func TestCodeFiles(t *testing.T) {
	c, err := compression.ReadByteCode(strings.NewReader("# a comment\n\n0 1000 # most\n1 10\n255 5\n"))
	require.NoError(t, err)
	require.EqualValues(t, 1, c.Length[0])
	require.Less(t, c.Length[1], c.Length[2])
	var b bytes.Buffer
	require.NoError(t, compression.WriteFrequencies(&b, [256]uint64{0: 1000, 1: 10, 255: 5}))
	again, err := compression.ReadByteCode(&b)
	require.NoError(t, err)
	require.Equal(t, c, again)
	for text, want := range map[string]string{
		"":                "no line",
		"0":               "line 1: a line has a value and its frequency",
		"0 1\n256 1":      `line 2: "256" is no byte value`,
		"x 1":             `"x" is no byte value`,
		"0 -1":            `"-1" is no frequency`,
		"0 1\n\n0 2":      "line 3: value 0 stands twice",
		"0 9999999999999": "is no frequency",
	} {
		_, err := compression.ReadByteCode(strings.NewReader(text))
		require.ErrorContains(t, err, want, text)
	}
}

func FuzzReadByteCode(f *testing.F) {
	f.Add("0 1\n1 2 # x\n")
	f.Fuzz(func(t *testing.T, text string) {
		if c, err := compression.ReadByteCode(strings.NewReader(text)); err == nil {
			h := compression.NewHuffman(c)
			require.Equal(t, text, string(h.Decode(nil, h.Encode(nil, []byte(text)))))
		}
	})
}

// BenchmarkCodecs encodes and decodes keys of 200 bytes: runs of zeros, and small values that differ between
// keys.
func BenchmarkCodecs(b *testing.B) {
	r := rand.New(rand.NewPCG(7, 7))
	keys := make([][]byte, 256)
	for i := range keys {
		for len(keys[i]) < 200 {
			keys[i] = append(append(keys[i], make([]byte, r.IntN(10))...), byte(r.IntN(8)), byte(r.IntN(3)))
		}
		keys[i] = keys[i][:200]
	}
	for _, name := range []string{"rle", "huffman", "rle+huffman"} {
		c := codecs[name](nil)
		codes := make([][]byte, len(keys))
		for i, k := range keys {
			codes[i] = c.Encode(nil, k)
		}
		for _, way := range []struct {
			name string
			in   [][]byte
			do   func(dst, in []byte) []byte
		}{{"encode", keys, c.Encode}, {"decode", codes, c.Decode}} {
			b.Run(name+"/"+way.name, func(b *testing.B) {
				b.ReportAllocs()
				var dst []byte
				for i := 0; b.Loop(); i++ {
					dst = way.do(dst[:0], way.in[i%len(way.in)])
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/200, "ns/byte")
			})
		}
	}
}
