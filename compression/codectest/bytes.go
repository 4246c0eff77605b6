package codectest

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"gospin/compression"
)

// LawsOfBytes tests a codec of arbitrary bytes: keys need not be vectors of a layout, and may be empty.
func LawsOfBytes(t testing.TB, c compression.Codec) {
	t.Helper()
	x := newTrial(t, c)
	for _, n := range []int{0, 1, 2, 7, 8, 9, 254, 255, 256, 257, 510, 511, 70000} {
		for v := range 256 {
			if n > 1000 && v%51 != 0 {
				continue
			}
			x.key(bytes.Repeat([]byte{byte(v)}, n)) // one run
		}
	}
	r := rand.New(rand.NewPCG(1, 9))
	for i := range 4000 {
		key, v := []byte{}, byte(0)
		for range r.IntN(40) {
			if r.IntN(2) == 0 {
				v = byte(r.IntN(256) >> (i % 8))
			}
			key = append(key, bytes.Repeat([]byte{v}, 1+r.IntN(20)/16*r.IntN(300))...)
		}
		x.key(key)
	}
	x.end()
}

// DriveBytes tests the codes of some bytes, and of their prefixes between zeros.
func DriveBytes(t testing.TB, c compression.Codec, data []byte) {
	t.Helper()
	x := newTrial(t, c)
	x.key(data)
	for _, piece := range bytes.SplitN(data, []byte{0}, 50) {
		x.key(piece)
		x.key(append(bytes.Clone(piece), 0))
	}
	x.end()
}
