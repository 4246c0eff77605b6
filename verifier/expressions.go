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
	m    *vm.Machine
	code []int32
}

// valuesOf finds the measure of a flag in a program; nil: its model was read without.
func valuesOf(p *vm.Program, flag string) *values {
	for _, m := range p.Measures {
		if m.Name == flag {
			return &values{vm.NewMachine(p), m.Code}
		}
	}
	return nil
}

// of appends the values in a state. The error tells of a run-time error.
func (v *values) of(s *vm.State, dst []int32) ([]int32, error) {
	for i, pc := range v.code {
		x, ok := v.m.Value(s, pc)
		if !ok {
			return dst, fmt.Errorf("expression %d: %s", i+1, v.m.Faults()[0].Msg)
		}
		dst = append(dst, x)
	}
	return dst, nil
}
