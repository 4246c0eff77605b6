package partition

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// A saved partition is a row of pieces, each with its length and a checksum: first what is counted and
// numbered, then the states, in the order of their numbers.

// savedStates is the number of states in a piece.
const savedStates = 4096

// saved is the first piece.
type saved struct {
	Plan    Plan           `json:"plan"`
	Own     int            `json:"own"`
	Tally   Tally          `json:"tally"`
	Batches []uint64       `json:"batches"` // numbers of the last ones, by receiver
	Handled []savedNumbers `json:"handled"` // by sender
}

// savedNumbers are the batches that were handled: all up to a number, and some more.
type savedNumbers struct {
	UpTo  uint64   `json:"up_to"`
	Ahead []uint64 `json:"ahead,omitempty"`
}

// Save writes the partition. The last entry that it has handled must be a Rest.
func (p *Partition) Save(w io.Writer) error {
	if p.kept > 0 || p.in.kind != Rest {
		return errors.New("partition: not at rest")
	}
	head := saved{Plan: *p.Plan, Own: p.own, Tally: p.Tally()}
	for i := range p.handled {
		h := savedNumbers{UpTo: p.handled[i].upTo}
		for seq := range p.handled[i].ahead {
			h.Ahead = append(h.Ahead, seq)
		}
		head.Handled = append(head.Handled, h)
	}
	for i := range p.out {
		head.Batches = append(head.Batches, p.out[i].seq)
	}
	text, err := json.Marshal(&head)
	if err != nil {
		return err
	}
	if err := writePiece(w, text); err != nil {
		return err
	}
	var x items
	for from := 0; from < p.origins.Len(); from += savedStates {
		x.clear()
		var piece []byte
		for n := from; n < min(from+savedStates, p.origins.Len()); n++ {
			of, number, level := p.originOf(uint32(n))
			piece = binary.AppendUvarint(piece, uint64(of))
			x.add(number, level, p.keyOf(uint32(n)))
		}
		enc, _ := coders()
		piece = x.append(append(binary.AppendUvarint(nil, uint64(x.len())), piece...), &p.shapes)
		if err := writePiece(w, enc.EncodeAll(piece, nil)); err != nil {
			return err
		}
	}
	return nil
}

func writePiece(w io.Writer, text []byte) error {
	text = seal(text)
	if _, err := w.Write(binary.LittleEndian.AppendUint32(nil, uint32(len(text)))); err != nil {
		return err
	}
	_, err := w.Write(text)
	return err
}

func readPiece(r io.Reader) ([]byte, error) {
	var size [4]byte
	if _, err := io.ReadFull(r, size[:]); err != nil {
		return nil, err
	}
	n := binary.LittleEndian.Uint32(size[:])
	if n > maxUnpacked {
		return nil, errDamaged
	}
	text := make([]byte, n)
	if _, err := io.ReadFull(r, text); err != nil {
		return nil, fmt.Errorf("%w: %w", errDamaged, err)
	}
	return unseal(text)
}

// Load makes a partition that was saved. It continues with the entry after those that its Tally counts.
func Load(r io.Reader, plan *Plan, own int, next Successors) (*Partition, error) {
	text, err := readPiece(r)
	if err != nil {
		return nil, err
	}
	var head saved
	if err := json.Unmarshal(text, &head); err != nil {
		return nil, err
	}
	if head.Own != own || head.Plan != *plan || len(head.Handled) != plan.Partitions+1 ||
		len(head.Batches) != plan.Partitions {
		return nil, errors.New("partition: what was saved is of another search, or partition")
	}
	p := New(plan, own, next)
	for i := range head.Handled {
		h := &p.handled[i]
		h.upTo = head.Handled[i].UpTo
		for _, seq := range head.Handled[i].Ahead {
			h.note(seq)
		}
	}
	for i := range p.out {
		p.out[i].seq = head.Batches[i]
	}
	for {
		packed, err := readPiece(r)
		if errors.Is(err, io.EOF) && !errors.Is(err, errDamaged) {
			break
		}
		if err == nil {
			err = p.load(packed)
		}
		if err != nil {
			p.Free()
			return nil, err
		}
	}
	if head.Tally.Stored != p.tally.Stored {
		p.Free()
		return nil, errDamaged
	}
	p.tally = head.Tally
	return p, nil
}

// load adds the states of a piece.
func (p *Partition) load(packed []byte) error {
	_, dec := coders()
	text, err := dec.DecodeAll(packed, nil)
	if err != nil {
		return err
	}
	r := reader{text: text}
	n := r.uvarint()
	if n > savedStates {
		return errDamaged
	}
	of := make([]int, n)
	for i := range of {
		of[i] = int(r.uvarint())
	}
	x := &p.in.items
	if err := x.read(&r, &p.shapes); err != nil {
		return err
	}
	if x.len() != len(of) {
		return errDamaged
	}
	for i := range of {
		if err := p.add(x.key(i), of[i], x.numbers[i], x.levels[i]); err != nil {
			return err
		}
	}
	return nil
}
