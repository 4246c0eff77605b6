package machines

import (
	"container/heap"
	"math"
)

// Search has the size of a search, and what it costs on one machine.
type Search struct {
	States     int
	Successors float64 // of a state, on average, that are sent to other partitions; more than 1
	PerState   float64 // seconds of a core for a new state, with all that comes before and after it
	PerKnown   float64 // seconds of a core for a state that is known; 0 if PerState has that, too
	PerEntry   float64 // seconds of a core for a batch, apart from its states
	Bytes      float64 // of a state in a batch
	Batch      int     // states of a full batch
}

// Network has what lies between machines.
type Network struct {
	Latency   float64 // seconds from one machine to another, through the server
	Bandwidth float64 // bytes a second of the server, to be written and to be read
	PerEntry  float64 // seconds of the server for a batch, apart from its bytes
}

// Result is what a simulation finds.
type Result struct {
	Seconds float64
	Waiting float64 // share of the machines' time in which they had nothing to do
	Server  float64 // share of the time in which the server was busy
	Entries int
}

// batch is on its way to a partition, or waits there.
type batch struct {
	to     int
	states float64
}

// event is the arrival of a batch, the end of a machine's work on an entry, or the time when all is logged
// that it has sent.
type event struct {
	at      float64
	arrives *batch
	machine int
	served  bool
}

type events []event

func (e events) Len() int           { return len(e) }
func (e events) Less(i, j int) bool { return e[i].at < e[j].at }
func (e events) Swap(i, j int)      { e[i], e[j] = e[j], e[i] }
func (e *events) Push(x any)        { *e = append(*e, x.(event)) }
func (e *events) Pop() any {
	last := (*e)[len(*e)-1]
	*e = (*e)[:len(*e)-1]
	return last
}

// simulation is the state of a simulation.
type simulation struct {
	Search
	Network
	machines  int
	parts     int
	known     float64     // states found
	all       float64     // states of which successors are random ones
	waiting   [][]batch   // by machine
	collected [][]float64 // by machine and partition: states
	busy      []bool
	served    []float64 // by machine: when the server has logged all that it has sent
	waits     []bool    // for that
	due       events
	free      float64 // when the server is free
	working   float64 // seconds of all machines
	serving   float64
	entries   int
	next      int // the partition to which a rest went last
}

// perMachine is the number of partitions of a machine.
const perMachine = 4

// Simulate simulates a search on n machines with one core each.
func Simulate(n int, s Search, w Network) Result {
	m := &simulation{Search: s, Network: w, machines: n, parts: n * perMachine,
		all:     float64(s.States) / s.share(),
		waiting: make([][]batch, n), busy: make([]bool, n), served: make([]float64, n),
		waits: make([]bool, n)}
	for range n {
		m.collected = append(m.collected, make([]float64, m.parts))
	}
	heap.Push(&m.due, event{arrives: &batch{to: 0, states: 1}})
	now := 0.0
	for len(m.due) > 0 {
		e := heap.Pop(&m.due).(event)
		now = e.at
		if e.arrives != nil {
			e.machine = e.arrives.to % n
			m.waiting[e.machine] = append(m.waiting[e.machine], *e.arrives)
		} else if e.served {
			m.waits[e.machine] = false
		} else {
			m.busy[e.machine] = false
		}
		m.work(e.machine, now)
	}
	return Result{Seconds: now, Waiting: 1 - m.working/(now*float64(n)), Server: m.serving / now,
		Entries: m.entries}
}

// share returns the share of all states that are found, if each has random successors.
func (s *Search) share() float64 {
	x := 1.0
	for range 1000 {
		x = 1 - math.Exp(-s.Successors*x)
	}
	return x
}

// work lets a machine handle the next entry, or send what it has collected if there is none.
func (m *simulation) work(machine int, now float64) {
	if m.busy[machine] {
		return
	}
	if len(m.waiting[machine]) == 0 {
		m.flush(machine, now)
		return
	}
	b := m.waiting[machine][0]
	m.waiting[machine] = m.waiting[machine][1:]
	fresh := b.states * (1 - m.known/m.all)
	m.known += fresh
	took := fresh*m.PerState + (b.states-fresh)*m.PerKnown + m.Search.PerEntry
	m.working += took
	m.busy[machine] = true
	heap.Push(&m.due, event{at: now + took, machine: machine})
	for to := range m.collected[machine] {
		m.collected[machine][to] += fresh * m.Successors / float64(m.parts)
		for m.collected[machine][to] >= float64(m.Batch) {
			m.send(machine, to, float64(m.Batch), now+took)
		}
	}
}

// flush sends what a machine has collected, as soon as the server has logged what it has sent before. States
// are counted in fractions here: those of less than a state go to one partition together.
func (m *simulation) flush(machine int, now float64) {
	if at := m.served[machine]; at > now {
		if !m.waits[machine] {
			m.waits[machine] = true
			heap.Push(&m.due, event{at: at, machine: machine, served: true})
		}
		return
	}
	rest := 0.0
	for to, n := range m.collected[machine] {
		if n >= 1 {
			m.send(machine, to, n, now)
		} else {
			rest += n
		}
	}
	if rest < 1 {
		return
	}
	clear(m.collected[machine])
	m.next = (m.next + 1) % m.parts
	m.collected[machine][m.next] = rest
	m.send(machine, m.next, rest, now)
}

// send sends collected states through the server, which logs also what stays on a machine.
func (m *simulation) send(machine, to int, states, now float64) {
	m.collected[machine][to] -= states
	m.entries++
	took := m.Network.PerEntry + states*m.Bytes/m.Bandwidth
	m.free = max(m.free, now) + took
	m.served[machine] = m.free + m.Latency
	m.serving += took
	heap.Push(&m.due, event{at: m.free + m.Latency, arrives: &batch{to, states}})
}
