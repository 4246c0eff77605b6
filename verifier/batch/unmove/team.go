package unmove

import (
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"gospin/compression/offheap"
	"gospin/verifier/roots"
)

// team are the scouts of a search. The first one is whoever sends them; the others wait until they are sent.
type team[R roots.Root] struct {
	scouts []*scout[R]
	rounds [2]round[R] // one may begin before the other has ended
	lots   []lot[R]    // of the round in which scouts find out what is stored
	away   sync.WaitGroup
	failed atomic.Bool // one has had no memory
	claims claims[R]
}

// round is what scouts are sent with.
type round[R roots.Root] struct {
	states []R
	lots   []lot[R]
	spare  []lot[R] // the same and others
}

// order is what scouts do with lots.
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

// scoutLots is how many lots there are for each of several scouts.
const scoutLots = 32

// scouted is how many states a level must have for several to be sent. Tests change it.
var scouted uint64 = 512

// enlist adds n scouts. None is away.
func (l *levels[R]) enlist(n int) {
	for range n {
		s := &scout[R]{of: l, asker: newAsker(&l.set)}
		if l.whole.Err != nil {
			return
		}
		if len(l.team.scouts) > 0 {
			s.orders = make(chan order[R])
			go s.serve()
		}
		l.team.scouts = append(l.team.scouts, s)
	}
	most := l.whole.Batch
	if n := len(l.team.scouts); n > 1 {
		most *= n * scoutLots
	}
	for i := range l.team.rounds {
		l.team.rounds[i].states = make([]R, most)
	}
	l.notes = make([]uint32, most)
	l.whole.Crewed(len(l.team.scouts))
}

// enlistAll enlists those that come later, where it is worth it.
func (l *levels[R]) enlistAll() {
	n := len(l.team.scouts)
	early := time.Since(l.whole.Begun) < l.whole.Late
	if n == l.whole.Workers || l.whole.Err != nil || l.now.Len() < scouted || early {
		return
	}
	l.enlist(l.whole.Workers - n)
	l.recent = newRecent[R](l.recent.len(), true)
}

// dismiss ends them.
func (l *levels[R]) dismiss() {
	for _, s := range l.team.scouts[1:] {
		close(s.orders)
	}
}

// many is how many states of the present level are looked at together.
func (l *levels[R]) many() int {
	if l.now.Len() < scouted {
		return l.whole.Batch
	}
	return len(l.notes)
}

// divide divides the first n states of a round into lots of a batch each.
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

// send has the others begin to do something with lots. All must have come back before.
func (l *levels[R]) send(o order[R]) {
	n := len(o.lots)
	for i, s := range l.team.scouts {
		s.turn.Store(int64(i * n / len(l.team.scouts)))
		s.until = int64((i + 1) * n / len(l.team.scouts))
	}
	if n < 2 {
		return
	}
	for _, s := range l.team.scouts[1:] {
		l.team.away.Add(1)
		s.orders <- o
	}
}

// join has the first one help, until all is done.
func (l *levels[R]) join(o order[R]) {
	l.team.scouts[0].obey(o)
	if l.team.away.Wait(); l.team.failed.Load() {
		panic(offheap.OutOfMemory(0))
	}
	for _, s := range l.team.scouts {
		l.isDear = l.set.charge(&s.asker.count)
		s.asker.pass()
	}
}

func (l *levels[R]) sendAll(o order[R]) {
	l.send(o)
	l.join(o)
}

func (s *scout[R]) serve() {
	for o := range s.orders {
		s.tryToObey(o)
		s.of.team.away.Done()
	}
}

// tryToObey is obey of a scout whose panic nobody else would recover from: for want of memory, the one that
// waits for all panics.
func (s *scout[R]) tryToObey(o order[R]) {
	defer func() {
		if offheap.Exhausted(recover()) {
			s.of.team.failed.Store(true)
		}
	}()
	s.obey(o)
}

// obey goes through a scout's own lots first: what it has found out lately is about states like these.
func (s *scout[R]) obey(o order[R]) {
	at := slices.Index(s.of.team.scouts, s)
	for i := range s.of.team.scouts {
		of := s.of.team.scouts[(at+i)%len(s.of.team.scouts)]
		for k := of.turn.Add(1) - 1; k < of.until; k = of.turn.Add(1) - 1 {
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
