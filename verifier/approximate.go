package verifier

import (
	"fmt"
	"slices"
	"time"

	"gospin/verifier/report"
	"gospin/verifier/search"
	"gospin/verifier/store"
)

// Approximate says how a search remembers states if it keeps too little of them to tell all apart: what it
// finds is true, what it does not find may be there.
type Approximate struct {
	Bitstate bool // states leave bits
	Width    int  // -w: there are 2^Width of them; 0: as many as fit in Memory, but unasked 128 MiB at most
	Hashes   int  // -k: so many for each state; 0: DefaultHashes
	Hash     int  // -hc: so many bits are kept of a hash of every state; 0: it is not so
	Runs     int  // searches with other hash functions; 0: one
}

const (
	// DefaultHashes is how many bits a state leaves.
	DefaultHashes = 3
	// DefaultHash is how many bits are kept of a hash.
	DefaultHash = store.MaxHash
	mostHashes  = 100
	mostRuns    = 1000
	// mostUnasked is the width if nobody says more: to make more bits takes longer than most searches.
	mostUnasked = 30
	widest      = 48
)

// Kinds of modes that are approximate, as reports name them, too.
const (
	bitstateMode = "bitstate"
	hashMode     = "hash-compact"
)

// approximately is the kind of the mode; "": states are stored exactly.
func (a *Approximate) approximately() string {
	switch {
	case a.Bitstate:
		return bitstateMode
	case a.Hash != 0:
		return hashMode
	}
	return ""
}

// checkApproximate refuses what makes no sense, before anything else is looked at.
func (o *Options) checkApproximate() error {
	a := &o.Approximate
	kind := a.approximately()
	switch {
	case a.Bitstate && a.Hash != 0:
		return fmt.Errorf("-bitstate and -hc exclude each other")
	case kind == "" && a.Runs != 0:
		return fmt.Errorf("-runs is for -bitstate and -hc: other searches see all states in one")
	case !a.Bitstate && (a.Width != 0 || a.Hashes != 0):
		return fmt.Errorf("-w and -k are for -bitstate")
	case a.Hash != 0 && (a.Hash < store.MinHash || a.Hash > store.MaxHash):
		return fmt.Errorf("-hc takes %d to %d bits of a hash, not %d", store.MinHash, store.MaxHash, a.Hash)
	case a.Hashes < 0 || a.Hashes > mostHashes:
		return fmt.Errorf("-k takes 1 to %d bits for each state, not %d", mostHashes, a.Hashes)
	case a.Runs < 0 || a.Runs > mostRuns:
		return fmt.Errorf("-runs takes 1 to %d, not %d", mostRuns, a.Runs)
	case a.Width != 0 && (a.Width < store.MinBits || a.Width > widest):
		return fmt.Errorf("-w takes %d to %d, for so many bits as a power of two, not %d", store.MinBits, widest,
			a.Width)
	case kind == "":
		return nil
	}
	if o.Compress == kind { // they have been checked before
		return nil
	}
	if flag := o.storageFlag(); flag != "" {
		flags := map[string]string{bitstateMode: "-bitstate", hashMode: "-hc"}
		return fmt.Errorf("%s and %s exclude each other: no more is kept of a state than its hash says",
			flags[kind], flag)
	}
	o.Compress, a.Runs = kind, max(a.Runs, 1)
	return nil
}

// storageFlag is one of the flags that say how states are stored; "": there is none.
func (s *Storage) storageFlag() string {
	switch {
	case s.Compress != "":
		return "-compress=" + s.Compress
	case len(s.Split) > 0:
		return "-split"
	case s.IndexBytes != 0:
		return "-index-bytes"
	case s.Profile != "":
		return "-profile"
	case s.Code != "":
		return "-code"
	}
	return ""
}

// settleBits fills in what is left open of a bitstate search that has so much memory. Given says that
// somebody wants it to have so much.
func (a *Approximate) settleBits(memory int64, given bool) error {
	if !a.Bitstate {
		return nil
	}
	if a.Hashes == 0 {
		a.Hashes = DefaultHashes
	}
	if a.Width == 0 {
		a.Width = int(store.BitsIn(memory / 4 * 3)) // the rest is the path's
		if !given {
			a.Width = min(a.Width, mostUnasked)
		}
	}
	if size := int64(1) << (a.Width - 3); size > memory/16*15 {
		return fmt.Errorf("-w %d takes %s, but there are %s for the states and the path: give more with -mem",
			a.Width, report.Size(size), report.Size(memory))
	}
	return nil
}

// newOmitted is what the options say of runs to come; nil if they are exact.
func newOmitted(o *Options) *report.Omitted {
	if o.approximately() == "" {
		return nil
	}
	return &report.Omitted{Width: o.Width, Hashes: o.Hashes, Hash: o.Hash}
}

func (m *making) bitstate(out *made) error {
	how := store.Bitstate{Bits: uint(m.o.Width), Hashes: m.o.Hashes, Seed: m.seed}
	out.Store = store.NewBitstate(m.prog.Layout, how)
	return nil
}

func (m *making) hashes(out *made) error {
	how := store.HashCompact{Bits: uint(m.o.Hash), Limit: m.o.Memory, Seed: m.seed}
	out.Store = store.NewHashCompact(m.prog.Layout, how)
	return nil
}

// again makes the searches after the first, with other hash functions, until one is stopped. What the first
// one has left unseen, or who stops them, is taken into its result.
func again(r *report.Report, m *making, j *job, task *search.Task, first *search.Result) error {
	for n := 1; n < m.o.Runs && !first.Stopped; n++ {
		m.seed = uint64(n)
		st, err := m.make()
		if err != nil {
			return err
		}
		task.Sys, task.Store = j.part.beside(st.sys, m.o.Fair), st.Store
		start := time.Now()
		res, err := j.search(task, st)
		expected := st.Stats().Omissions
		st.Free()
		if err != nil {
			return err
		}
		r.Omitted.Add(report.RunFigures{
			States: states(res), Errors: res.Errors, Expected: expected, Seconds: time.Since(start).Seconds(),
		})
		r.Errors = max(r.Errors, res.Errors)
		r.Found = r.Errors
		first.Stopped = res.Stopped
		for _, why := range res.Incomplete {
			if !slices.Contains(first.Incomplete, why) {
				first.Incomplete = append(first.Incomplete, why)
			}
		}
		r.Complete = !first.Stopped && len(first.Incomplete) == 0
	}
	return nil
}
