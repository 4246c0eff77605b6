package batch

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
	rounds [2]round[R] // one may begin before the other has come to its end
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

// enlist has so many scouts more. None is away.
func (l *levels[R]) enlist(n int) {
	for range n {
		s := &scout[R]{levels: l}
		if s.engine = newEngine[R](l.whole); l.err != nil {
			return
		}
		if s.mover, _ = s.engine.(Mover[R]); len(l.scouts) > 0 {
			s.orders = make(chan order[R])
			go s.serve()
		}
		l.scouts = append(l.scouts, s)
	}
	most := l.Batch
	if n := len(l.scouts); n > 1 {
		most *= n * scoutLots
	}
	for i := range l.rounds {
		l.rounds[i].states = make([]R, most)
	}
	l.notes = make([]uint32, most)
	l.res.Workers = max(l.res.Workers, len(l.scouts))
	l.processors(len(l.scouts))
}

// enlistAll enlists those that come later, where it is worth it.
func (l *levels[R]) enlistAll() {
	n := len(l.scouts)
	early := l.whole.late && time.Since(l.begun) < l.Late
	if n == l.Workers || l.err != nil || l.now.Len() < scouted || early {
		return
	}
	l.enlist(l.Workers - n)
	l.recent = newRecent[R](l.recent.len(), true)
}

// dismiss ends them.
func (l *levels[R]) dismiss() {
	for _, s := range l.scouts[1:] {
		close(s.orders)
	}
}

// many is how many states of the level at hand are looked at together.
func (l *levels[R]) many() int {
	if l.now.Len() < scouted {
		return l.Batch
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
	for i, s := range l.scouts {
		s.turn.Store(int64(i * n / len(l.scouts)))
		s.until = int64((i + 1) * n / len(l.scouts))
	}
	if n < 2 {
		return
	}
	for _, s := range l.scouts[1:] {
		l.away.Add(1)
		s.orders <- o
	}
}

// join has the first one help, until all is done.
func (l *levels[R]) join(o order[R]) {
	l.scouts[0].obey(o)
	if l.away.Wait(); l.failed.Load() {
		panic(offheap.OutOfMemory(0))
	}
	for _, s := range l.scouts {
		s.count.addTo(l.stats)
		l.isDear = l.charge(&s.count)
		s.count = UnmoveStats{}
	}
}

func (l *levels[R]) sendAll(o order[R]) {
	l.send(o)
	l.join(o)
}

func (s *scout[R]) serve() {
	for o := range s.orders {
		s.tryToObey(o)
		s.away.Done()
	}
}

// tryToObey is obey of a scout whose panic nobody else would recover from: for want of memory, the one that
// waits for all panics.
func (s *scout[R]) tryToObey(o order[R]) {
	defer func() {
		if offheap.Exhausted(recover()) {
			s.failed.Store(true)
		}
	}()
	s.obey(o)
}

// obey goes through a scout's own lots first: what it has found out lately is about states like these.
func (s *scout[R]) obey(o order[R]) {
	at := slices.Index(s.scouts, s)
	for i := range s.scouts {
		of := s.scouts[(at+i)%len(s.scouts)]
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

func (s *UnmoveStats) addTo(to *UnmoveStats) {
	to.Looks += s.Looks
	to.Reads += s.Reads
	to.Refuted += s.Refuted
	to.Asked += s.Asked
	to.Failed += s.Failed
}
