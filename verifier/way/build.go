package way

import (
	"slices"

	"gospin/compression"
	"gospin/verifier/atomic"
	"gospin/verifier/report"
	"gospin/verifier/store"
	"gospin/verifier/system"
	"gospin/vm"
)

// Build is what a system and a store are made of.
type Build struct {
	*Options
	Memory int64  // bytes for the store
	Seed   uint64 // of what a cache forgets
	Prog   *vm.Program
	// Around puts a reduction around a system.
	Around func(system.Classified) system.Claimed
	Taken  []byte // as search.Task has it; nil: nobody wants it
	Run    uint64 // of several approximate searches; each has other hash functions
	Known  uint64 // how many states there are; 0: nobody has counted them
	Sweeps bool   // states are forgotten by a sweep-line, too
	way    *Store
	// Learnt is what a profile knows of states, and From where that is from.
	Learnt *compression.Training
	From   string
}

// Made is what a search goes over, and the store of its states.
type Made struct {
	store.Store
	Sys     system.Claimed
	Engine  string               // what makes the moves, as reports name it
	By      string               // what a trained code goes by
	Tell    func(*report.Report) // adds what else the store has learnt; nil: nothing
	packs   any                  // what makes vectors other than a machine's; nil: nothing does
	trained *compression.Trained
}

// Engines, as reports name them.
const (
	MachineEngine   = "machine"   // evaluates guards and effects
	ComponentEngine = "component" // remembers what moves do to components
	BatchEngine     = "batch"     // the same to roots, of many states at a time
)

// Make makes the system and the store of a search step by step.
func (s *Store) Make(b *Build) (*Made, error) {
	own := *b
	b, own.way = &own, s
	machine := system.Of(vm.NewMachine(b.Prog))
	out := &Made{Sys: atomic.New(b.Around(machine), b.Taken), Engine: MachineEngine}
	make := s.make
	if b.Cache != "" {
		make = cached
	}
	if err := make(b, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Unpacked is a state of the system with the vector of a machine.
func (m *Made) Unpacked(s *vm.State) *vm.State {
	if y, ok := m.packs.(system.Classified); ok {
		return y.Unpacked(s)
	}
	return s
}

// Report adds to a report what the store has learnt.
func (m *Made) Report(r *report.Report, split []string) {
	if m.trained != nil {
		r.Unseen, r.Widened = m.trained.Unseen()
	}
	if m.Tell != nil {
		m.Tell(r)
	}
	if counts := m.Stats().Components; counts != nil {
		r.Components = compression.PanCounts(counts, slices.Contains(split, "joinprocs"))
		r.AsPan = slices.Contains(split, "pan") || slices.Contains(split, "pan-sepqs")
		for _, c := range counts {
			r.Values = append(r.Values, report.Values{Of: c.Name, N: c.N})
		}
	}
}
