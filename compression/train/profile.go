package train

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/bits"
	"os"

	"github.com/klauspost/compress/zstd"

	"gospin/compression"
)

// Profile is the result of training on a model.
type Profile struct {
	Model     string               `json:"model"`     // digest of the compiled model
	States    uint64               `json:"states"`    // number of vectors seen
	Names     []string             `json:"names"`     // by class of components
	Uses      [][]Use              `json:"uses"`      // by class: its variables; nil: not looked at
	RootBits  int                  `json:"root_bits"` // size of a state with this profile
	RootBytes int                  `json:"root_bytes"`
	Training  compression.Training `json:"training"`
}

const (
	magic   = "gospin profile\n"
	version = 3
	// maxFile and maxText limit what is read of a file, so that a damaged one does no harm.
	maxFile = 1 << 28
	maxText = 1 << 30
)

// Write writes the profile in the format of Read.
func (p *Profile) Write(w io.Writer) error {
	data, err := p.encode()
	if err == nil {
		_, err = w.Write(data)
	}
	return err
}

func (p *Profile) encode() ([]byte, error) {
	text, err := json.Marshal(p)
	if err != nil {
		return nil, err
	}
	w, err := zstd.NewWriter(nil)
	if err != nil {
		return nil, err
	}
	body := w.EncodeAll(text, nil)
	if err := w.Close(); err != nil {
		return nil, err
	}
	sum := sha256.Sum256(body)
	out := append([]byte(magic), version)
	return append(append(out, sum[:]...), body...), nil
}

// Errors of Read, which have different remedies.
var (
	ErrNotProfile = errors.New("this is no profile of gospin")
	ErrVersion    = errors.New("the profile was written by another version of gospin")
	ErrDamaged    = errors.New("the profile is damaged")
	ErrModel      = errors.New("the profile is of another model, of this one with other definitions," +
		" or of how it was before")
)

// Read reads the profile of the model with a digest, or, for "", of any model.
func Read(path, model string) (*Profile, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	data, err := io.ReadAll(io.LimitReader(f, maxFile))
	if err != nil {
		return nil, err
	}
	p, err := decode(data)
	if err == nil && model != "" && p.Model != model {
		err = ErrModel
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return p, nil
}

func decode(data []byte) (*Profile, error) {
	body, ok := bytes.CutPrefix(data, []byte(magic))
	if !ok {
		return nil, ErrNotProfile
	}
	if len(body) < 1+sha256.Size {
		return nil, ErrDamaged
	}
	if body[0] != version {
		return nil, ErrVersion
	}
	sum, body := body[1:1+sha256.Size], body[1+sha256.Size:]
	if is := sha256.Sum256(body); !bytes.Equal(is[:], sum) {
		return nil, ErrDamaged
	}
	r, err := zstd.NewReader(nil, zstd.WithDecoderMaxMemory(maxText), zstd.WithDecoderConcurrency(1))
	if err != nil {
		return nil, err
	}
	defer r.Close()
	text, err := r.DecodeAll(body, nil)
	if err != nil {
		return nil, ErrDamaged
	}
	p := &Profile{}
	if err := json.Unmarshal(text, p); err != nil || len(p.Names) != len(p.Training.Classes) {
		return nil, ErrDamaged
	}
	return p, nil
}

// Bits returns the total number of bits for the positions of a class, and the number of constant positions.
func (p *Profile) Bits(class int) (sum, constant int) {
	for _, v := range p.Training.Classes[class].Values {
		n := bits.Len(uint(max(len(v), 1) - 1))
		if sum += n; n == 0 {
			constant++
		}
	}
	return
}

// WriteText prints the profile for people.
func (p *Profile) WriteText(w io.Writer) error {
	b := &bytes.Buffer{}
	all := "there are more"
	if p.Training.Complete {
		all = "all there are"
	}
	fmt.Fprintf(b, "states seen: %d (%s), shapes: %d; a state takes %d bits (%d bytes)\n", p.States, all,
		len(p.Training.Shapes), p.RootBits, p.RootBytes)
	for k, c := range p.Training.Classes {
		sum, constant := p.Bits(k)
		values := "too many to be counted"
		if c.Distinct > 0 {
			values = fmt.Sprint(c.Distinct)
		}
		fmt.Fprintf(b, "%s: %d bytes, %d of them constant, %d bits by position; values of the whole: %s\n",
			p.Names[k], len(c.Values), constant, sum, values)
		for i, v := range c.Values {
			if len(v) > 1 {
				fmt.Fprintf(b, "%6d: %3d values, %d bits: %s\n", i, len(v), bits.Len(uint(len(v)-1)),
					shorten(v))
			}
		}
	}
	_, err := w.Write(b.Bytes())
	return err
}

func shorten(v []byte) string {
	const most = 16
	if len(v) <= most {
		return fmt.Sprint([]int(ints(v)))
	}
	return fmt.Sprint(ints(v[:most])) + " ..."
}

func ints(v []byte) []int {
	out := make([]int, len(v))
	for i, x := range v {
		out[i] = int(x)
	}
	return out
}
