package story_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/promela/resolve"
	"gospin/verifier/trail"
	"gospin/verifier/trail/story"
	"gospin/vm"
	"gospin/vm/compile"
)

const talk = `mtype = { hi };
chan c = [0] of { mtype, byte };
chan q = [2] of { byte };
byte x, y;
active proctype A() { byte k = 3; c!hi(k); q!7; d_step { x = 1; y = 2 } }
active proctype B() { mtype m; byte v; c?m(v); printf("got %e\n", m); assert(v == 4) }
`

func machine(t *testing.T, text, claim string) *vm.Machine {
	t.Helper()
	m, err := resolve.ParseString(t.Context(), "m.pml", text, resolve.Options{})
	require.NoError(t, err)
	p, err := compile.Compile(t.Context(), m, compile.Options{Claim: claim})
	require.NoError(t, err)
	return vm.NewMachine(p)
}

// last makes the last move of every state, which belongs to the first process that can move.
func last(n int, _ func(int) story.Choice) int { return n - 1 }

// steps runs a model and returns its steps by number, and the last event.
func steps(t *testing.T, text string, o story.Options, choose story.Choose) ([]*story.Step, *story.End) {
	t.Helper()
	var out []*story.Step
	var end *story.End
	for e := range story.Simulate(machine(t, text, ""), o, 0, choose) {
		switch e := e.(type) {
		case *story.Step:
			out = append(out, e)
		case *story.End:
			end = e
		}
	}
	require.NotNil(t, end)
	return out, end
}

func TestStepsTellWhatHappens(t *testing.T) {
	o := story.Options{Globals: true, Locals: true, Sends: true, Receives: true}
	got, end := steps(t, talk, o, last)
	require.Len(t, got[0].Parts, 2, "a rendezvous has two parts")
	send, receive := got[0].Parts[0], got[0].Parts[1]
	require.Equal(t, story.Process{Pid: 0, Name: "A", Priority: 1}, send.Process)
	require.Equal(t, story.Place{File: "m.pml", Line: 5, State: 1}, send.Place)
	passed := story.Message{File: "m.pml", Line: 5, Handshake: true, Text: "hi,3", Queue: 1, Name: "c"}
	require.Equal(t, &passed, send.Message)
	passed.Line, passed.Handshake, passed.Receive = 6, false, true
	require.Equal(t, &passed, receive.Message)
	require.Equal(t, []story.Value{{Name: "v", Text: "3"}, {Name: "m", Text: "hi"}}, receive.Locals)
	require.Nil(t, send.Locals, "a simulation shows values after the handshake")
	require.Equal(t, []story.Value{{Name: "q", Queue: 2, Messages: []string{"7"}}}, got[1].Parts[0].Globals)
	require.Equal(t, "D_STEP5", got[2].Parts[0].Text, "a simulation tells of a d_step as a whole")
	fault := story.Fault{File: "m.pml", Line: 6, Msg: "assertion violated", Assert: "assert((v==4))", Written: "assert(v == 4)"}
	require.Equal(t, []story.Fault{fault}, got[len(got)-1].Faults)
	require.Equal(t, []string{"got hi\n"}, got[len(got)-2].Printed)
	require.True(t, end.Erring)
	require.Equal(t, 2, end.Created)
	buffer := story.Value{Name: "q", Queue: 2, Messages: []string{"7"}}
	require.Equal(t, []story.Value{buffer, {Name: "x", Text: "1"}, {Name: "y", Text: "2"}}, end.Globals)
}

// By default, only statements are computed; and the caller's choice can end the run.
func TestNothingIsComputedInVain(t *testing.T) {
	n := 0
	got, end := steps(t, talk, story.Options{}, func(moves int, describe func(int) story.Choice) int {
		if n++; n > 2 {
			return -1
		}
		require.Equal(t, "m.pml", describe(moves-1).File)
		return moves - 1
	})
	require.Len(t, got, 2)
	for _, s := range got {
		for _, p := range s.Parts {
			require.Nil(t, p.Message)
			require.Nil(t, p.Globals)
			require.Nil(t, p.Locals)
		}
	}
	require.False(t, end.Erring)
}

// In a trail, the halves of a rendezvous have separate numbers, and a d_step is split on request.
func TestReplaysTellAsSpinDoes(t *testing.T) {
	const text = "1:0:0\n2:1:6\n3:0:1\n4:0:4\n"
	tr, err := trail.Read(strings.NewReader(text))
	require.NoError(t, err)
	var numbers []int
	var texts []string
	for e, err := range story.Replay(machine(t, talk, ""), tr, story.Options{Inside: true}) {
		require.NoError(t, err)
		s, ok := e.(*story.Step)
		for i := 0; ok && i < len(s.Parts); i++ {
			numbers = append(numbers, s.Parts[i].Number)
			texts = append(texts, s.Parts[i].Text)
		}
	}
	require.Equal(t, []int{1, 2, 3, 4, 4}, numbers)
	require.Equal(t, []string{"c!hi,k", "c?m,v", "q!7", "x = 1", "y = 2"}, texts)
}

// The caller can stop anywhere.
func TestEventsCanBeLeft(t *testing.T) {
	all := 0
	for range story.Simulate(machine(t, talk, ""), story.Options{}, 0, last) {
		all++
	}
	for most := 1; most <= all; most++ {
		n := 0
		for range story.Simulate(machine(t, talk, ""), story.Options{}, 0, last) {
			if n++; n == most {
				break
			}
		}
		require.Equal(t, most, n)
	}
}
