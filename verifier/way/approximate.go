package way

import "gospin/verifier/store"

// Ways that store too little of a state to distinguish all states. They have flags of their own instead of a
// name for -compress.
var (
	Bitstate = Store{Name: "bitstate", Approximate: true, Less: ", or use less with a smaller -w", make: bitstate}
	// HashCompact stores a hash of each state.
	HashCompact = Store{Name: "hash-compact", Approximate: true, make: hashes,
		Less: ", or use less with fewer bits of a hash (-hc=32), or with -bitstate"}
)

// Kind returns the name of the way, or "" if states are stored exactly.
func (a *Approximate) Kind() string {
	switch {
	case a.Bitstate:
		return Bitstate.Name
	case a.Hash != 0:
		return HashCompact.Name
	}
	return ""
}

func bitstate(b *Build, out *Made) error {
	how := store.Bitstate{Bits: uint(b.Width), Hashes: b.Hashes, Seed: b.hashing(), Sample: b.Sample}
	out.Store = store.NewBitstate(b.Prog.Layout, how)
	return nil
}

func hashes(b *Build, out *Made) error {
	how := store.HashCompact{Bits: uint(b.Options.Hash), Limit: b.Memory, Seed: b.hashing(),
		Sample: b.Sample}
	out.Store = store.NewHashCompact(b.Prog.Layout, how)
	return nil
}

// hashing selects the hash function of a run: those of different seeds differ.
func (b *Build) hashing() uint64 { return b.Run ^ b.Seed*maxRuns }
