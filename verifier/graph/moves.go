package graph

import (
	"errors"

	"gospin/vm"
)

// moves is a graph's dictionary: it numbers the rows of moves that are edges. Rows of one move, by far the
// most frequent, have a faster table.
type moves struct {
	list  [][]vm.Move
	plain map[vm.Move]uint32
	rows  map[string]uint32
	key   []byte
}

var errMoves = errors.New("there are more than 2^31 different moves: a graph has no numbers for them")

// number returns the number of a row of moves, and adds the row if it is new.
func (m *moves) number(row []vm.Move) (uint32, error) {
	if m.plain == nil {
		m.plain, m.rows = map[vm.Move]uint32{}, map[string]uint32{}
	}
	if len(row) == 1 {
		if n, ok := m.plain[row[0]]; ok {
			return n, nil
		}
	} else {
		m.key = m.key[:0]
		for i := range row {
			m.key = appendMove(m.key, &row[i])
		}
		if n, ok := m.rows[string(m.key)]; ok {
			return n, nil
		}
	}
	n := uint32(len(m.list))
	if n == maxMoves {
		return 0, errMoves
	}
	m.list = append(m.list, append([]vm.Move(nil), row...))
	if len(row) == 1 {
		m.plain[row[0]] = n
	} else {
		m.rows[string(m.key)] = n
	}
	return n, nil
}

func appendMove(b []byte, m *vm.Move) []byte {
	for _, v := range [2]uint32{m.Trans, m.Partner} {
		b = append(b, byte(v), byte(v>>8), byte(v>>16), byte(v>>24))
	}
	return append(b, m.Pid, m.Peer)
}

// numbered converts edges to targets with numbers of moves.
func (m *moves) numbered(dst []Target, edges []edge) ([]Target, error) {
	for i := range edges {
		n, err := m.number(edges[i].Moves)
		if err != nil {
			return dst, err
		}
		dst = append(dst, Target{n, edges[i].To})
	}
	return dst, nil
}
