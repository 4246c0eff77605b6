package trail_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/promela/resolve"
	"gospin/verifier/pan"
	"gospin/verifier/trail"
	"gospin/vm"
	"gospin/vm/compile"
)

// desk has rendezvous, a buffered channel, processes that die, and statements that SPIN merges.
const desk = `mtype = { req, ack };
chan c = [0] of { mtype, byte };
chan q = [2] of { byte };
byte done;
proctype W(byte id) {
	byte i, k;
	i = id; k = i * 2; k++; i = k;
	c!req(k); c?ack,k;
	i = 0; k = k + 1;
	q!k; done++
}
init {
	byte a, b, s;
	atomic { run W(1); run W(2) };
	c?req,a; s = a; s = s + 1; c!ack,s; a = 1; b = 2;
	c?req,b; s = b; c!ack,s;
	if :: q?a -> a = a + 1; b = a :: q?b; b++; s = 1 fi;
	do :: s < 3 -> s++ :: s >= 3 -> break od;
	q?a; a = a * 2; b = b + a;
	done == 2; assert(b > 100)
}
`

func machine(t *testing.T, text string) *vm.Machine {
	t.Helper()
	m, err := resolve.ParseString(t.Context(), "m.pml", text, resolve.Options{})
	require.NoError(t, err)
	p, err := compile.Compile(t.Context(), m, compile.Options{})
	require.NoError(t, err)
	return vm.NewMachine(p)
}

// walk makes the first move of every state until there is none or something fails.
func walk(m *vm.Machine) (moves []vm.Move, s *vm.State, eff vm.Effect) {
	s = &vm.State{}
	m.Initial(s)
	for eff&vm.Failed == 0 {
		found, _ := trail.Moves(m, s, nil)
		if len(found) == 0 {
			break
		}
		eff = m.Do(s, found[0])
		moves = append(moves, found[0])
	}
	return moves, s, eff
}

func replay(m *vm.Machine, tr *trail.Trail) (moves []vm.Move, last *vm.State, eff vm.Effect, err error) {
	last = &vm.State{}
	for k, err := range trail.Replay(m, tr) {
		if err != nil {
			return moves, last, eff, err
		}
		moves, eff = append(moves, k.Move), k.Effect
		last.CopyFrom(k.After)
	}
	return moves, last, eff, nil
}

func TestWrittenAndReadAgain(t *testing.T) {
	m := machine(t, desk)
	moves, s, eff := walk(m)
	require.NotZero(t, eff&vm.Failed, "the assertion cannot hold")
	var b strings.Builder
	require.NoError(t, trail.FromMoves(m.Program(), moves).Write(&b))
	tr, err := trail.Read(strings.NewReader(b.String()))
	require.NoError(t, err)
	require.Equal(t, trail.FromMoves(m.Program(), moves), tr)
	again, last, failed, err := replay(machine(t, desk), tr)
	require.NoError(t, err)
	require.Equal(t, moves, again)
	require.Equal(t, s.Vec, last.Vec)
	require.NotZero(t, failed&vm.Failed)
}

func TestRemarks(t *testing.T) {
	text := "-2:2:-2\n-4:-4:-4\n1:0:24\n2:2:11\n-1:-1:-1\n3:0:24\n4:1:0\n5:0:24\n"
	tr, err := trail.Read(strings.NewReader(text))
	require.NoError(t, err)
	steps := []trail.Step{
		{1, trail.Claim, 24}, {2, 1, 11}, {3, trail.Claim, 24}, {4, 0, 0}, {5, trail.Claim, 24},
	}
	require.Equal(t, &trail.Trail{Steps: steps,
		Merged: true, Claim: true, ClaimType: 2, Cycle: 2, Last: 5}, tr)
}

func TestWrongTrails(t *testing.T) {
	_, err := trail.Read(strings.NewReader("1:0:0\nnonsense\n"))
	require.EqualError(t, err, "line 2 is not depth:process:statement")
	m := machine(t, "byte x; active proctype P() { x = 1; x = 2 }")
	for text, want := range map[string]string{
		"1:0:0\n2:0:0\n":           "the trail does not fit the model: process 0 cannot take statement 0 at step 2",
		"-4:-4:-4\n1:0:0\n2:0:7\n": "the trail does not fit the model: process 0 cannot take statement 7 at step 2",
		"1:3:0\n": "the trail does not fit the model: " +
			"step 1 is of process 3, but there are only 1 processes",
	} {
		tr, err := trail.Read(strings.NewReader(text))
		require.NoError(t, err)
		_, _, _, err = replay(m, tr)
		require.EqualError(t, err, want)
	}
}

// panTrail returns pan's trail for a model, compiled with options for spin.
func panTrail(t *testing.T, text string, flags ...string) *trail.Trail {
	t.Helper()
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "m.pml"), []byte(text), 0o644))
	require.NoError(t, pan.Generate(t.Context(), dir, "m.pml", flags...))
	require.NoError(t, pan.CompileQuickly(t.Context(), dir, "pan", "-DSAFETY", pan.NoReduce))
	_, err := pan.Run(t.Context(), dir, "pan")
	require.NoError(t, err)
	tr, err := trail.ReadFile(filepath.Join(dir, "m.pml.trail"))
	require.NoError(t, err)
	return tr
}

func do(t *testing.T, dir, name string, args ...string) string {
	t.Helper()
	c := exec.Command(name, args...)
	c.Dir = dir
	out, err := c.CombinedOutput()
	require.NoError(t, err, "%s", out)
	return string(out)
}

func needSpin(t *testing.T) {
	if err := pan.Available(); err != nil {
		t.Skip(err)
	}
}

func TestPansTrails(t *testing.T) {
	needSpin(t)
	for name, flags := range map[string][]string{"raw": pan.Raw, "merged": nil} {
		t.Run(name, func(t *testing.T) {
			tr := panTrail(t, desk, flags...)
			require.Equal(t, name == "merged", tr.Merged)
			moves, _, eff, err := replay(machine(t, desk), tr)
			require.NoError(t, err)
			require.NotEmpty(t, moves)
			require.NotZero(t, eff&vm.Failed, "the last step fails")
		})
	}
}

func TestSpinReplaysOurs(t *testing.T) {
	needSpin(t)
	dir := t.TempDir()
	m := machine(t, desk)
	moves, _, _ := walk(m)
	tr := trail.FromMoves(m.Program(), moves)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "m.pml"), []byte(desk), 0o644))
	require.NoError(t, tr.WriteFile(filepath.Join(dir, "m.pml.trail")))
	out := do(t, dir, "spin", "-t", "m.pml")
	require.Contains(t, out, "Error: assertion violated")
	require.Contains(t, out, fmt.Sprintf("trail ends after %d steps", tr.Last))
}
