package graph

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/verifier/search"
	"gospin/verifier/store"
	"gospin/verifier/system"
	"gospin/verifier/systemtest"
	"gospin/vm"
)

// both passes the same graph to a Builder and a Writer.
type both struct {
	*Builder
	*Writer
	states map[string]uint32
	l      func([]byte) []byte
}

func (b *both) Node(s *vm.State, number uint32) error {
	if s != nil && b.states != nil {
		b.states[string(b.l(s.Vec))] = number
	}
	if err := b.Builder.Node(s, number); err != nil {
		return err
	}
	return b.Writer.Node(s, number)
}

func (b *both) Edges(number uint32, edges []search.Edge, dead bool) error {
	if err := b.Builder.Edges(number, edges, dead); err != nil {
		return err
	}
	return b.Writer.Edges(number, edges, dead)
}

func newBoth(t *testing.T, w *bytes.Buffer, h Head, label Labeller) *both {
	file, err := NewWriter(w, h, label)
	require.NoError(t, err)
	return &both{Builder: NewBuilder(h, label), Writer: file}
}

// same requires that two graphs are equal except for the bits without meaning.
func same(t *testing.T, want, got *Graph) {
	t.Helper()
	require.Equal(t, want.Head, got.Head)
	require.Equal(t, want.Tail, got.Tail)
	require.Equal(t, want.moves, got.moves)
	require.Equal(t, want.arena.bytes(), got.arena.bytes())
	for i := range uint32(want.Nodes) {
		require.Equal(t, want.Values(i), got.Values(i))
		require.Equal(t, want.place(i), got.place(i))
	}
}

// random builds a graph with a number of nodes and random edges, expanded in a random order in which nodes
// are discovered first; some are not expanded.
func random(t *testing.T, seed uint64, nodes int, g search.Graph, whole bool) (edges [][]uint32) {
	r := rand.New(rand.NewPCG(seed, 7))
	edges = make([][]uint32, nodes)
	known, open := 1, []uint32{0}
	require.NoError(t, g.Node(nil, 0))
	for len(open) > 0 {
		k := r.IntN(len(open))
		i := open[k]
		open = slices.Delete(open, k, k+1)
		n := r.IntN(4)
		if len(open) == 0 && known < nodes {
			n = 1 + r.IntN(3)
		}
		if !whole && known == nodes && r.IntN(4) == 0 {
			continue
		}
		var out []search.Edge
		for range n {
			to := uint32(r.IntN(known))
			if known < nodes && r.IntN(2) == 0 || n > 0 && len(open) == 0 && known < nodes {
				to = uint32(known)
				known++
				open = append(open, to)
				require.NoError(t, g.Node(nil, to))
			}
			row := make([]vm.Move, 1+r.IntN(3)/2)
			for k := range row {
				row[k] = vm.Move{Trans: uint32(r.IntN(5)), Pid: uint8(r.IntN(2))}
				row[k].Partner = uint32(r.IntN(2) * 300)
			}
			out = append(out, search.Edge{Moves: row, To: to})
			edges[i] = append(edges[i], to)
		}
		require.NoError(t, g.Edges(i, out, len(out) == 0 && r.IntN(2) == 0))
	}
	return edges[:known]
}

// TestWhatIsWrittenIsRead: a file has the same graph as a Builder, whatever the order of expansion, and every
// edge as it was added.
func TestWhatIsWrittenIsRead(t *testing.T) {
	for seed := range uint64(200) {
		var file bytes.Buffer
		h := Head{Model: "m.pml", Digest: "d", Defines: []string{"N=3"}, Atoms: []string{"a", "b", "c"}[:seed%4]}
		if seed%4 == 0 {
			h.Atoms = nil
		}
		bits := rand.New(rand.NewPCG(seed, 1))
		var told [][]bool // by node; used by the Builder first, then by the Writer
		calls := 0
		label := func(_ *vm.State, to []bool) error {
			if calls++; calls%2 == 1 {
				told = append(told, make([]bool, len(to)))
				for k := range to {
					told[len(told)-1][k] = bits.IntN(2) == 0
				}
			}
			copy(to, told[len(told)-1])
			return nil
		}
		b := newBoth(t, &file, h, label)
		whole := seed%3 > 0
		edges := random(t, seed, 1+int(seed)*3, b, whole)
		tail := Tail{Cut: seed, Reason: map[bool]string{false: "out of time"}[whole]}
		require.NoError(t, b.Close(tail))
		g, err := Read(bytes.NewReader(file.Bytes()))
		require.NoError(t, err)
		tail.Nodes, tail.Edges = uint64(len(edges)), b.Tail.Edges
		b.Graph.Tail = tail
		same(t, b.Graph, g)
		for i, want := range edges {
			var got []uint32
			out := g.Out(uint32(i))
			for k := range out.N {
				got = append(got, g.Edge(&out, k).To)
			}
			require.Equal(t, want, got, "seed %d, node %d", seed, i)
			if len(h.Atoms) > 0 {
				require.Equal(t, told[i], g.Values(uint32(i)))
			}
		}
	}
}

