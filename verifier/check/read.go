package check

import (
	"bufio"
	"bytes"
	"compress/flate"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// Refused is why a certificate proves nothing.
type Refused string

func (r Refused) Error() string { return string(r) }

func refused(format string, args ...any) error { return Refused(fmt.Sprintf(format, args...)) }

// Header is the header of a certificate.
type Header struct {
	Model  string // the path of the model that was searched
	Rules  string // raw, or symmetric with the group
	States uint64
	Bytes  uint64 // of the states, without delta coding
	Text   string // of the model, preprocessed
}

// symmetry returns the group up to which the states are complete; is is false if all states are there.
func (h *Header) symmetry() (group string, is bool) { return strings.CutPrefix(h.Rules, Symmetric) }

// Symmetric begins the rules of a certificate with symmetry. The text of the group follows.
const Symmetric = "symmetric "

// Magic begins a certificate.
const Magic = "gospin certificate 1\n"

// maxText and longest exceed the needs of any model.
const maxText, longest = 1 << 28, 1 << 20

// readHeader reads everything before the states, and checks the digest of the model's text.
func readHeader(r *bufio.Reader) (h *Header, err error) {
	h = &Header{}
	magic := make([]byte, len(Magic))
	if _, err := io.ReadFull(r, magic); err != nil || string(magic) != Magic {
		return nil, refused("it is no certificate, or one of another version of gospin")
	}
	digest, size := "", uint64(0)
	fields := []struct {
		name string
		text *string
		n    *uint64
	}{
		{"model", &h.Model, nil}, {"rules", &h.Rules, nil}, {"sha256", &digest, nil},
		{"states", nil, &h.States}, {"bytes", nil, &h.Bytes}, {"text", nil, &size},
	}
	for _, f := range fields {
		line, err := r.ReadString('\n')
		value, ok := strings.CutPrefix(strings.TrimSuffix(line, "\n"), f.name+" ")
		if err == nil && ok && f.n != nil {
			*f.n, err = strconv.ParseUint(value, 10, 63)
		} else if f.text != nil {
			*f.text = value
		}
		if err != nil || !ok {
			return nil, refused("its header has no line %q", f.name)
		}
	}
	if _, is := h.symmetry(); !is && h.Rules != "raw" {
		return nil, refused("it was made by the rules %q, and only those named raw and symmetric can be checked", h.Rules)
	}
	if size > maxText {
		return nil, refused("its model is too long")
	}
	var text bytes.Buffer
	if n, err := io.CopyN(&text, r, int64(size)); err != nil {
		return nil, refused("its model ends after %d bytes of %d", n, size)
	}
	if h.Text = text.String(); fmt.Sprintf("%x", sha256.Sum256(text.Bytes())) != digest {
		return nil, refused("its model is another one than was searched: the digests differ")
	}
	return h, nil
}

// checkSum checks that the last 32 bytes of a file are the digest of the rest.
func checkSum(ctx context.Context, f io.ReaderAt, size int64) (body *bufio.Reader, err error) {
	const long = sha256.Size
	if size < long {
		return nil, refused("it is too short for a certificate")
	}
	h, sum := sha256.New(), make([]byte, long)
	for at := int64(0); at < size-long; at += 1 << 24 {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		if _, err := io.Copy(h, io.NewSectionReader(f, at, min(1<<24, size-long-at))); err != nil {
			return nil, err
		}
	}
	if _, err := f.ReadAt(sum, size-long); err != nil && err != io.EOF {
		return nil, err
	}
	if !bytes.Equal(h.Sum(nil), sum) {
		return nil, refused("it is damaged, or not all of it is there: its checksum is another one")
	}
	return bufio.NewReader(io.NewSectionReader(f, 0, size-long)), nil
}

// readStates reads the states, whose number is in the header: shorter ones first, and those of one length in
// the order of their bytes. A state is written as its difference from the previous one.
func readStates(ctx context.Context, r *bufio.Reader, h *Header) (*states, error) {
	in := bufio.NewReader(flate.NewReader(r))
	s := &states{}
	var state, before []byte
	for i := range h.States {
		if i&0xfff == 0 && ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		before = append(before[:0], state...)
		changes, err := binary.ReadUvarint(in)
		if err == nil && changes == 0 { // the length changes
			var size uint64
			if size, err = binary.ReadUvarint(in); size <= uint64(len(state)) && i > 0 || size > longest {
				return nil, refused("its states are in disorder")
			}
			state = append(state, make([]byte, int(size)-len(state))...)
			if err == nil {
				changes, err = binary.ReadUvarint(in)
			}
		}
		for at := uint64(0); changes > 0 && err == nil; changes-- {
			var gap uint64
			var b byte
			if gap, err = binary.ReadUvarint(in); err != nil {
				break
			}
			if b, err = in.ReadByte(); gap >= uint64(len(state))-at {
				return nil, refused("state %d is longer than it may be", i)
			}
			at += gap
			state[at] = b
			at++
		}
		if err != nil {
			return nil, refused("its states end after %d of %d", i, h.States)
		}
		if len(before) == len(state) && bytes.Compare(before, state) >= 0 && i > 0 {
			return nil, refused("its states are in disorder")
		}
		if s.add(state); s.bytes > h.Bytes {
			return nil, refused("its states take more than it says")
		}
	}
	if _, err := in.ReadByte(); err != io.EOF {
		return nil, refused("there is more in it than its states")
	}
	if n, err := r.Discard(1); n > 0 || err != io.EOF || s.bytes != h.Bytes {
		return nil, refused("there is more or less in it than its states")
	}
	return s, nil
}
