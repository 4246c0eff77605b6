package compile_test

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/promela"
	"gospin/promela/resolve"
	"gospin/verifier/modelgen"
	"gospin/verifier/thorough"
	"gospin/vm"
	"gospin/vm/compile"
	"gospin/vm/layout"
)

var update = flag.Bool("update", false, "write the expected texts anew")

// The accesses of one statement of every kind.
func TestAccesses(t *testing.T) {
	m, err := resolve.ParseFile(t.Context(), "testdata/accesses.pml", resolve.Options{})
	require.NoError(t, err)
	got := accesses(t, m, compile.NonProgressClaim)
	m, err = resolve.ParseString(t.Context(), "m.pml", `byte x;
active proctype Priorities() { set_priority(1, 5); x = get_priority(1) }`, resolve.Options{})
	require.NoError(t, err)
	got += accesses(t, m, "")
	if *update {
		require.NoError(t, os.WriteFile("testdata/accesses.txt", []byte(got), 0o644))
	}
	want, err := os.ReadFile("testdata/accesses.txt")
	require.NoError(t, err)
	require.Equal(t, string(want), got)
}

func accesses(t *testing.T, m *promela.Model, claim string) string {
	p, err := compile.Compile(t.Context(), m, compile.Options{Claim: claim})
	require.NoError(t, err)
	var b strings.Builder
	p.WriteCode(&b)
	_, text, _ := strings.Cut(b.String(), "accesses of transitions:\n")
	return text
}

// rare has statements that random models don't have.
var rare = []string{
	`byte x = 1; chan q = [2] of { byte };
	active proctype A() { q!1; do :: q?[eval(x)] -> x = 2 :: x == 2 -> break od }
	active proctype B() { x = 3; x = 1 }`,
	`byte x;
	active proctype A() { do :: enabled(1) -> x = 1; break :: pc_value(1) > 1 -> x = 2; break od }
	active proctype B() { x == 1; x = 2; x = 3 }`,
	`byte x;
	active proctype A() { set_priority(1, 5); x = get_priority(1) }
	active proctype B() priority 2 { x = 7; set_priority(0, 9) }`,
	`byte x; chan l[2] = [1] of { byte };
	active [2] proctype A() { byte i = 1; chan c; l[_pid]!3; c = l[i]; d_step { c = l[1 - _pid]; c?x } }`,
	`byte x, y[3]; chan q = [2] of { byte, byte };
	active proctype A() { byte i; q!1,2; q!2,1; d_step { q?i,y[i]; y[i] = x; i++ }; q?x,y[x] }
	active proctype B() { byte i;
		do :: y[i] == 0 -> i = i + 1; if :: i == 3 -> break :: else fi :: x == 2 -> y[_pid] = 1 od }`,
	`byte x, l = 2; byte last; active proctype A() { byte i = 7; x = l; last = _last; L: x = 3 }
	active proctype B() provided (x != 3) { x = _nr_pr; A@L -> x = A[0]:i }`,
	`byte x; chan q = [1] of { byte }; trace { do :: q!1 :: q?1 od }
	active proctype A() { q!1 } active proctype B() { q?x }`,
	`byte x; proctype C(byte k; chan c) { byte i = x; byte j = k; c!i; x = j }
	init { chan own = [2] of { byte }; x = 4; run C(x, own); run C(2, own); own?x }`,
}