// TestArraysToTheBit compares the array of a node with one computed by hand.
func TestArraysToTheBit(t *testing.T) {
	var s bitString
	appendArray(&s, []Target{{2, 5}, {0, 8}}, 3)
	// 2 in gamma code: 0 1 0; 2 bits of a move: 01000; 4 bits of a node: 001000; then 2, 5, 0, 8
	want := "010" + "01000" + "001000" + "01" + "1010" + "00" + "0001"
	got := ""
	for i := range s.n {
		got += fmt.Sprint(s.get(i, 1))
	}
	require.Equal(t, want, got)
	s = bitString{}
	appendArray(&s, []Target{{0, 0}}, 1)
	require.EqualValues(t, 1+moveBits+toBits, s.n, "what there is one of takes no bits")
	g := New(Head{})
	s = bitString{}
	appendArray(&s, []Target{{2, 5}, {0, 8}}, 3)
	array, _, err := readArray(&s, 0)
	require.NoError(t, err)
	require.NoError(t, g.keep(4, &array, &s))
	// in memory: 2 in gamma code; one bit more than 4 takes, as 3 in gamma code; then 2, 5, 0, 8
	want = "010" + "011" + "01" + "1010" + "00" + "0001"
	got = ""
	for i := range g.ArenaBits() {
		got += fmt.Sprint(g.arena.get(firstPlace+i, 1))
	}
	require.Equal(t, want, got)
	out := g.Out(4)
	require.Equal(t, []Target{{2, 5}, {0, 8}}, []Target{g.Edge(&out, 0), g.Edge(&out, 1)})
	for n, w := range map[uint64]uint{0: 0, 1: 0, 2: 1, 3: 2, 4: 2, 5: 3, 8: 3, 9: 4, 1 << 32: 32} {
		require.Equal(t, w, width(n), n)
	}
}

// small is the file of a small graph.
func small(t testing.TB, seed uint64) []byte {
	var file bytes.Buffer
	label := func(_ *vm.State, to []bool) error { to[0] = true; return nil }
	w, err := NewWriter(&file, Head{Model: "m", Digest: "0123", Atoms: []string{"x", "y"}}, label)
	require.NoError(t, err)
	r := rand.New(rand.NewPCG(seed, 2))
	known := uint32(1)
	require.NoError(t, w.Node(nil, 0))
	for i := uint32(0); i < known; i++ {
		var out []search.Edge
		for range r.IntN(4) {
			to := uint32(r.IntN(int(known)))
			if known < 12 {
				to = known
				known++
				require.NoError(t, w.Node(nil, to))
			}
			out = append(out, search.Edge{Moves: []vm.Move{{Trans: uint32(r.IntN(4))}}, To: to})
		}
		require.NoError(t, w.Edges(i, out, i%2 == 0))
		if i%5 == 4 {
			require.NoError(t, w.flush())
		}
	}
	require.NoError(t, w.Close(Tail{}))
	return file.Bytes()
}

// TestDamagedFiles: files with one byte changed or missing, truncated files and files with additional bytes
// are errors.
func TestDamagedFiles(t *testing.T) {
	for seed := range uint64(3) {
		file := small(t, seed)
		_, err := Read(bytes.NewReader(file))
		require.NoError(t, err)
		for i := range file {
			_, err := Read(bytes.NewReader(file[:i]))
			require.Error(t, err, "cut to %d bytes", i)
			if i > len(magic)+4 {
				require.ErrorIs(t, err, ErrCut)
			}
			for _, flip := range []byte{1, 16, 128, 255} {
				damaged := slices.Clone(file)
				damaged[i] ^= flip
				_, err = Read(bytes.NewReader(damaged))
				require.Error(t, err, "byte %d changed by %d", i, flip)
			}
			_, err = Read(bytes.NewReader(slices.Delete(slices.Clone(file), i, i+1)))
			require.Error(t, err, "byte %d is missing", i)
		}
		_, err = Read(bytes.NewReader(append(slices.Clone(file), 0)))
		require.ErrorIs(t, err, ErrFile)
	}
}

// FuzzRead changes blocks and corrects their checksums: the result is a graph with valid edges, or an error.
func FuzzRead(f *testing.F) {
	for seed := range uint64(3) {
		f.Add(small(f, seed), uint16(40), byte(1))
	}
	f.Fuzz(func(t *testing.T, file []byte, at uint16, flip byte) {
		if int(at) < len(file) {
			file = slices.Clone(file)
			file[at] ^= flip
		}
		for _, b := range [][]byte{file, resigned(file)} {
			g, err := Read(bytes.NewReader(b))
			if err != nil {
				continue
			}
			g.Stat()
			for k := range g.Nodes {
				g.Values(uint32(k))
			}
		}
	})
}

