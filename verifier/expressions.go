package verifier

import (
	"fmt"

	"gospin/promela/resolve"
	"gospin/vm"
)

// Measure is a list of expressions over a state, given by a flag, which is its name. They are separated by
// commas; macros of the model count. Each must depend on what is stored of a state, and on nothing else.
type Measure = resolve.Measure

// values are the expressions of a measure as a program has them. They serve one goroutine.
type values struct {
	m *vm.Machine
	x *vm.Measure
}

// valuesOf finds the measure of a flag in a program; nil: its model was read without.
func valuesOf(p *vm.Program, flag string) *values {
	for i := range p.Measures {
		if p.Measures[i].Name == flag {
			return &values{vm.NewMachine(p), &p.Measures[i]}
		}
	}
	return nil
}

// of appends the values in a state. The error tells of a run-time error.
func (v *values) of(s *vm.State, dst []int32) ([]int32, error) {
	dst, ok := v.m.Values(s, v.x, dst)
	for i := 0; !ok && i < len(v.x.Code); i++ {
		if _, good := v.m.Value(s, v.x.Code[i]); !good {
			return dst, fmt.Errorf("expression %d: %s", i+1, v.m.Faults()[0].Msg)
		}
	}
	return dst, nil
}
