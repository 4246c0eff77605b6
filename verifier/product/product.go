package product

import (
	"gospin/verifier/fair"
	"gospin/verifier/system"
	"gospin/vm"
)

// Bits of State.Turn: who moves next, and the kind of the state.
const (
	claims    = 1 << iota // it is the claim's turn
	alone                 // the system is blocked, and the claim moves alone
	follows               // the claim has moved alone to this state, possibly in an atomic sequence
	within                // inside an atomic sequence
	accepts               // the claim's control state is accepting
	accepting             // the state is accepting
	ended                 // the claim is at its end
)

// Product is a system with a claim.
type Product struct {
	system.Claimed
	bare   bool // there is no claim
	fair   bool
	kinds  []fair.Kind // as Fair has them
	ends   bool        // runs end at the end of the claim
	labels bool        // acceptance labels of processes count
	at     int         // offset of the byte for groups of copies, with fairness
	faults []vm.Fault
}

var _ system.Acceptor = (*Product)(nil)

// New returns the product of a system with its claim.
func New(in system.Claimed) *Product { return &Product{Claimed: in, labels: in.Labelled()} }

// Bare returns the product without a claim. It accepts infinite runs that pass through accepting states of
// processes infinitely often, and runs that end in such a state.
func Bare(in system.Claimed) *Product {
	return &Product{Claimed: in, labels: in.Labelled(), bare: true}
}

// Ends makes runs end at the end of the claim, which decides there, whatever follows.
func (p *Product) Ends() *Product {
	p.ends = true
	return p
}

// Fair makes the copies that accept only runs that are weakly fair to the processes that demand any fairness,
// given by proctype. If kinds is nil, all do.
func (p *Product) Fair(kinds []fair.Kind) *Product {
	p.fair, p.kinds, p.at = true, kinds, p.PhaseAt()
	return p
}

// Weak implements system.Acceptor.
func (p *Product) Weak() bool { return p.Claimed.Weak() && !p.fair }

// Initial implements system.System.
func (p *Product) Initial(s *vm.State) vm.Effect {
	eff := p.Claimed.Initial(s)
	s.Turn = of(eff)
	if !p.bare {
		s.Turn |= claims
	}
	return p.judge(s, eff)
}

// Resume completes s, given its vector and the kind of the claim's control state, with the claim's turn. If
// the claim had moved alone, it was the turn of the system, which is blocked: the claim then reaches the same
// states.
func (p *Product) Resume(s *vm.State, accepted, end bool) {
	if s.Turn = claims; accepted {
		s.Turn |= accepts | accepting
	}
	if end {
		s.Turn |= ended
	}
}

// of converts the effect of a step of the claim to bits of the turn.
func of(eff vm.Effect) (turn uint8) {
	if eff&vm.Accepting != 0 {
		turn |= accepts
	}
	if eff&vm.ClaimEnd != 0 && eff&vm.Pruned == 0 {
		turn |= ended
	}
	return turn
}

// judge determines, stores and returns whether the state is accepting.
func (p *Product) judge(s *vm.State, eff vm.Effect) vm.Effect {
	eff &^= vm.Accepting | vm.ClaimEnd
	if s.Turn&accepts != 0 || p.labels && eff&vm.Pruned == 0 && p.Labels(s) {
		s.Turn |= accepting
		eff |= vm.Accepting
	}
	return eff
}

// Expand implements system.System.
func (p *Product) Expand(s *vm.State, x *system.Expansion) {
	p.faults = p.faults[:0]
	if p.ends && s.Turn&ended != 0 {
		x.Clear()
		x.Effect = vm.ClaimEnd
		return
	}
	if s.Turn&(claims|alone) != 0 {
		p.ExpandClaim(s, x, s.Turn&alone != 0)
	} else {
		p.expandSystem(s, x)
	}
	if s.Turn&ended != 0 && !p.bare {
		x.Effect |= vm.ClaimEnd
	}
	if p.seeds(s) {
		x.Effect |= vm.Seed
	}
	if p.fair {
		p.follow(s, x)
	}
}

// seeds reports whether a cycle may begin in the state.
func (p *Product) seeds(s *vm.State) bool {
	return s.Turn&accepting != 0 && s.Turn&within == 0 && s.Copy == 0 &&
		(p.bare || s.Turn&(claims|alone) != 0)
}

// expandSystem expands the system. If it has no choice, its atomic sequence is interrupted, or else the claim
// moves alone.
func (p *Product) expandSystem(s *vm.State, x *system.Expansion) {
	room := x.Room
	if p.single(s) {
		x.Room = 0
	}
	p.Claimed.Expand(s, x)
	x.Room = room
	if x.Effect &^= vm.InvalidEnd; len(x.Choices) > 0 || x.Effect&vm.Abort != 0 {
		return
	}
	s.Excl = -1
	switch {
	case s.Turn&within != 0:
		x.Effect |= vm.Released
		if s.Turn &^= within; !p.bare {
			s.Turn |= claims
		}
	case p.bare:
		if s.Turn&accepting != 0 {
			x.Effect |= vm.Stutter
		}
	default:
		s.Turn |= alone
		eff := x.Effect
		if eff&vm.Failed != 0 {
			p.faults = append(p.faults, p.Claimed.Faults()...)
		}
		p.ExpandClaim(s, x, true)
		if x.Effect&vm.Failed != 0 {
			p.faults = append(p.faults, p.Claimed.Faults()...)
		}
		x.Effect |= eff
	}
}

// Faults implements system.System.
func (p *Product) Faults() []vm.Fault {
	if len(p.faults) > 0 {
		return p.faults
	}
	return p.Claimed.Faults()
}

// Steps implements system.Stepped: only the system makes several steps in one choice.
func (p *Product) Steps(dst []vm.Move) []vm.Move {
	if in, ok := p.Claimed.(system.Stepped); ok {
		return in.Steps(dst)
	}
	return dst
}

// single reports whether the system has to make its steps one by one.
func (p *Product) single(s *vm.State) bool { return p.fair || s.Turn&ended != 0 && !p.bare }

// Do implements system.System.
func (p *Product) Do(s *vm.State, c *system.Choice, room int) vm.Step {
	p.faults = p.faults[:0]
	turn := s.Turn
	var step vm.Step
	moved := turn&(claims|alone) != 0
	if moved {
		step.Effect = p.DoClaim(s, c)
		s.Turn = of(step.Effect)
	} else {
		if p.single(s) {
			room = 0
		}
		step = p.Claimed.Do(s, c, room)
		s.Turn = turn & (accepts | ended)
	}
	atomic := step.Effect&vm.Transient != 0
	if atomic {
		s.Turn |= within
	}
	if moved == atomic && !p.bare { // in turn, unless the sequence is atomic
		s.Turn |= claims
	}
	if turn&alone != 0 || turn&follows != 0 && moved {
		s.Turn |= follows
	}
	step.Effect = p.judge(s, step.Effect)
	if s.Turn&(claims|follows) == 0 && !p.bare && !atomic {
		step.Effect |= vm.Passing
	}
	if p.fair {
		p.enter(s, c.Copy)
	}
	return step
}
