package source

import (
	"fmt"

	"gospin/promela/resolve"
	"gospin/vm"
)

// Measure is a list of expressions over a state, given by a flag, which is its name. They are separated by
// commas, and may use macros of the model. They must depend only on the stored part of a state.
type Measure = resolve.Measure

// Values has the expressions of a measure, compiled with a program. It is for one goroutine.
type Values struct {
	*vm.Measure
	m *vm.Machine
}

// ValuesOf returns the measure of a flag in a program, or nil if its model was read without it.
func ValuesOf(p *vm.Program, flag string) *Values {
	for i := range p.Measures {
		if p.Measures[i].Name == flag {
			return &Values{&p.Measures[i], vm.NewMachine(p)}
		}
	}
	return nil
}

// Of appends the values in a state. A run-time error is returned.
func (v *Values) Of(s *vm.State, dst []int32) ([]int32, error) {
	dst, ok := v.m.Values(s, v.Measure, dst)
	for i := 0; !ok && i < len(v.Code); i++ {
		if _, good := v.m.Value(s, v.Code[i]); !good {
			return dst, fmt.Errorf("expression %d: %s", i+1, v.m.Faults()[0].Msg)
		}
	}
	return dst, nil
}