// TestResignedFiles does the same as FuzzRead, without the fuzzer.
func TestResignedFiles(t *testing.T) {
	read := 0
	for seed := range uint64(2) {
		file := small(t, seed)
		require.Equal(t, file, resigned(file))
		for i := range file {
			for flip := 1; flip < 256; flip += 7 {
				damaged := slices.Clone(file)
				damaged[i] ^= byte(flip)
				if g, err := Read(bytes.NewReader(resigned(damaged))); err == nil {
					g.Stat()
					read++
				}
			}
		}
	}
	require.Positive(t, read, "some changes make other graphs")
}

// TestGraphsOfSystems: the graph of a system has as many states and transitions as the oracle counts, and is
// isomorphic to the graph found by recursion, including its moves.
func TestGraphsOfSystems(t *testing.T) {
	edges := 0
	for seed := range uint64(300) {
		if systemtest.Count(systemtest.Random(seed), 0).Stored > 3000 {
			continue
		}
		var file bytes.Buffer
		sys := systemtest.Random(seed)
		b := newBoth(t, &file, Head{}, nil)
		b.states, b.l = map[string]uint32{}, sys.L.Key
		if reads(sys) {
			continue
		}
		line := &search.Line{States: store.NewSweep(sys.L, 0), Graph: b}
		line.Value = func(_ *vm.State, dst []int32) ([]int32, error) { return dst, nil }
		res, err := search.Sweep(&search.Task{Sys: sys}, line)
		require.NoError(t, err)
		line.States.Free()
		want := systemtest.Count(systemtest.Random(seed), 0)
		require.Equal(t, want.Stored, res.Stored, seed)
		require.Equal(t, want.Matched, res.Matched, seed)
		require.Equal(t, want.AtomicSteps, res.AtomicSteps, seed)
		require.Equal(t, want.Errors, res.Errors, seed)
		require.Equal(t, want.Stored, b.Nodes)
		require.Equal(t, want.Stored+want.Matched-1, b.Tail.Edges, "transitions but the arrival at the start")
		o := &naive{sys: sys, edges: map[string][]string{}, dead: map[string]bool{}}
		o.run()
		require.Len(t, o.edges, int(b.Nodes))
		for key, i := range b.states {
			var got []string
			out := b.Out(i)
			for k := range out.N {
				e := b.Edge(&out, k)
				got = append(got, fmt.Sprint(b.Graph.Moves(e.Move), " ", e.To))
			}
			var list []string
			for k := 0; k < len(o.edges[key]); k += 2 {
				list = append(list, fmt.Sprint(o.edges[key][k], " ", b.states[o.edges[key][k+1]]))
			}
			require.Equal(t, list, got, "seed %d key %x node %d", seed, key, i)
			require.Equal(t, o.dead[key], b.Dead(i))
			edges += len(got)
		}
	}
	require.Greater(t, edges, 1000)
}

// reads reports whether steps of a toy depend on what is not stored.
func reads(t *systemtest.Toy) bool {
	hidden := func(x *systemtest.Test) bool { return x != nil && x.In == systemtest.Hidden }
	for _, steps := range t.Types {
		for i := range steps {
			if s := &steps[i]; hidden(s.If) || hidden(s.Fail) || hidden(s.Crash) ||
				slices.ContainsFunc(s.Set, func(x systemtest.Set) bool { return x.In == systemtest.Hidden }) {
				return true
			}
		}
	}
	return false
}

// naive finds a graph by recursion, with a map of all keys. Edges are alternately moves and keys.
type naive struct {
	sys   system.System
	edges map[string][]string
	dead  map[string]bool
}

func (n *naive) run() {
	var s vm.State
	n.sys.Initial(&s)
	n.node(&s)
}

func (n *naive) node(s *vm.State) string {
	key := string(n.sys.Layout().Key(s.Vec))
	if _, ok := n.edges[key]; !ok {
		n.edges[key] = []string{}
		n.choices(s, key, nil)
	}
	return key
}

func (n *naive) choices(s *vm.State, from string, path []vm.Move) {
	var x system.Expansion
	n.sys.Expand(s, &x)
	if x.Effect&vm.Released != 0 {
		n.edges[from] = append(n.edges[from], fmt.Sprint(path), n.node(s))
		return
	}
	n.dead[from] = n.dead[from] || x.Effect&vm.InvalidEnd != 0
	for _, c := range x.Choices {
		t := &vm.State{Vec: slices.Clone(s.Vec), Excl: s.Excl}
		eff := n.sys.Do(t, &c, 0).Effect
		with := append(slices.Clone(path), c.Move())
		switch {
		case eff&vm.Pruned != 0:
		case eff&vm.Transient != 0:
			n.choices(t, from, with)
		default:
			at := len(n.edges[from])
			n.edges[from] = append(n.edges[from], fmt.Sprint(with), "")
			n.edges[from][at+1] = n.node(t)
		}
	}
}
