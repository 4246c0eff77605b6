package por_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/verifier/modelgen"
	"gospin/verifier/por"
	"gospin/verifier/source"
	"gospin/verifier/system"
	"gospin/vm"
)

// commuter executes the moves that a rule calls independent.
type commuter struct {
	t     *testing.T
	name  string
	prog  *vm.Program
	m     *vm.Machine
	rule  *por.ComputedRule
	sys   *system.Machine
	seen  map[string]bool // states of the reduced search
	pairs int
	sets  int
	bad   string
}

// ends returns the states, by key, where a move may end: at the end of its atomic sequence, or where it
// blocks.
func (c *commuter) ends(s *vm.State, mv vm.Move) map[string]*vm.State {
	out := map[string]*vm.State{}
	var u vm.State
	u.CopyFrom(s)
	eff := c.m.Do(&u, mv)
	c.follow(&u, eff, out, map[string]bool{})
	return out
}

func (c *commuter) follow(s *vm.State, eff vm.Effect, out map[string]*vm.State, within map[string]bool) {
	if eff&(vm.Pruned|vm.Abort) != 0 {
		out["fault"] = nil
		return
	}
	key := fmt.Sprint(s.Excl, s.Vec)
	if within[key] {
		return
	}
	within[key] = true
	if s.Excl >= 0 {
		moves, _ := c.m.Moves(s, nil)
		for _, mv := range moves {
			var u vm.State
			u.CopyFrom(s)
			eff := c.m.Do(&u, mv)
			c.follow(&u, eff, out, within)
		}
		if len(moves) > 0 {
			return
		}
	}
	s.Excl = -1
	out[string(s.Vec)] = s
}

// moves returns the moves of all processes with timeout false.
func (c *commuter) moves(s *vm.State) []vm.Move {
	var out []vm.Move
	for pid := len(c.prog.Layout.ShapeOf(s.Vec).Procs) - 1; pid >= 0; pid-- {
		var u vm.State
		u.CopyFrom(s)
		out, _, _ = c.m.Alone(&u, pid, out)
	}
	return out
}

// check follows the moves of the other processes from s, and commutes each of them with the process's own.
func (c *commuter) check(s *vm.State, pid int, own []vm.Move) {
	c.sets++
	seen := map[string]bool{string(s.Vec): true}
	for work := []*vm.State{s}; len(work) > 0 && len(seen) < 300 && c.bad == ""; {
		s := work[0]
		work = work[1:]
		var mine []vm.Move
		var others []vm.Move
		for _, mv := range c.moves(s) {
			switch {
			case int(mv.Pid) == pid:
				mine = append(mine, mv)
			case mv.Partner != 0 && int(mv.Peer) == pid:
				c.bad = fmt.Sprintf("another process moves process %d: %v", pid, c.told(mv))
				return
			default:
				others = append(others, mv)
			}
		}
		if !slices.Equal(mine, own) {
			c.bad = fmt.Sprintf("process %d had the moves %v, and has %v", pid, c.told(own...), c.told(mine...))
			return
		}
		for _, u := range others {
			after := c.ends(s, u)
			for _, t := range own {
				c.pairs++
				first, second := c.both(s, u, t), c.both(s, t, u)
				if !within(first, second) {
					c.bad = fmt.Sprintf("process %d: %v does not commute with %v: %d and %d ends", pid, c.told(t),
						c.told(u), len(first), len(second))
					return
				}
			}
			for key, next := range after {
				if next != nil && !seen[key] {
					seen[key] = true
					work = append(work, next)
				}
			}
		}
	}
}

// within reports whether all results of one order are results of the other, too. The other may have more,
// since t may enable a path that u did not have.
func within(a, b map[string]bool) bool {
	for key := range a {
		if !b[key] {
			return false
		}
	}
	return true
}

// both returns the ends of one move after another.
func (c *commuter) both(s *vm.State, a, b vm.Move) map[string]bool {
	out := map[string]bool{}
	for _, mid := range c.ends(s, a) {
		if mid == nil || !slices.Contains(c.moves(mid), b) {
			out["fault"] = true
			continue
		}
		for key := range c.ends(mid, b) {
			out[key] = true
		}
	}
	return out
}

func (c *commuter) told(moves ...vm.Move) string {
	out := ""
	for _, mv := range moves {
		t := &c.prog.Trans[mv.Trans]
		out += fmt.Sprintf("[%d at %d: %s]", mv.Pid, t.From, c.prog.Stmts[t.Stmt].Text)
	}
	return out
}

// known is a state for which a rule is asked.
type known struct{ *vm.State }

func (k known) Unpacked() *vm.State { return k.State }

