package relative

import (
	"encoding/binary"
	"slices"

	"gospin/compression/mix"
	"gospin/compression/probe"
	"gospin/vm"
)

// rule is the effect of some moves on a key, which can be undone: the bytes that change, and the end if the
// key grows or shrinks.
type rule struct {
	from, to uint32 // range of its changes in those of all rules
	moves    uint32 // number of the sequence of moves
	reach    int32  // minimum length of the key before and after
	end      *ending
}

// change is a change of a byte in a key: its offset, and its values before and after.
type change uint32

// Longer keys are stored whole.
const longestKey = 1 << 16

func (c change) at() int { return int(c >> 16) }

func (c change) after() byte { return byte(c) }

// ending is a change of a key's length: the bytes after the shorter one.
type ending struct {
	before, after int // lengths
	text          []byte
}

// rules is the dictionary of moves, to which records refer. Rules are numbered from 1 on in the order of
// appearance.
type rules struct {
	most      int      // limit of rules
	slots     []uint16 // numbers by the hashes of rules; 0 if free
	rules     []rule
	changes   []change
	sequences map[string]uint32 // numbers of sequences of moves, by their text
	moves     [][]vm.Move       // by sequence
	held      int64             // bytes

	key  []byte
	diff []change
}

const (
	maxRules      = 1<<(8*wordBytes) - 1
	moveBytes     = 12
	ruleBytes     = 24 + 2*2 // including slots
	sequenceBytes = 60       // excluding its moves, which are stored twice
	endingBytes   = 40       // excluding its text
)

func newRules() rules {
	return rules{
		most:      maxRules,
		slots:     make([]uint16, 1<<8),
		rules:     make([]rule, 1),
		sequences: map[string]uint32{},
	}
}

// number returns the number of the rule for moves from a key to another, or, if both keys are nil, for moves
// alone. It returns 0 if the rule is new, and the dictionary has no number left or exceeds room bytes.
func (s *rules) number(moves []vm.Move, from, to []byte, room int64) int {
	if len(from) > longestKey || len(to) > longestKey {
		return 0
	}
	full := len(s.rules) > s.most || s.held > room
	r := rule{moves: s.sequence(moves, full)}
	if r.moves == 0 {
		return 0
	}
	both := min(len(from), len(to))
	s.diff = differences(s.diff[:0], from[:both], to[:both])
	i := mix.Slot(hashOf(r.moves, len(from)-len(to), s.diff), len(s.slots))
	for ; s.slots[i] != 0; i = probe.Next(i, len(s.slots)) {
		if n := int(s.slots[i]); s.is(&s.rules[n], r.moves, from, to, both) {
			return n
		}
	}
	if full {
		return 0
	}
	r.from = uint32(len(s.changes))
	s.changes = append(s.changes, s.diff...)
	r.to = uint32(len(s.changes))
	if len(s.diff) > 0 {
		r.reach = int32(s.diff[len(s.diff)-1].at() + 1)
	}
	if len(from) != len(to) {
		r.end = &ending{before: len(from), after: len(to)}
		r.end.text = append(append(r.end.text, from[both:]...), to[both:]...)
		s.held += int64(len(r.end.text)) + endingBytes
	}
	s.rules = append(s.rules, r)
	s.slots[i] = uint16(len(s.rules) - 1)
	s.held += int64(4*len(s.diff)) + ruleBytes
	if 2*len(s.rules) > len(s.slots) {
		s.grow()
	}
	return len(s.rules) - 1
}

// hashOf returns the hash of a rule that makes a key shorter by less bytes.
func hashOf(moves uint32, less int, changes []change) uint64 {
	h := mix.Pair(uint64(moves), uint64(less))
	for _, c := range changes {
		h = mix.Pair(h, uint64(c))
	}
	return h
}

// sequence returns the number, from 1 on, of a sequence of moves, or 0 if it is new and the dictionary is
// full.
func (s *rules) sequence(moves []vm.Move, full bool) uint32 {
	k := s.key[:0]
	for i := range moves {
		m := &moves[i]
		k = binary.LittleEndian.AppendUint32(k, m.Trans)
		k = binary.LittleEndian.AppendUint32(k, m.Partner)
		k = append(k, m.Pid, m.Peer)
	}
	s.key = k
	n := s.sequences[string(k)]
	if n != 0 || full {
		return n
	}
	s.moves = append(s.moves, append([]vm.Move{}, moves...))
	n = uint32(len(s.moves))
	s.sequences[string(k)] = n
	s.held += int64(2*moveBytes*len(moves)) + sequenceBytes
	return n
}

// is reports whether a rule has these moves and the differences just computed.
func (s *rules) is(r *rule, moves uint32, from, to []byte, both int) bool {
	if r.moves != moves || !slices.Equal(s.changes[r.from:r.to], s.diff) {
		return false
	}
	if e := r.end; e != nil {
		return e.before == len(from) && e.after == len(to) &&
			string(e.text) == string(from[both:])+string(to[both:])
	}
	return len(from) == len(to)
}

// grow makes a larger table of slots.
func (s *rules) grow() {
	s.slots = make([]uint16, 2*len(s.slots))
	for n := 1; n < len(s.rules); n++ {
		r := &s.rules[n]
		less := 0
		if r.end != nil {
			less = r.end.before - r.end.after
		}
		s.slots[probe.Free(s.slots, hashOf(r.moves, less, s.changes[r.from:r.to]))] = uint16(n)
	}
}

// differences appends the bytes in which two keys of a length differ.
func differences(dst []change, from, to []byte) []change {
	to = to[:len(from)]
	i := 0
	for ; i+8 <= len(from); i += 8 {
		if binary.LittleEndian.Uint64(from[i:]) != binary.LittleEndian.Uint64(to[i:]) {
			for j := i; j < i+8; j++ {
				if from[j] != to[j] {
					dst = append(dst, change(j<<16|int(from[j])<<8|int(to[j])))
				}
			}
		}
	}
	for ; i < len(from); i++ {
		if from[i] != to[i] {
			dst = append(dst, change(i<<16|int(from[i])<<8|int(to[i])))
		}
	}
	return dst
}

// undo changes a key, in place, to the one before the rule. It returns false if the rule can't have led to
// the key.
func (s *rules) undo(n int, key []byte) ([]byte, bool) {
	r := &s.rules[n]
	if len(key) < int(r.reach) {
		return nil, false
	}
	for _, c := range s.changes[r.from:r.to] {
		if key[c.at()] != c.after() {
			return nil, false
		}
		key[c.at()] = byte(c >> 8)
	}
	if e := r.end; e != nil {
		if len(key) != e.after || e.before < e.after && string(key[e.before:]) != string(e.text) {
			return nil, false
		}
		if key = key[:min(e.before, e.after)]; e.before > e.after {
			key = append(key, e.text...)
		}
	}
	return key, true
}

// redo changes a key, in place, to the one after the rule.
func (s *rules) redo(n int, key []byte) []byte {
	r := &s.rules[n]
	for _, c := range s.changes[r.from:r.to] {
		key[c.at()] = c.after()
	}
	if e := r.end; e != nil {
		if key = key[:min(e.before, e.after)]; e.after > e.before {
			key = append(key, e.text...)
		}
	}
	return key
}

func (s *rules) bytes() int64 { return s.held }
