package unmove

import (
	"errors"
	"math/bits"

	"gospin/verifier/batch"
	"gospin/verifier/roots"
	"gospin/verifier/search"
)

// set is an unmove set: a table of entries, rules, and whole states. Both orders use it.
type set[R roots.Root] struct {
	job    *job
	stats  *batch.UnmoveStats
	table  *roots.Unmove
	rules  *roots.Rules[R]
	old    roots.Finder[R] // whole states; breadth first, without those of the last whole level
	forms  forms[R]
	shadow shadow[R]
	fresh  []uint32
	state  progress
	tally  batch.Tally
}

// progress says whether a search continues and, if not, why.
type progress uint8

const (
	going progress = iota
	done
	stale   // the space must be packed again
	spent   // the table must be filled again, with more bits of hashes
	crowded // the same, with longer names of rules
	costly  // states must be stored in another set
)

func newSet[R roots.Root](w *job) set[R] {
	return set[R]{
		job: w, stats: &w.Result.Unmove, rules: roots.NewRules[R](1<<w.Unmove.Code - 1),
	}
}

// first begins with an empty table.
func (s *set[R]) first() {
	*s.stats = batch.UnmoveStats{Every: s.job.Unmove.Every, Again: s.stats.Again}
	s.table = roots.NewUnmove(s.job.span, s.job.Unmove.Code, 0)
}

func (s *set[R]) free() {
	if s.old != nil {
		s.old.Free()
	}
	if s.table != nil {
		s.table.Free()
	}
}

func (s *set[R]) bytes() int64 { return s.table.Bytes() + s.old.Bytes() + s.rules.Bytes() }

// known returns the number of stored states.
func (s *set[R]) known() uint64 { return s.job.Result.Stored + s.tally.Stored }

// sum returns the counts of the search.
func (s *set[R]) sum() search.Result { return s.tally.Sum(s.job.Result.Result) }

// report writes the figures of the set, and its memory, to the result.
func (s *set[R]) report(bytes, stacks, recent int64) {
	u := s.stats
	u.Rules, u.Entries, u.Aside = s.rules.Len(), uint64(s.table.Len()), uint64(s.table.Aside())
	u.EntryBytes, u.RuleBytes, u.RecentBytes = s.table.Bytes(), s.rules.Bytes(), recent
	u.Bits = max(0, bits.Len(uint(s.table.Places()))-1)
	r := &s.job.Result
	r.Result, r.Stack, r.Table = s.sum(), max(r.Stack, stacks), bytes
	s.tally.AddTo(&r.Stats)
}

// ruleOf returns the rule by which x leads to y. It adds a new one if necessary.
func (s *set[R]) ruleOf(a *asker[R], x, y *R) uint32 {
	c := s.forms.change(x, y)
	id, fresh := s.rules.Find(y, &c)
	if fresh {
		s.rules.SetBy(id, a.moverOf(x, y))
	}
	return id
}

// isFull reports whether no more rules can be added; then it ends the search.
func (s *set[R]) isFull() bool {
	if !s.rules.Full() {
		return false
	}
	s.job.Err = errors.New("batch: states change in too many ways for an unmove set")
	s.state = done
	return true
}

// makeRoom makes the table larger. others is the memory that everything else takes.
func (s *set[R]) makeRoom(others int64) {
	if s.table.Places() < s.job.Unmove.Least {
		s.state = spent
		return
	}
	s.job.Result.Stats.Growths++
	if !s.table.Grow(s.job.Allowance(others)) {
		s.job.Stop(search.MemoryLimit)
		s.state = done
	}
}

// countStates ends the search if the limit of states is reached.
func (s *set[R]) countStates() {
	if most := s.job.Limits.States; most > 0 && s.known() >= most {
		s.job.Stop(search.StateLimit)
		s.state = done
	}
}

// fillShadow fills the shadow after the space has been packed again.
func (s *set[R]) fillShadow(of *rest) {
	of.set.all(func(root []uint64) {
		r := packed[R](s.job, of, root)
		s.shadow.add(&r)
	})
}