// explore visits at most a number of states, and checks all sets that suffice.
func (c *commuter) explore(most int) {
	var s vm.State
	c.m.Initial(&s)
	work := []*vm.State{&s}
	c.seen = map[string]bool{string(s.Vec): true}
	for len(work) > 0 && c.bad == "" {
		s := work[len(work)-1]
		work = work[:len(work)-1]
		var classes []uint32
		for pid := range c.sys.Layout().ShapeOf(s.Vec).Procs {
			classes = append(classes, c.rule.Class(s, pid))
		}
		pid := len(classes)
		for pid = c.rule.Next(classes, pid); pid >= 0 && len(classes) > 1; pid = c.rule.Next(classes, pid) {
			var x system.Expansion
			c.sys.ExpandOf(s, pid, &x)
			if len(x.Choices) == 0 || x.Effect&(vm.Failed|vm.Abort) != 0 {
				continue
			}
			if !c.rule.Suffice(known{s}, classes, pid, x.Choices) {
				continue
			}
			var own []vm.Move
			for i := range x.Choices {
				own = append(own, x.Choices[i].Move())
			}
			if c.check(s, pid, own); c.bad != "" {
				return
			}
		}
		var u vm.State
		u.CopyFrom(s)
		moves, _ := c.m.Moves(&u, nil)
		for _, mv := range moves {
			for key, next := range c.ends(s, mv) {
				if next != nil && !c.seen[key] && len(c.seen) < most {
					c.seen[key] = true
					work = append(work, next)
				}
			}
		}
	}
}

func computed(t *testing.T, prog *vm.Program, o por.ComputedOptions) *por.ComputedRule {
	t.Helper()
	rule, err := por.Computed(t.Context(), prog, o)
	require.NoError(t, err)
	return rule
}

func commutes(t *testing.T, name string, prog *vm.Program, o por.ComputedOptions, most int) *commuter {
	t.Helper()
	m := vm.NewMachine(prog)
	sys := system.Of(vm.NewMachine(prog))
	c := &commuter{t: t, name: name, prog: prog, m: m, rule: computed(t, prog, o), sys: sys}
	c.explore(most)
	return c
}

// TestSetsCommute: in the states of small models, the moves of a set remain enabled after all moves of the
// other processes, and commute with them.
func TestSetsCommute(t *testing.T) {
	pairs, sets := 0, 0
	check := func(name string, prog *vm.Program) {
		if prog == nil || dynamic.Off(prog) != "" {
			return
		}
		c := commutes(t, name, prog, dynamic, 400)
		if c.bad != "" {
			t.Errorf("%s: %s", name, c.bad)
		}
		pairs, sets = pairs+c.pairs, sets+c.sets
	}
	for seed := range uint64(seeds(10)) {
		check(fmt.Sprint("random ", seed), compiled(t, modelgen.Random(seed)))
		check(fmt.Sprint("tangled ", seed), compiled(t, modelgen.Tangled(seed)))
		check(fmt.Sprint("reducible ", seed), compiled(t, modelgen.Reducible(seed)))
	}
	models, err := filepath.Glob("../conformance/testdata/micro/*.pml")
	require.NoError(t, err)
	for _, path := range models {
		if prog, err := (source.Source{Model: path}).Program(t.Context(), source.Aim{}); err == nil {
			check(path, prog)
		}
	}
	t.Logf("%d sets, %d pairs", sets, pairs)
	require.Greater(t, pairs, 1000)
}

// seeds returns the number of random models for a test, or SEEDS.
func seeds(n int) int {
	if s := os.Getenv("SEEDS"); s != "" {
		fmt.Sscan(s, &n)
	}
	return n
}

// TestForgottenConflictsAreCaught: each of these models has sets, and some don't commute if the rule
// overlooks the conflicts that the model is about.
func TestForgottenConflictsAreCaught(t *testing.T) {
	for _, c := range []struct {
		name, text string
		forgets    por.ComputedOptions
	}{
		{"room for answers", `chan a = [2] of { byte }; chan b = [1] of { byte };
active proctype p() { byte x; do :: atomic { a?x; if :: b!x :: skip fi } od }
active proctype q() { byte y; do :: atomic { y < 2 -> if :: a!y :: skip fi; y++ } :: b?_ od }`,
			por.WithoutRooms()},
		{"who comes to a rendezvous", `chan r = [0] of { byte }; byte x;
active proctype p() { skip; r?_ }
active proctype q() { { x = 1; x = 2 } unless { r!1 } }`,
			por.WithoutArrivals()},
		{"a process that is born at a rendezvous", `chan r = [0] of { byte }; byte x;
proctype c() { r?_ }
active proctype p() { run c() }
active proctype q() { do :: atomic { x < 2; x++; r!1; x = 0 } od }`,
			por.WithoutArrivals()},
	} {
		right := commutes(t, c.name, compiled(t, c.text), dynamic, 1000)
		require.Empty(t, right.bad, c.name)
		require.Positive(t, right.sets, c.name)
		require.NotEmpty(t, commutes(t, c.name, compiled(t, c.text), c.forgets, 1000).bad, c.name)
	}
}
