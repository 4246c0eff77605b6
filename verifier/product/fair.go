package product

import (
	"gospin/verifier/fair"
	"gospin/verifier/system"
	"gospin/vm"
)

// enter makes s a state of a copy of the system.
func (p *Product) enter(s *vm.State, to uint8) {
	s.Copy = to
	if group := to / system.CopiesOfVector; s.Vec[p.at] != group {
		s.Vec[p.at] = group
		s.Dirty |= 1
	}
}

// follow computes the copies of the system that the choices of s lead to.
func (p *Product) follow(s *vm.State, x *system.Expansion) {
	from := s.Copy
	if p.seeds(s) {
		from = 1
	}
	if from == 0 || s.Turn&claims != 0 || s.Turn&alone != 0 {
		if s.Turn&alone != 0 {
			from = 0
		}
		for i := range x.Choices {
			x.Choices[i].Copy = from
		}
		return
	}
	var able [vm.MaxProcs + 1]bool
	for i := range x.Choices {
		able[x.Choices[i].Pid] = true
	}
	procs := p.Layout().ShapeOf(s.Vec).Procs
	for i := range x.Choices {
		c := &x.Choices[i]
		c.Copy = 0
		for to := int(from); to <= len(procs); to++ {
			pid := uint8(to - 1)
			moves := c.Pid == pid || c.Partner != 0 && c.Peer == pid
			demands := p.kinds == nil || p.kinds[procs[pid].Type] != fair.None
			if !moves && demands && (s.Excl >= 0 || able[pid]) {
				c.Copy = uint8(to)
				break
			}
		}
	}
}
