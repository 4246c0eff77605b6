package unmove

import (
	"errors"
	"math/bits"

	"gospin/verifier/batch"
	"gospin/verifier/roots"
	"gospin/verifier/search"
)

// set is an unmove set, as a search of either order has it: a table of entries, rules, and whole states.
type set[R roots.Root] struct {
	whole  *whole
	stats  *batch.UnmoveStats
	table  *roots.Unmove
	rules  *roots.Rules[R]
	old    roots.Finder[R] // whole states; by levels without those of the last whole one
	forms  forms[R]
	shadow shadow[R]
	fresh  []uint32
	state  progress
	tally  batch.Tally
}

// progress reports whether a search goes on, and if not, why.
type progress uint8

const (
	going progress = iota
	done
	stale   // the space is to be packed again
	spent   // the table is to be filled again
	crowded // so it is, with more names of rules
	costly  // states are to be kept in another set
)

func newSet[R roots.Root](w *whole) set[R] {
	return set[R]{
		whole: w, stats: &w.Result.Unmove, rules: roots.NewRules[R](1<<w.Unmove.Code - 1),
	}
}

// first begins with a table that is empty.
func (s *set[R]) first() {
	*s.stats = batch.UnmoveStats{Every: s.whole.Unmove.Every, Again: s.stats.Again}
	s.table = roots.NewUnmove(s.whole.span, s.whole.Unmove.Code, 0)
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

// known is how many states are stored.
func (s *set[R]) known() uint64 { return s.whole.Result.Stored + s.tally.Stored }

// sum is what has been counted.
func (s *set[R]) sum() search.Result { return s.tally.Sum(s.whole.Result.Result) }

// tell has the result say what the set has done, and what it and the stacks take.
func (s *set[R]) tell(bytes, stacks, recent int64) {
	u := s.stats
	u.Rules, u.Entries, u.Aside = s.rules.Len(), uint64(s.table.Len()), uint64(s.table.Aside())
	u.EntryBytes, u.RuleBytes, u.RecentBytes = s.table.Bytes(), s.rules.Bytes(), recent
	u.Bits = max(0, bits.Len(uint(s.table.Places()))-1)
	r := &s.whole.Result
	r.Result, r.Stack, r.Table = s.sum(), max(r.Stack, stacks), bytes
	s.tally.AddTo(&r.Stats)
}

// ruleOf is the rule by which one state leads to another.
func (s *set[R]) ruleOf(a *asker[R], x, y *R) uint32 {
	c := s.forms.change(x, y)
	id, fresh := s.rules.Find(y, &c)
	if fresh {
		s.rules.SetBy(id, a.moverOf(x, y))
	}
	return id
}

// isFull ends a search whose rules have no number left, and reports that.
func (s *set[R]) isFull() bool {
	if !s.rules.Full() {
		return false
	}
	s.whole.Err = errors.New("batch: states change in too many ways for an unmove set")
	s.state = done
	return true
}

// makeRoom has the table grow, which is full. Others is what all else takes.
func (s *set[R]) makeRoom(others int64) {
	if s.table.Places() < s.whole.Unmove.Least {
		s.state = spent
		return
	}
	s.whole.Result.Stats.Growths++
	if !s.table.Grow(s.whole.Allowance(others)) {
		s.whole.Stop(search.MemoryLimit)
		s.state = done
	}
}

// countStates ends a search that has stored as many as it may.
func (s *set[R]) countStates() {
	if most := s.whole.Limits.States; most > 0 && s.known() >= most {
		s.whole.Stop(search.StateLimit)
		s.state = done
	}
}

// shadowed brings the shadow along where the space has been packed again.
func (s *set[R]) shadowed(of *rest) {
	of.set.all(func(root []uint64) {
		r := packed[R](s.whole, of, root)
		s.shadow.add(&r)
	})
}
