package source

import (
	"fmt"

	"gospin/promela/resolve"
	"gospin/vm"
)

// Measure is a list of expressions over a state, given by a flag, which is its name. They are separated by
// commas; macros of the model count. Each must depend on what is stored of a state, and on nothing else.
type Measure = resolve.Measure

// Values are the expressions of a measure as a program has them. They serve one goroutine.
type Values struct {
	*vm.Measure
	m *vm.Machine
}

// ValuesOf finds the measure of a flag in a program; nil: its model was read without.
func ValuesOf(p *vm.Program, flag string) *Values {
	for i := range p.Measures {
		if p.Measures[i].Name == flag {
			return &Values{&p.Measures[i], vm.NewMachine(p)}
		}
	}
	return nil
}

// Of appends the values in a state. The error tells of a run-time error.
func (v *Values) Of(s *vm.State, dst []int32) ([]int32, error) {
	dst, ok := v.m.Values(s, v.Measure, dst)
	for i := 0; !ok && i < len(v.Code); i++ {
		if _, good := v.m.Value(s, v.Code[i]); !good {
			return dst, fmt.Errorf("expression %d: %s", i+1, v.m.Faults()[0].Msg)
		}
	}
	return dst, nil
}