// The recorded accesses of a transition are compared with its behaviour: the marks that the machine sets, the
// bytes that change, and the result after all bytes change that it does not read.
func TestAccessesHold(t *testing.T) {
	files, err := filepath.Glob("../../examples/*.pml")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, f := range files {
		m, err := resolve.ParseFile(t.Context(), f, resolve.Options{})
		require.NoError(t, err)
		holdAccesses(t, filepath.Base(f), m, 300)
	}
	for i, text := range rare {
		m, err := resolve.ParseString(t.Context(), "m.pml", text, resolve.Options{})
		require.NoError(t, err, text)
		holdAccesses(t, fmt.Sprintf("rare model %d", i), m, 300)
	}
	micro, err := filepath.Glob("../../verifier/conformance/testdata/micro/*.pml")
	require.NoError(t, err)
	require.NotEmpty(t, micro)
	for _, f := range micro {
		m, err := resolve.ParseFile(t.Context(), f, resolve.Options{})
		if err == nil && compiles(m) { // some are wrong on purpose
			holdAccesses(t, filepath.Base(f), m, 200)
		}
	}
	for seed := range thorough.Of[uint64](50, 150) {
		m, err := resolve.ParseString(t.Context(), "m.pml", modelgen.Random(seed), resolve.Options{})
		require.NoError(t, err)
		holdAccesses(t, fmt.Sprintf("random model %d", seed), m, 60)
		if seed >= 40 {
			continue
		}
		m, err = resolve.ParseString(t.Context(), "m.pml", modelgen.Tangled(seed), resolve.Options{})
		if err == nil && compiles(m) {
			holdAccesses(t, fmt.Sprintf("tangled model %d", seed), m, 60)
		}
	}
}

func compiles(m *promela.Model) bool {
	_, err := compile.Compile(context.Background(), m, compile.Options{})
	return err == nil
}

// holdAccesses checks the first states of a model.
func holdAccesses(t *testing.T, name string, model *promela.Model, bound int) {
	claim := compile.NonProgressClaim
	if len(model.LTL) > 0 {
		claim = model.LTL[0].Name
	}
	for _, o := range []compile.Options{
		{}, {Merge: true, Dataflow: true, DropUnread: true},
		{Merge: true, Dataflow: true, DropUnread: true, Own: true},
	} {
		o.Claim = claim
		holdAccessesOf(t, fmt.Sprintf("%s, %+v", name, o), model, o, bound)
	}
}

func holdAccessesOf(t *testing.T, name string, model *promela.Model, o compile.Options, bound int) {
	p, err := compile.Compile(t.Context(), model, o)
	require.NoError(t, err, name)
	h := &held{t: t, name: name, p: p, m: vm.NewMachine(p), r: rand.New(rand.NewPCG(1, 2))}
	var s vm.State
	h.m.Initial(&s)
	seen := map[string]bool{}
	queue := []*vm.State{&s}
	for len(queue) > 0 && len(seen) < bound && !t.Failed() {
		s := queue[0]
		queue = queue[1:]
		if key := fmt.Sprint(s.Excl, string(s.Vec)); seen[key] {
			continue
		} else {
			seen[key] = true
		}
		h.guards(s)
		h.claim(s)
		moves, _ := h.m.Moves(s, nil)
		for _, mv := range moves {
			next := h.move(s, mv)
			queue = append(queue, next)
		}
	}
}

type held struct {
	t    *testing.T
	name string
	p    *vm.Program
	m    *vm.Machine
	r    *rand.Rand
}

// guards checks what the moves of each process depend on.
func (h *held) guards(s *vm.State) {
	sh := h.p.Layout.ShapeOf(s.Vec)
	for pid, q := range sh.Procs {
		st := &h.p.Procs[q.Type].States[h.m.PC(s, pid)]
		if st.N == 0 { // no moves, whatever the priorities
			continue
		}
		a := vm.Access{}
		for k := st.First; k < st.First+st.N; k++ {
			a.Add(&h.p.Accesses[k].Guard)
		}
		looks := h.region(s)
		looks.reads(s, pid, &a)
		meets := a.Meets && len(a.Sends) > 0 // depends on the partners
		moves, eff, marks := h.m.Alone(s, pid, nil)
		if !meets {
			require.Zero(
				h.t,
				marks&^looks.comps,
				"%s: process %d in state %d reads more",
				h.name,
				pid,
				h.m.PC(s, pid),
			)
		}
		if meets || looks.all {
			continue
		}
		other := h.scramble(s, looks)
		again, eff2, _ := h.m.Alone(other, pid, nil)
		require.Equal(
			h.t,
			moves,
			again,
			"%s: the moves of process %d in state %d depend on more",
			h.name,
			pid,
			h.m.PC(s, pid),
		)
		require.Equal(h.t, eff, eff2)
	}
}

