package codectest

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/compression"
	"gospin/vm/layout"
)

// broken is a codec of two functions, which may violate any law.
type broken struct {
	encode, decode func(dst, b []byte) []byte
}

func (b broken) Encode(dst, key []byte) []byte  { return b.encode(dst, key) }
func (b broken) Decode(dst, code []byte) []byte { return b.decode(dst, code) }
func (broken) Bytes() int64                     { return 0 }

func same(dst, b []byte) []byte { return append(dst, b...) }

func cut(dst, code []byte) []byte { return append(dst, code[:len(code)-1]...) }

// recorder is a test that records its failures.
type recorder struct {
	testing.TB
	said strings.Builder
}

func (r *recorder) Helper()                      {}
func (r *recorder) Name() string                 { return "" }
func (r *recorder) Errorf(f string, args ...any) { fmt.Fprintf(&r.said, f, args...) }
func (r *recorder) FailNow()                     { runtime.Goexit() }

// said is what a test reports when it fails.
func said(test func(testing.TB)) string {
	r, done := &recorder{}, make(chan struct{})
	go func() {
		defer close(done)
		test(r)
	}()
	<-done
	return r.said.String()
}

// TestLawsAreNoticed violates the laws one by one.
func TestLawsAreNoticed(t *testing.T) {
	program := make([]byte, 0, 2700)
	for i := range 900 {
		program = append(program, 255, byte(i), byte(i*7>>3))
	}
	calls, kept, was := 0, []byte(nil), map[string]string{}
	for _, c := range []struct {
		said  string
		codec broken
	}{
		{"", broken{same, same}},
		{"one code, two keys", broken{func(dst, key []byte) []byte {
			was[string(key[:3])] = string(key)
			return append(dst, key[:3]...)
		}, func(dst, code []byte) []byte { return append(dst, was[string(code)]...) }}},
		{"one key, two codes", broken{func(dst, key []byte) []byte {
			calls++
			return append(append(dst, key...), byte((calls-1)/2/100)) // every key is encoded twice
		}, cut}},
		{"the code depends on where it is put", broken{func(dst, key []byte) []byte {
			return append(append(dst, key...), byte(len(dst)))
		}, cut}},
		{"encoding has changed the key", broken{func(dst, key []byte) []byte {
			key[0]++
			return append(dst, key...)
		}, same}},
		{"encoding has changed what stood before the code", broken{func(dst, key []byte) []byte {
			return append(dst[:0], append([]byte("beFore"), key...)...)
		}, same}},
		{"decoding has changed the code", broken{same, func(dst, code []byte) []byte {
			dst = append(dst, code...)
			code[0]++
			return dst
		}}},
		{"decoding does not invert encoding", broken{same, func(dst, code []byte) []byte { return append(dst, code[1:]...) }}},
		{"decoding does not invert encoding", broken{func(dst, key []byte) []byte {
			kept = key // without copying
			return append(dst, 1)
		}, func(dst, _ []byte) []byte { return append(dst, kept...) }}},
		{"an early code cannot be decoded any more", broken{same, func(dst, code []byte) []byte {
			if calls++; calls > 901 {
				return dst
			}
			return append(dst, code...)
		}}},
		{"an early key has another code now", broken{func(dst, key []byte) []byte {
			if calls++; calls > 2*901 {
				return append(dst, 0)
			}
			return append(dst, key...)
		}, same}},
	} {
		calls = 0
		got := said(func(t testing.TB) {
			Drive(t, func(*layout.Layout) compression.Codec { return c.codec }, program)
		})
		require.Equal(t, c.said == "", got == "")
		require.Contains(t, got, c.said)
	}
}

func TestLawsOfBytesAreNoticed(t *testing.T) {
	require.Empty(t, said(func(t testing.TB) { LawsOfBytes(t, broken{same, same}) }))
	some := broken{same, func(dst, code []byte) []byte {
		if len(code) == 0 {
			dst = append(dst, 0)
		}
		return append(dst, code...)
	}}
	require.Contains(t, said(func(t testing.TB) { LawsOfBytes(t, some) }), "invert", "of the empty key")
	short := broken{func(dst, key []byte) []byte { return append(dst, key[:min(len(key), 65535)]...) }, same}
	require.Contains(t, said(func(t testing.TB) { LawsOfBytes(t, short) }), "invert")
	require.Contains(t, said(func(t testing.TB) { DriveBytes(t, short, make([]byte, 70000)) }), "invert")
}
