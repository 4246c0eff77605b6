package space

import (
	"cmp"
	"slices"

	"gospin/vm/layout"
)

// Kind describes how engines remember what the process at a place does. All but Values counts from the last
// packing on.
type Kind struct {
	Proctype, Pid int
	Values        int    // different values that it has had
	Direct        int    // of these, the expanded ones for which it always does the same
	Hashed        int    // for which that depends on more
	Split         int    // for which each transition is remembered by itself
	Within        int    // expanded values within atomic sequences
	Stepped       int    // parts whose atomic sequences are remembered step by step
	Offers        int    // pairs of a value and an offer of a rendezvous that it may receive
	Entries       int    // of memos
	Slow          int    // lists that are slow, so the machine is asked each time
	Learnt        uint64 // evaluations by the machine that were remembered
	Looks         []Look // what it depends on, the most frequent first
}

// Look is a component on which something depends.
type Look struct {
	Component layout.CompKind
	At        int  // of globals the address; of a channel or process its number, from 0 on
	Len       int  // of globals: bytes
	Ends      bool // of a channel: only its ends
	Parts     int  // parts that depend on it
}

// Kinds returns the kinds of all processes. No engine may be in use.
func (s *Space) Kinds() []Kind {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := &kinds{space: s, at: map[[2]int]*kind{}}
	for _, e := range s.engines {
		e.kinds(all)
	}
	var out []Kind
	for _, k := range all.at {
		out = append(out, k.sum())
	}
	slices.SortFunc(out, func(a, b Kind) int {
		return cmp.Or(cmp.Compare(a.Pid, b.Pid), cmp.Compare(a.Proctype, b.Proctype))
	})
	return out
}

// kinds has the kinds of all engines.
type kinds struct {
	space *Space
	at    map[[2]int]*kind // by number of the process, and proctype
}

type kind struct {
	Kind
	how    map[uint64]manner
	within map[string]bool
	looks  map[Look]int
}

// manner is how a value is remembered. If engines or shapes differ, the greatest counts.
type manner uint8

const (
	direct manner = iota
	hashed
	split
)

func (k *kind) sum() Kind {
	for _, m := range k.how {
		switch m {
		case direct:
			k.Direct++
		case hashed:
			k.Hashed++
		case split:
			k.Split++
		}
	}
	k.Within = len(k.within)
	for l, n := range k.looks {
		l.Parts = n
		k.Looks = append(k.Looks, l)
	}
	slices.SortFunc(k.Looks, func(a, b Look) int {
		return cmp.Or(cmp.Compare(b.Parts, a.Parts), cmp.Compare(a.Component, b.Component),
			cmp.Compare(a.At, b.At))
	})
	return k.Kind
}

// of returns the kind of a process of a form.
func (all *kinds) of(f *form, pid int) *kind {
	p := f.procs[pid]
	key := [2]int{pid, p.Type}
	k := all.at[key]
	if k == nil {
		values := all.space.classes[f.fields[all.space.component(p.Comp)].class].values.Len()
		k = &kind{Kind: Kind{Proctype: p.Type, Pid: pid, Values: values}}
		k.how, k.within, k.looks = map[uint64]manner{}, map[string]bool{}, map[Look]int{}
		all.at[key] = k
	}
	return k
}

// look returns the component of a field.
func (all *kinds) look(f *form, i int) Look {
	if cells := all.space.cells; i < len(cells) {
		return Look{Component: layout.Globals, At: cells[i].off, Len: cells[i].len}
	}
	sh, comp := all.space.l.ShapeByID(f.id), i-len(all.space.cells)+1
	for pid, p := range sh.Procs {
		if p.Comp == comp {
			return Look{Component: layout.Process, At: pid}
		}
	}
	id := slices.IndexFunc(sh.Chans, func(c layout.ChanAt) bool { return c.Comp == comp })
	return Look{Component: layout.Channel, At: id}
}

// owner is the process to which an info belongs.
type owner struct {
	kind *kind
	form *form
	info *info
}

// kinds adds what the engine, or the pool, remembers.
func (e *engine[R]) kinds(all *kinds) {
	if e.pool == nil {
		e.knowledge.kinds(all)
	} else if e.pool.first == e {
		e.pool.kinds(all)
	}
}

func (l *knowledge[R]) kinds(all *kinds) {
	owners := map[uint32]owner{} // by info
	for _, s := range l.known {
		if s == nil {
			continue
		}
		for pid := range s.of {
			k := all.of(s.form, pid)
			for n := range s.of[pid].infos {
				if in := &s.of[pid].infos[n]; in.id != 0 {
					owners[in.id] = owner{k, s.form, in}
					k.how[uint64(n)] = max(k.how[uint64(n)], in.manner())
				}
			}
			x := &s.of[pid].inner
			for n, value := range x.values {
				if in := &x.infos[n]; in.id != 0 {
					owners[in.id] = owner{k, s.form, in}
				}
				k.within[value] = true
			}
		}
	}
	entries, slowOnes := l.entries()
	for i := 1; i < len(l.parts); i++ {
		p := &l.parts[i]
		if o, known := owners[p.info]; known {
			o.kind.Learnt += uint64(p.entries)
			if o.info.has(uint32(i)) || p.offer != 0 {
				o.kind.Entries += entries[p.id]
				o.kind.Slow += slowOnes[p.id]
				l.tell(all, o, p)
			}
		}
	}
}

func (in *info) manner() manner {
	switch {
	case in.split:
		return split
	case in.list != 0:
		return direct
	}
	return hashed
}

func (in *info) has(part uint32) bool { return part >= in.first && part < in.first+uint32(in.n) }

// entries counts the memo's entries by part, and how many of these have slow lists.
func (l *knowledge[R]) entries() (all, slowOnes map[uint32]int) {
	all, slowOnes = map[uint32]int{}, map[uint32]int{}
	for i := range l.memo.slots {
		if s := &l.memo.slots[i]; s.list != 0 {
			all[s.part]++
			if l.lists[s.list]&slow != 0 {
				slowOnes[s.part]++
			}
		}
	}
	return all, slowOnes
}

// tell adds what a part depends on.
func (l *knowledge[R]) tell(all *kinds, o owner, p *part[R]) {
	if p.offer != 0 {
		o.kind.Offers++
	}
	if p.stepped {
		o.kind.Stepped++
	}
	if p.list != 0 && l.lists[p.list]&slow != 0 {
		o.kind.Slow++
	}
	for i := range o.form.fields {
		f := &o.form.fields[i]
		ends := slices.ContainsFunc(p.ends, func(x end) bool {
			return x.word == f.word && x.shift == f.shift
		})
		if f.mask != 0 && (ends || p.mask[f.word]&f.bits() != 0) {
			x := all.look(o.form, i)
			x.Ends = ends
			o.kind.looks[x]++
		}
	}
}