// claim checks what the moves of the claim depend on.
func (h *held) claim(s *vm.State) {
	looks := h.region(s)
	looks.comp(0)
	for i := range h.p.Claim.States {
		st := &h.p.Claim.States[i]
		for k := st.First; k < st.First+st.N; k++ {
			looks.looks(s, -1, &h.p.Accesses[k].Guard)
		}
		in := new(vm.State)
		in.CopyFrom(s)
		in.Vec[h.p.ClaimAt], in.Vec[h.p.ClaimAt+1] = byte(i), byte(i>>8)
		_, _, marks := h.m.ClaimAlone(in, nil, false)
		require.Zero(h.t, marks&^looks.comps, "%s: the claim in state %d reads more", h.name, i)
	}
}

// move makes a move, and checks what it reads and writes.
func (h *held) move(s *vm.State, mv vm.Move) *vm.State {
	reads, writes := h.region(s), h.region(s)
	add := func(pid int, trans uint32) {
		a := &h.p.Accesses[trans]
		reads.reads(s, pid, &a.Guard)
		reads.reads(s, pid, &a.Effect)
		writes.writes(s, pid, &a.Effect)
	}
	add(int(mv.Pid), mv.Trans)
	if mv.Partner != 0 {
		add(int(mv.Peer), mv.Partner)
	}
	what := fmt.Sprintf("%s: %s", h.name, h.m.Describe(mv).Text)
	next := new(vm.State)
	next.CopyFrom(s)
	next.Dirty = 0
	eff, marks := h.m.Apart(next, mv)
	require.Zero(h.t, marks&^reads.comps, "%s reads more", what)
	require.Zero(h.t, next.Dirty&^writes.comps, "%s writes more", what)
	for i := range min(len(s.Vec), len(next.Vec)) {
		if s.Vec[i] != next.Vec[i] {
			require.True(h.t, writes.all || writes.bytes[i], "%s writes more: byte %d", what, i)
		}
	}
	if reads.all {
		return next
	}
	before := h.scramble(s, reads)
	after := new(vm.State)
	after.CopyFrom(before)
	eff2 := h.m.Do(after, mv)
	require.Equal(h.t, eff, eff2, "%s depends on more", what)
	require.Equal(h.t, len(next.Vec), len(after.Vec))
	for i := range next.Vec {
		changed := i >= len(s.Vec) || next.Vec[i] != s.Vec[i] || after.Vec[i] != before.Vec[i]
		require.True(h.t, !changed || next.Vec[i] == after.Vec[i], "%s depends on more: byte %d", what, i)
	}
	return next
}

// region is a set of bytes of a state, and of components.
type region struct {
	p     *vm.Program
	sh    *layout.Shape
	bytes []bool
	comps uint64
	all   bool
}

// region returns a region without anything except the control states of the moving processes, which reads and
// writes add.
func (h *held) region(s *vm.State) *region {
	return &region{p: h.p, sh: h.p.Layout.ShapeOf(s.Vec), bytes: make([]bool, len(s.Vec))}
}

func (r *region) mark(off, n int) {
	for i := off; i < off+n; i++ {
		r.bytes[i] = true
	}
}

func (r *region) comp(i int) { r.comps |= 1 << min(i, 63) }

// pc adds the control state of a process.
func (r *region) pc(pid int) {
	q := &r.sh.Procs[pid]
	pt := &r.p.Layout.Procs[q.Type]
	r.mark(q.Off+pt.PC, 1)
	if pt.PCWide {
		r.mark(q.Off+pt.PC, 2)
	}
	if pt.Prio >= 0 {
		r.mark(q.Off+pt.Prio, 1)
	}
	r.comp(q.Comp)
}

func (r *region) reads(s *vm.State, pid int, a *vm.Access) {
	r.pc(pid)
	r.looks(s, pid, a)
	r.mark(r.p.Layout.Hidden, layout.ShapeBytes)
}

