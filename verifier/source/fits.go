package source

import (
	"fmt"

	"gospin/promela/diag"
	"gospin/vm"
)

// minStates is the number of states that have to fit into memory: for open states,
// and for the tables of reductions and components, which grow with the bytes of a state.
const minStates = 16

// largeState is the size of a state from which on this is checked.
const largeState = 1 << 20

// Fits refuses a program whose states are too large for a search in this memory, with the place of the
// largest variable.
func (m *Model) Fits(p *vm.Program, memory int64) error {
	size := int64(p.Layout.Root().Size)
	if size < largeState || memory <= 0 || size <= memory/minStates {
		return nil
	}
	const mebi = 1 << 20
	d := diag.Errorf(diag.Pos{File: m.Source.Model}, "the variables take %d MiB, too much for states in %d MiB",
		(size+mebi-1)/mebi, memory/mebi)
	largest := 0
	for _, v := range m.Tree.Globals {
		if cells := v.Size().Cells; cells > largest {
			largest, d.Pos = cells, v.Pos
		}
	}
	if largest > 0 {
		d.Source = m.Tree.Line(d.Pos)
	}
	d.Hint = fmt.Sprintf("make this variable smaller, or take -mem=%dM", (size*minStates+mebi-1)/mebi)
	return diag.List{d}
}
