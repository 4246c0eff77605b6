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

// Build has what is needed to make a system and a store.
type Build struct {
	*Options
	Memory int64  // limit of the store in bytes
	Seed   uint64 // selects the states that a cache forgets, and the hash functions of approximate searches
	Prog   *vm.Program
	// Around puts a reduction around a system.
	Around func(system.Reducible) system.Claimed
	Taken  []byte        // as search.Task has it; nil: nobody wants it
	Run    uint64        // of several approximate searches; each has other hash functions
	Known  uint64        // how many states there are; 0: nobody has counted them
	Sweeps bool          // states are forgotten by a sweep-line, too
	Sample *store.Sample // what approximate searches and caches add states to; may be nil
	way    *Store
	// Learnt is the profile of states, and From its origin.
	Learnt *compression.Training
	From   string
}

// Made is the system and the store of a search.
type Made struct {
	store.Store
	Sys     system.Claimed
	By      string               // what a trained code goes by
	Tell    func(*report.Report) // adds what else the store has learnt; nil: nothing
	trained *compression.Trained
}

// Names of engines in reports.
const (
	MachineEngine = "machine" // evaluates guards and effects, one state at a time
	BatchEngine   = "batch"   // remembers what moves do to the components of roots, of many states at a time
)

// Make makes the system and the store of a step-by-step search.
func (s *Store) Make(b *Build) (*Made, error) {
	own := *b
	b, own.way = &own, s
	machine := system.Of(vm.NewMachine(b.Prog))
	out := &Made{Sys: atomic.New(b.Around(machine), b.Taken)}
	make := s.make
	if b.Cache != "" {
		make = cached
	}
	if err := make(b, out); err != nil {
		return nil, err
	}
	return out, nil
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