func (r *region) looks(s *vm.State, pid int, a *vm.Access) {
	if a.ReadsAll || a.Timeout {
		r.all, r.comps = true, ^uint64(0)
	}
	for _, c := range a.Reads {
		r.cells(s, pid, c)
	}
	for _, c := range a.Sends {
		r.channel(s, pid, c)
	}
	for _, c := range a.Recvs {
		r.channel(s, pid, c)
	}
	for _, c := range a.Polls {
		r.channel(s, pid, c.Channel)
	}
	for _, l := range a.Labels {
		for other, q := range r.sh.Procs {
			if q.Type == int(l.Proc) {
				r.pc(other)
			}
		}
	}
}

func (r *region) writes(s *vm.State, pid int, a *vm.Access) {
	if a.WritesAll {
		r.all, r.comps = true, ^uint64(0)
	}
	r.pc(pid)
	for _, c := range a.Writes {
		r.cells(s, pid, c)
	}
	for _, c := range a.Sends {
		r.channel(s, pid, c)
	}
	for _, c := range a.Recvs {
		r.channel(s, pid, c)
	}
	if a.Creates || a.Ends {
		r.mark(r.p.Layout.Hidden, layout.ShapeBytes)
		r.comps |= 1 << 63
	}
	if a.Creates {
		for c := len(r.sh.Comps); c < len(r.sh.Comps)+300; c++ {
			r.comp(c)
		}
	}
}

// cells adds the cells of a variable; of an array, those of the element that is used.
func (r *region) cells(s *vm.State, pid int, c vm.Cells) {
	at, n := c.Off, c.Len
	if i, ok := r.index(s, pid, c); ok {
		size := (c.Len-1)%c.Stride + 1
		if at += i * c.Stride; i >= 0 && at+size <= c.Off+c.Len {
			n = size
		} else {
			at = c.Off
		}
	}
	switch c.Base {
	case vm.BaseGlobal:
		r.mark(int(at), int(n))
		r.comp(0)
	case vm.BaseSelf:
		q := &r.sh.Procs[pid]
		r.mark(q.Off+int(at), int(n))
		r.comp(q.Comp)
	default:
		for _, q := range r.sh.Procs {
			if q.Type == int(c.Proc) {
				r.mark(q.Off+int(at), int(n))
				r.comp(q.Comp)
			}
		}
	}
}

// index returns the index of the element that is used, if it is known.
func (r *region) index(s *vm.State, pid int, c vm.Cells) (int32, bool) {
	if c.Stride == 0 {
		return 0, false
	}
	switch x := c.Index; x.Known {
	case vm.InCell:
		return int32(s.Vec[r.address(pid, x.Base, x.Off)]), true
	case vm.OwnPid:
		return int32(pid), true
	}
	return 0, false
}

func (r *region) address(pid int, base uint8, off int32) int {
	if base == vm.BaseSelf {
		return r.sh.Procs[pid].Off + int(off)
	}
	return int(off)
}

// channel adds a channel's component.
func (r *region) channel(s *vm.State, pid int, c vm.Channel) {
	first, last := 1, len(r.sh.Chans) // ids
	switch {
	case c.ID > 0:
		first, last = int(c.ID), int(c.ID)
	case c.Own > 0:
		first = r.sh.Procs[pid].Chans + int(c.Own)
		last = first
	case c.In.Len > 0 && !c.Assigned:
		from, step, n := r.address(pid, c.In.Base, c.In.Off), max(1, int(c.In.Stride)), int(c.In.Len)
		if i, ok := r.index(s, pid, c.In); ok && int(i)*step < n {
			from, n = from+int(i)*step, 1
		}
		for k := 0; k < n; k += step {
			r.channelID(int(s.Vec[from+k]))
		}
		return
	}
	for id := first; id <= last; id++ {
		r.channelID(id)
	}
}

func (r *region) channelID(id int) {
	if id < 1 || id > len(r.sh.Chans) {
		return
	}
	c := r.sh.Comps[r.sh.Chans[id-1].Comp]
	r.mark(c.Off, c.Len)
	r.comp(r.sh.Chans[id-1].Comp)
}

// scramble returns the state with other values outside a region.
func (h *held) scramble(s *vm.State, keep *region) *vm.State {
	out := new(vm.State)
	out.CopyFrom(s)
	for i := range out.Vec {
		if !keep.bytes[i] {
			out.Vec[i] = byte(h.r.IntN(256))
		}
	}
	return out
}
