package verifier

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/compression"
	"gospin/verifier/search"
	"gospin/verifier/source"
	"gospin/verifier/store"
	"gospin/verifier/system"
	"gospin/vm"
	"gospin/vm/layout"
)

//go:generate go test . -run PredefinedCode -measure

var measure = flag.Bool("measure", false, "write compression/huffman.code anew")

const frequencyHead = `# How often each byte value stands in the state vectors of the models in examples, in thousandths of a per cent,
# the first 20,000 states of each weighing alike. Vectors are laid out as for -compress=none.
# Made with: go generate ./verifier
`

// TestPredefinedCode holds the predefined Huffman code to what is measured; models that come later may shift
// it a bit.
func TestPredefinedCode(t *testing.T) {
	models, err := filepath.Glob("../examples/*.pml")
	require.NoError(t, err)
	var total [256]float64
	for _, path := range models {
		var f [256]float64
		sum := 0.0
		prog, err := source.Source{Model: path}.Program(t.Context(), source.Aim{Padded: true})
		require.NoError(t, err)
		st := &counting{
			Store:  store.NewPlain(prog.Layout, 0),
			layout: prog.Layout,
			left:   20000,
			count: func(key []byte) {
				for _, b := range key {
					f[b]++
				}
				sum += float64(len(key))
			},
		}
		_, err = search.DFS(&search.Task{Sys: system.Of(vm.NewMachine(prog)), Store: st}, search.DFSOptions{})
		require.NoError(t, err)
		st.Free()
		for v := range f {
			total[v] += f[v] / sum
		}
	}
	var frequency [256]uint64
	for v := range total {
		frequency[v] = uint64(total[v]/float64(len(models))*1e5 + 0.5)
	}
	const path = "../compression/huffman.code"
	if *measure {
		var b bytes.Buffer
		b.WriteString(frequencyHead)
		require.NoError(t, compression.WriteFrequencies(&b, frequency))
		require.NoError(t, os.WriteFile(path, b.Bytes(), 0o644))
		return
	}
	file, err := os.Open(path)
	require.NoError(t, err)
	defer func() { _ = file.Close() }()
	recorded, err := compression.ReadByteCode(file)
	require.NoError(t, err)
	best := compression.NewByteCode(frequency)
	bits := func(c *compression.ByteCode) (sum float64) {
		for v, n := range c.Length {
			sum += float64(n) * total[v] / float64(len(models))
		}
		return
	}
	require.Less(t, bits(recorded), 1.1*bits(best), "bits per byte: go generate measures anew")
}

// counting shows new keys to a function, until it has seen enough.
type counting struct {
	store.Store
	layout *layout.Layout
	left   int
	count  func(key []byte)
}

func (c *counting) Visit(a *store.Arrival) (store.Ref, store.Status) {
	if c.left == 0 {
		return 0, store.Full
	}
	ref, status := c.Store.Visit(a)
	if status == store.New {
		c.left--
		c.count(c.layout.Key(a.State.Vec))
	}
	return ref, status
}
