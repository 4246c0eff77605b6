package store

import (
	"encoding/binary"

	"gospin/vm"
)

// rule is what some moves do to a key, so that they can be undone: the bytes that change, and the end if the
// key grows or shrinks.
type rule struct {
	from, to     uint32 // of its changes among those of all rules
	moves, moved uint32 // the same of its moves
	reach        int32  // the key is at least so long, before and after
	end          *ending
}

// change is a byte of a key: where it is, and what it is before and after.
type change uint32

// A key longer than this is stored whole.
const longestKey = 1 << 16

func (c change) at() int { return int(c >> 16) }

func (c change) before() byte { return byte(c >> 8) }

func (c change) after() byte { return byte(c) }

// ending is a change of a key's length: what lies behind the shorter one.
type ending struct {
	before, after int // lengths
	text          []byte
}

// rules is the dictionary of moves: what records say instead of them. The numbers are those of first
// appearance, from 1 on.
type rules struct {
	most    int // of rules
	numbers map[string]uint16
	rules   []rule
	moves   []vm.Move // of all rules
	changes []change
	held    int64 // bytes

	key  []byte
	diff []change
}

const (
	mostRules = 1<<(8*wordBytes) - 1
	ruleBytes = 40 + 40 // an entry of the map, and the rule
)

func newRules() rules {
	return rules{most: mostRules, numbers: map[string]uint16{}, rules: make([]rule, 1)}
}

// number is that of the rule by which moves lead from a key to another; of moves alone, if both are nil. 0:
// it is new, and the dictionary has no number left or holds more than room bytes.
func (s *rules) number(moves []vm.Move, from, to []byte, room int64) int {
	if len(from) > longestKey || len(to) > longestKey {
		return 0
	}
	both := min(len(from), len(to))
	s.diff = differences(s.diff[:0], from[:both], to[:both])
	k := binary.LittleEndian.AppendUint32(s.key[:0], uint32(len(moves)))
	k = binary.LittleEndian.AppendUint32(k, uint32(len(s.diff)))
	for i := range moves {
		m := &moves[i]
		k = binary.LittleEndian.AppendUint32(k, m.Trans)
		k = binary.LittleEndian.AppendUint32(k, m.Partner)
		k = append(k, m.Pid, m.Peer)
	}
	for _, c := range s.diff {
		k = binary.LittleEndian.AppendUint32(k, uint32(c))
	}
	if len(from) != len(to) {
		k = binary.LittleEndian.AppendUint32(k, uint32(len(from)))
		k = binary.LittleEndian.AppendUint32(k, uint32(len(to)))
		k = append(append(k, from[both:]...), to[both:]...)
	}
	s.key = k
	if n, known := s.numbers[string(k)]; known {
		return int(n)
	}
	if len(s.rules) > s.most || s.held > room {
		return 0
	}
	return s.add(moves, from, to, both)
}

// add gives a new rule its number. The differences of its keys have just been found, and its own key.
func (s *rules) add(moves []vm.Move, from, to []byte, both int) int {
	r := rule{from: uint32(len(s.changes)), moves: uint32(len(s.moves))}
	s.changes, s.moves = append(s.changes, s.diff...), append(s.moves, moves...)
	r.to, r.moved = uint32(len(s.changes)), uint32(len(s.moves))
	if len(s.diff) > 0 {
		r.reach = int32(s.diff[len(s.diff)-1].at() + 1)
	}
	if len(from) != len(to) {
		e := &ending{before: len(from), after: len(to)}
		e.text = append(append(e.text, from[both:]...), to[both:]...)
		r.end = e
		s.held += int64(len(e.text)) + 40
	}
	n := len(s.rules)
	s.rules = append(s.rules, r)
	s.numbers[string(s.key)] = uint16(n)
	s.held += int64(len(s.key)) + int64(4*len(s.diff)) + int64(12*len(moves)) + ruleBytes
	return n
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

// undo makes of a key, in place, the one that the rule leads to it from. The result false says that there is
// none: some change has not led here.
func (s *rules) undo(n int, key []byte) ([]byte, bool) {
	r := &s.rules[n]
	if len(key) < int(r.reach) {
		return nil, false
	}
	for _, c := range s.changes[r.from:r.to] {
		if key[c.at()] != c.after() {
			return nil, false
		}
		key[c.at()] = c.before()
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

// redo makes of a key, in place, the one that the rule leads to.
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

// of are the moves of a rule.
func (s *rules) of(n int) []vm.Move { return s.moves[s.rules[n].moves:s.rules[n].moved] }

func (s *rules) len() int { return len(s.rules) - 1 }

func (s *rules) bytes() int64 { return s.held }
