package verifier

import (
	"fmt"

	"gospin/verifier/search"
	"gospin/verifier/store"
	"gospin/verifier/system"
	"gospin/vm"
)

// probeStates is how many states the probe of -compress=auto stores.
const probeStates = 20000

// manyStates is what the memory at hand should hold. Where it does not, the smaller mode is taken, though it
// is slower.
const manyStates = 20e6

// pick finds the mode of -compress=auto by a short search with collapse, and says why.
func pick(o *Options, model *Model) (name, why string, err error) {
	prog, err := model.Compile(o.aim(mode{}, "", false))
	if err != nil {
		return "", "", err
	}
	st := store.NewCollapse(prog.Layout, 0)
	defer st.Free()
	less := o.reduction(&part{}, model, prog)
	res, err := search.DFS(&search.Task{
		Sys:     less.around(system.Of(vm.NewMachine(prog))),
		Store:   st,
		Limits:  search.Limits{Depth: o.Depth, States: probeStates},
		Proviso: less.proviso,
	})
	if err != nil {
		return "", "", err
	}
	if !res.Stopped {
		return "mask", fmt.Sprintf("there are only %d states, which fit in any mode", res.Stored), nil
	}
	values := 0
	for _, c := range st.Stats().Components {
		values += c.N
	}
	if res.Stored > 0 && values > int(res.Stored)/2 {
		return "tree", fmt.Sprintf("%d states have %d component values, too many for collapse", res.Stored, values), nil
	}
	each := float64(st.Stats().Bytes) / float64(res.Stored)
	fit := float64(o.Memory) / each
	why = fmt.Sprintf("%d states have only %d component values; in the memory at hand, collapse keeps about %.2g states of %.0f bytes", res.Stored, values, fit, each)
	if fit < manyStates {
		return "tree", why + ", which may not be enough", nil
	}
	return "collapse", why, nil
}
