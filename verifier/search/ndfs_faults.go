package search

import "gospin/vm"

// cycle tells of a cycle that begins at a depth and ends with the last move.
func (d *ndfs) cycle(depth int) {
	d.fault(&Fault{Cycle: true, Msg: "acceptance cycle", Depth: depth})
}

// way lists the moves made, the claim's included.
func (d *ndfs) way() []vm.Move {
	var out []vm.Move
	for i := range d.frames.top {
		if i+1 < d.frames.top && d.frames.item(i+1).root {
			continue
		}
		if f := d.frames.item(i); f.next > 0 {
			out = append(out, f.taken)
		}
	}
	return d.steps(out)
}
