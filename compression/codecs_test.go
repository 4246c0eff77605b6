package compression_test

import (
	"bytes"
	"strings"
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
		var f [256]uint64
		for i := range f {
			f[i] = 1 << (i % 40)
		}
		return compression.NewHuffman(compression.NewByteCode(f))
	},
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

// fuzz takes bytes for changes of a vector, and for a key.
func fuzz(f *testing.F, name string) {
	f.Add([]byte("abcabcabc\x01\x02\x03zzz\x30\x00\x00"))
	f.Fuzz(func(t *testing.T, program []byte) {
		if len(program) < 2000 {
			codectest.Drive(t, codecs[name], program)
			codectest.DriveBytes(t, codecs[name](nil), program)
		}
	})
}

func FuzzRLE(f *testing.F)     { fuzz(f, "rle") }
func FuzzHuffman(f *testing.F) { fuzz(f, "skewed huffman") }
func FuzzChain(f *testing.F)   { fuzz(f, "rle+huffman") }

func TestSmallValuesAreShort(t *testing.T) {
	key := make([]byte, 100)
	require.Len(t, compression.RLE{}.Encode(nil, key), 2)
	require.Less(t, len(compression.NewHuffman(nil).Encode(nil, key)), 30)
}

// A huffman code is as good as the frequencies allow, and complete.
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

func BenchmarkCodecs(b *testing.B) {
	key := bytes.Repeat([]byte{0, 0, 0, 1, 0, 2, 0, 0, 5, 3}, 20)
	for _, name := range []string{"rle", "huffman", "rle+huffman"} {
		c := codecs[name](nil)
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(key)))
			b.ReportAllocs()
			var dst []byte
			for b.Loop() {
				dst = c.Encode(dst[:0], key)
			}
		})
	}
}
