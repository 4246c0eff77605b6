//go:build conformance

package conformance

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/verifier/product"
	"gospin/verifier/system"
	"gospin/vm"
	"gospin/vm/compile"
)

// panErrs counts errors beside a claim by recursion: those that gospin finds, or as pan does, which is wrong
// in two places, for neither makes a run that gospin has not counted. Pan's new_state looks whether the claim
// is at its end before each step of its recursion. So it also counts
//
//   - each rendezvous that is offered, taken or not, while the claim is at its end: between the halves of a
//     rendezvous there is no state, but pan is called;
//   - what fails in a move of the claim behind which the system waits for a timeout, and that the claim is at
//     its end there: pan takes the move back, sets timeout, and makes it once more. So it does with all other
//     moves that the claim has in this state, and with what follows in an atomic sequence of the claim.
//
// Where the claim is at its end and all processes have gone, pan takes its claim for one that may go, too. It
// counts what it comes to, and if the model has several claims, it does not find back from there: its further
// states are none of the model. Such claims are left out.
//
// TestPanCountsTwice has both where they can be counted by hand.
type panErrs struct {
	m       *vm.Machine
	waiting bool // the model has timeouts
	sys     system.System
	pans    bool
	seen    map[string]bool
	tally
	broken bool // what pan counts can't be known here
}

// tally is what a search beside a claim counts.
type tally struct{ errors, matched uint64 }

// errorsBeside counts what a search beside a model's claim of a name does, as gospin does and as pan does; ok
// is false if it can't.
func errorsBeside(t *testing.T, text, claim string) (ours, pans tally, ok bool) {
	p := compiled(t, text, compile.Options{Claim: claim})
	count := func(pans bool) *panErrs {
		w := &panErrs{m: vm.NewMachine(p), waiting: p.UsesTimeout, pans: pans, seen: map[string]bool{},
			sys: product.New(system.Of(vm.NewMachine(p)))}
		var s vm.State
		eff := w.sys.Initial(&s)
		w.failed(eff)
		w.down(&s, eff)
		return w
	}
	mine, theirs := count(false), count(true)
	return mine.tally, theirs.tally, !theirs.broken
}

func (w *panErrs) failed(eff vm.Effect) {
	if eff&vm.Failed != 0 {
		w.errors += uint64(len(w.sys.Faults()))
	}
}

// known counts a state that is stored, and reports whether it has been met before.
func (w *panErrs) known(s *vm.State) bool {
	key := string(w.sys.Layout().Key(s.Vec))
	if w.seen[key] {
		w.matched++
		return true
	}
	w.seen[key] = true
	return false
}

// down is pan's label of that name.
func (w *panErrs) down(s *vm.State, eff vm.Effect) {
	if eff&(vm.Transient|vm.Passing) == 0 && w.known(s) {
		return
	}
	x := w.enter(s, eff)
	if x.Effect&vm.Released != 0 {
		if w.known(s) {
			return
		}
		x = w.enter(s, 0)
	}
	again := false
	for range 2 {
		waits := w.pans && !again
		again = false
		for _, c := range x.Choices {
			u := &vm.State{Vec: slices.Clone(s.Vec), Excl: s.Excl, Turn: s.Turn}
			step := w.sys.Do(u, &c, 0)
			w.failed(step.Effect)
			switch {
			case step.Effect&vm.Pruned != 0:
			case waits && c.Pid == vm.ClaimPid && step.Effect&vm.Passing != 0 && w.blocked(u):
				w.enter(u, step.Effect)
				again = true
			default:
				w.down(u, step.Effect)
			}
		}
		if !again {
			return
		}
	}
}

// enter expands a state that is reached with an effect, and counts what is wrong there.
func (w *panErrs) enter(s *vm.State, eff vm.Effect) *system.Expansion {
	var x system.Expansion
	w.sys.Expand(s, &x)
	w.failed(x.Effect)
	if x.Effect&vm.ClaimEnd == 0 {
		return &x
	}
	w.errors++
	w.broken = w.broken || len(w.sys.Layout().ShapeOf(s.Vec).Procs) == 0
	if w.pans && eff&(vm.Passing|vm.Transient) != 0 {
		w.errors += w.offers(s)
	}
	return &x
}

// offers counts the rendezvous that are offered in a state, whether or not somebody takes them.
func (w *panErrs) offers(s *vm.State) (n uint64) {
	for pid := range w.m.Layout().ShapeOf(s.Vec).Procs {
		if s.Excl >= 0 && int(s.Excl) != pid {
			continue
		}
		moves, _, ok := w.m.Halves(s, pid, nil)
		w.broken = w.broken || !ok
		for _, m := range moves {
			if m.Partner == vm.AnyPartner {
				n++
			}
		}
	}
	return n
}

// blocked reports whether no process can move unless timeout is true.
func (w *panErrs) blocked(s *vm.State) bool {
	if !w.waiting || s.Excl >= 0 {
		return false
	}
	for pid := range w.m.Layout().ShapeOf(s.Vec).Procs {
		if moves, _, _ := w.m.Alone(s, pid, nil); len(moves) > 0 {
			return false
		}
	}
	return true
}

// TestPanCountsTwice has models whose errors can be counted by hand: runs that are wrong, and what pan adds.
func TestPanCountsTwice(t *testing.T) {
	for _, c := range []struct {
		text       string
		ours, pans uint64 // errors
	}{
		// After x = 1 the claim ends, and with each of c!2 and x = 2; pan adds c!2, and c!3, which nobody
		// takes.
		{`chan c = [0] of { byte }; byte x; active proctype A() { c!1; x = 1; c!2; c!3 }
		active proctype B() { byte y; c?y; x = 2; c?y } never n { do :: x == 1 -> break :: else od }`, 4, 6},
		// The assertion fails before the timeout and after it; before it, pan makes the claim's move twice.
		{`byte x; active proctype A() { x = 2; timeout; x = 3 } never n { do :: assert(x != 2) od }`, 2, 3},
		// As before, but the claim is at its end behind the move.
		{`byte x; active proctype A() { x = 2; timeout; x = 3 } never n { do :: x != 2 :: x == 2 -> break od }`,
			2, 3},
	} {
		ours, pans, ok := errorsBeside(t, c.text, "n")
		require.True(t, ok)
		require.Equal(t, []uint64{c.ours, c.pans}, []uint64{ours.errors, pans.errors}, c.text)
		dir := t.TempDir()
		model := filepath.Join(dir, "m.pml")
		require.NoError(t, os.WriteFile(model, []byte(c.text), 0o600))
		buildPan(t, dir, model, "-DSAFETY")
		want := runPan(t, dir, "-c0")
		require.Equal(t, c.pans, want.Errors)
		oneAssertsAsPan(t, dir, model, "n", want, ours)
	}
}
