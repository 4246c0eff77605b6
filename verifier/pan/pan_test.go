package pan_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/verifier/pan"
)

const rounds = "byte x; active proctype P() { do :: x = (x + 1) % 3 od } ltl p { [] <> (x == 2) }\n"

// nested is what SPIN 6.5.2 makes of rounds:
//
//	spin -a -o1 -o2 -o3 m.pml; gcc -w -DNOREDUCE -o pan pan.c; ./pan -a -n -m10000
const nested = `
(Spin Version 6.5.2 -- 6 December 2019)

Full statespace search for:
	never claim         	+ (p)
	assertion violations	+ (if within scope of claim)
	acceptance   cycles 	+ (fairness disabled)
	invalid end states	- (disabled by never claim)

State-vector 28 byte, depth reached 5, errors: 0
        5 states, stored (7 visited)
        2 states, matched
        9 transitions (= visited+matched)
        0 atomic steps
hash conflicts:         0 (resolved)

Stats on memory usage (in Megabytes):
    0.000	equivalent memory usage for states (stored*(State-vector + overhead))
    0.291	actual memory usage for states
  128.000	memory used for hash table (-w24)
    0.534	memory used for DFS stack (-m10000)
  128.730	total actual memory usage



pan: elapsed time 0 seconds
`

// collapsed is what it makes of examples/dtp.pml:
//
//	spin -a -o1 -o2 -o3 dtp.pml
//	gcc -w -O1 -DSAFETY -DNOREDUCE -DNOCLAIM -DCOLLAPSE -o pan pan.c; ./pan -c0 -n -m1000
const collapsed = `error: max search depth too small

(Spin Version 6.5.2 -- 6 December 2019)
	+ Compression

Full statespace search for:
	never claim         	- (not selected)
	assertion violations	+
	cycle checks       	- (disabled by -DSAFETY)
	invalid end states	+

State-vector 60 byte, depth reached 999, errors: 0
    17041 states, stored
    98292 states, matched
   115333 transitions (= stored+matched)
   142817 atomic steps
hash conflicts:        46 (resolved)

Stats on memory usage (in Megabytes):
    1.560	equivalent memory usage for states (stored*(State-vector + overhead))
    1.364	actual memory usage for states (compression: 87.43%)
         	state-vector as stored = 48 byte + 36 byte overhead
  128.000	memory used for hash table (-w24)
    0.046	memory used for DFS stack (-m1000)
  129.367	total actual memory usage


nr of templates: [ 0:globals 1:chans 2:procs ]
collapse counts: [ 0:8873 2:1 3:6 4:1 5:1 ]

pan: elapsed time 0.03 seconds
pan: rate 568033.33 states/second
`

func TestFigures(t *testing.T) {
	r, err := pan.Parse(nested)
	require.NoError(t, err)
	r.Text = ""
	require.Equal(t, &pan.Report{
		Stored: 5, Visited: 7, Matched: 2, Transitions: 9, Depth: 5, Vector: 28,
		Memory: pan.Memory{States: 305135, HashTable: 134217728, Stack: 559939, Total: 134983188},
	}, r)
	r, err = pan.Parse(collapsed)
	require.NoError(t, err)
	r.Text = ""
	require.Equal(t, &pan.Report{
		Stored: 17041, Visited: 17041, Matched: 98292, Transitions: 115333, Atomic: 142817,
		Depth: 999, Vector: 60,
		Seconds:    0.03,
		Memory:     pan.Memory{States: 1430257, HashTable: 134217728, Stack: 48234, Total: 135651131},
		Components: "[ 0:8873 2:1 3:6 4:1 5:1 ]", DepthLimit: true,
	}, r)
	r, err = pan.Parse("State-vector 12 byte, depth reached 9, errors: 1\n1.5e+08 states, stored\n")
	require.Error(t, err, "figures are missing")
	require.Equal(t, uint64(150000000), r.Stored)
	require.True(t, r.Rounded)
}

func TestFirstLineIsTheError(t *testing.T) {
	err := &pan.Error{Program: "gcc", Output: "\npan.c:1: oh\nmore\n", Err: os.ErrInvalid}
	require.EqualError(t, err, "gcc: pan.c:1: oh")
	require.EqualError(t, &pan.Error{Program: "pan", Err: os.ErrInvalid}, "pan: invalid argument")
}

// TestRuns holds the figures to those of a run of the SPIN that is there.
func TestRuns(t *testing.T) {
	if err := pan.Available(); err != nil {
		t.Skip(err)
	}
	ctx, dir := context.Background(), t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "m.pml"), []byte(rounds), 0o600))
	require.NoError(t, pan.Generate(ctx, dir, "m.pml", pan.Raw...))
	want, err := pan.Parse(nested)
	require.NoError(t, err)
	for _, quick := range []bool{true, false} {
		compile := pan.Compile
		if quick {
			compile = pan.CompileQuickly
		}
		require.NoError(t, compile(ctx, dir, "pan", pan.NoReduce))
		r, err := pan.Run(ctx, dir, "pan", "-a", "-n", "-m10000")
		require.NoError(t, err)
		require.Equal(t, []uint64{want.Stored, want.Visited, want.Matched, want.Depth},
			[]uint64{r.Stored, r.Visited, r.Matched, r.Depth})
		require.False(t, r.DepthLimit)
	}
	r, err := pan.RunDeepening(ctx, dir, "pan", 2, 20, "-a", "-n")
	require.NoError(t, err)
	require.False(t, r.DepthLimit, "20 steps suffice, 2 do not")
	r, err = pan.RunDeepening(ctx, dir, "pan", 2, 2, "-a", "-n")
	require.NoError(t, err)
	require.True(t, r.DepthLimit)
	require.ErrorContains(t, pan.Generate(ctx, dir, "nosuch.pml"), "spin: ")
	stopped, stop := context.WithCancel(ctx)
	stop()
	_, err = pan.Run(stopped, dir, "pan")
	require.ErrorIs(t, err, context.Canceled)
}
