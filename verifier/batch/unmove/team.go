package unmove

import (
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"gospin/compression/offheap"
	"gospin/verifier/roots"
)

// team has the scouts of a search. The first one runs in the goroutine of the search; the others wait for
// orders.
type team[R roots.Root] struct {
	scouts []*scout[R]
	rounds [2]round[R] // two, since one may begin before the other has ended
	lots   []lot[R]    // lots of the round that is being looked up
	busy   sync.WaitGroup
	failed atomic.Bool // a scout has run out of memory
	claims claims[R]
}

// round is some states that scouts work on together.
type round[R roots.Root] struct {
	states []R
	lots   []lot[R]
	spare  []lot[R] // all lots that have been made
}

// order tells scouts what to do with lots.
type order[R roots.Root] struct {
	duty duty
	lots []lot[R]
}

// duty is what a scout does with a lot.
type duty uint8

const (
	explore duty = iota
	lookUp
	trace
)

// scoutLots is the number of lots for each scout, if there are several.
const scoutLots = 32

// minScouted is the number of states of a level from which on several scouts are used. It is a variable for
// tests.
var minScouted uint64 = 512

// enlist adds n scouts. No scout may be busy.
func (l *levels[R]) enlist(n int) {
	for range n {
		s := &scout[R]{levels: l, asker: newAsker(&l.set)}
		if l.job.Err != nil {
			return
		}
		if len(l.team.scouts) > 0 {
			s.orders = make(chan order[R])
			go s.serve()
		}
		l.team.scouts = append(l.team.scouts, s)
	}
	most := l.job.Batch
	if n := len(l.team.scouts); n > 1 {
		most *= n * scoutLots
	}
	for i := range l.team.rounds {
		l.team.rounds[i].states = make([]R, most)
	}
	l.notes = make([]uint32, most)
	l.job.Crewed(len(l.team.scouts))
}

// enlistAll adds the scouts that join late, if it is worth while.
func (l *levels[R]) enlistAll() {
	n := len(l.team.scouts)
	early := time.Since(l.job.Begun) < l.job.Late
	if n == l.job.Workers || l.job.Err != nil || l.current.Len() < minScouted || early {
		return
	}
	l.enlist(l.job.Workers - n)
	l.recent = newRecent[R](l.recent.len(), true)
}

// dismiss ends all scouts.
func (l *levels[R]) dismiss() {
	for _, s := range l.team.scouts[1:] {
		close(s.orders)
	}
}

// roundSize returns how many states of the current level a round has.
func (l *levels[R]) roundSize() int {
	if l.current.Len() < minScouted {
		return l.job.Batch
	}
	return len(l.notes)
}

// divide divides the first n states of a round into lots of one batch each.
func (r *round[R]) divide(n, batch int) {
	k := (n + batch - 1) / batch
	for len(r.spare) < k {
		r.spare = append(r.spare, lot[R]{number: len(r.spare), ends: make([]int, batch)})
	}
	r.lots = r.spare[:k]
	for i := range r.lots {
		r.lots[i].states = r.states[i*batch : min((i+1)*batch, n)]
	}
}

// send makes the other scouts begin with some lots. They must have finished the last ones.
func (l *levels[R]) send(o order[R]) {
	n := len(o.lots)
	for i, s := range l.team.scouts {
		s.nextLot.Store(int64(i * n / len(l.team.scouts)))
		s.endLot = int64((i + 1) * n / len(l.team.scouts))
	}
	if n < 2 {
		return
	}
	for _, s := range l.team.scouts[1:] {
		l.team.busy.Add(1)
		s.orders <- o
	}
}

// join makes the first scout help, and waits until all are done.
func (l *levels[R]) join(o order[R]) {
	l.team.scouts[0].obey(o)
	if l.team.busy.Wait(); l.team.failed.Load() {
		panic(offheap.OutOfMemory(0))
	}
	for _, s := range l.team.scouts {
		l.isCostly = l.set.charge(&s.asker.count)
		s.asker.flush()
	}
}

func (l *levels[R]) sendAll(o order[R]) {
	l.send(o)
	l.join(o)
}

func (s *scout[R]) serve() {
	for o := range s.orders {
		s.tryToObey(o)
		s.levels.team.busy.Done()
	}
}

// tryToObey calls obey, and recovers from a panic for want of memory; join panics in its place.
func (s *scout[R]) tryToObey(o order[R]) {
	defer func() {
		if offheap.Exhausted(recover()) {
			s.levels.team.failed.Store(true)
		}
	}()
	s.obey(o)
}

// obey does the scout's own lots first, since its cache knows similar states, and then those of others.
func (s *scout[R]) obey(o order[R]) {
	at := slices.Index(s.levels.team.scouts, s)
	for i := range s.levels.team.scouts {
		of := s.levels.team.scouts[(at+i)%len(s.levels.team.scouts)]
		for k := of.nextLot.Add(1) - 1; k < of.endLot; k = of.nextLot.Add(1) - 1 {
			s.do(o.duty, &o.lots[k])
		}
	}
}

func (s *scout[R]) do(d duty, o *lot[R]) {
	switch d {
	case explore:
		s.explore(o)
	case lookUp:
		s.lookUp(o)
	case trace:
		s.trace(o)
	}
}
