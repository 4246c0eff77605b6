package verifier

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"

	"gospin/compression"
	"gospin/promela/diag"
	"gospin/verifier/atomic"
	"gospin/verifier/component"
	"gospin/verifier/store"
	"gospin/verifier/system"
	"gospin/vm"
	"gospin/vm/layout"
)

// Modes are the ways to store states, by their names on the command line. There are more chains than these, codecs in
// a row that are one mode: Chains tells their pattern.
var Modes = []string{"none", "mask", "rle", "huffman", "mask+rle", "mask+huffman", "collapse1997", "collapse", "collapse+huffman", "tree", "ma", "trained", "auto"}

// Chains says for people which chains there are.
const Chains = "none or mask, then rle, huffman or rle+huffman; collapse or collapse1997, then huffman"

// DefaultMode is the mode that runs are in that ask for none.
const DefaultMode = "mask"

// mode is a parsed name: how vectors are laid out, and what is done with them.
type mode struct {
	padded bool     // as C lays them out: constant bytes are there
	kind   string   // whole, coded, or the name of a store of its own
	codecs []string // of coded
}

// anyBytes are codecs of any bytes, in the order in which they may stand.
var anyBytes = []string{"rle", "huffman"}

// alone are modes that code nothing further, and why.
var alone = map[string]string{
	"tree":    "its pairs are numbers, not bytes",
	"ma":      "a minimised automaton keeps no keys",
	"trained": "its codes are bits already",
	"auto":    "it picks a mode",
}

// parseMode reads a mode's name. What makes no sense is refused by name.
func parseMode(name string) (mode, error) {
	if name == "" {
		name = DefaultMode
	}
	parts := strings.Split(name, "+")
	for _, p := range parts {
		if !slices.Contains(Modes, p) {
			return mode{}, unknownMode(p)
		}
	}
	nonsense := func(why string, a ...any) (mode, error) {
		return mode{}, fmt.Errorf("-compress=%s makes no sense: "+why, append([]any{name}, a...)...)
	}
	for _, p := range parts {
		if why := alone[p]; why != "" && len(parts) > 1 {
			return nonsense("%s stands alone, %s", p, why)
		}
	}
	first, rest := parts[0], parts[1:]
	if alone[first] != "" || len(rest) == 0 && strings.HasPrefix(first, "collapse") {
		return mode{kind: first}, nil
	}
	m := mode{kind: "whole"}
	switch first {
	case "none":
		m.padded = true
	case "rle", "huffman":
		m.padded, rest = true, parts
	case "collapse", "collapse1997":
		m.codecs = append(m.codecs, first)
	}
	for i, p := range rest {
		switch {
		case slices.Contains(parts[:len(parts)-len(rest)+i], p):
			return nonsense("%s twice gains nothing", p)
		case p == "none" || p == "mask":
			return nonsense("%s says how vectors are laid out and stands first", p)
		case !slices.Contains(anyBytes, p):
			return nonsense("%s takes vectors apart, and so stands first; it leaves out what mask does", p)
		case p == "rle" && strings.HasPrefix(first, "collapse"):
			return nonsense("the indices of components have few runs; %s+huffman does", first)
		case p == "rle" && i > 0:
			return nonsense("the words of a Huffman code have no runs left; rle+huffman does")
		}
		m.kind, m.codecs = "coded", append(m.codecs, p)
	}
	return m, nil
}

func unknownMode(name string) error {
	hint := ""
	if near := diag.DidYouMean(name, Modes); near != "" {
		hint = " (" + near + ")"
	}
	return fmt.Errorf("unknown compression %q%s: there are %s, and chains: %s", name, hint, strings.Join(Modes, ", "), Chains)
}

// CheckMode refuses what is no mode.
func CheckMode(name string) error {
	_, err := parseMode(name)
	return err
}

// made is the store of a run, and what is told of it besides.
type made struct {
	store.Store
	by      string // what a trained code goes by
	trained *compression.Trained
}

// system returns what is searched: the machine, or what stands for it where the store holds packed states.
func (m *made) system(machine *vm.Machine, fair bool, taken []byte) system.System {
	packed, ok := m.Store.(*store.Packed)
	if !ok {
		if fair || atomic.Stepwise(machine.Program()) {
			return machine
		}
		return atomic.Together(machine, taken)
	}
	return component.New(machine, packed, taken)
}

// err is why the store was full, if it was not for want of memory.
func (m *made) err() error {
	if e, ok := m.Store.(interface{ Err() error }); ok {
		return e.Err()
	}
	return nil
}

// tell adds to the report what the store has learnt.
func (m *made) tell(r *Report, o *Options) {
	if m.trained != nil {
		r.Unseen, r.Widened = m.trained.Unseen()
	}
	if counts := m.Stats().Components; counts != nil {
		r.Components = compression.PanCounts(counts, slices.Contains(o.Split, "joinprocs"))
		r.AsPan = slices.Contains(o.Split, "pan") || slices.Contains(o.Split, "pan-sepqs")
		for _, c := range counts {
			r.Values = append(r.Values, Values{c.Name, c.N})
		}
	}
}

// newStore makes the store of a run.
func newStore(ctx context.Context, o *Options, p *vm.Program) (*made, error) {
	m, err := parseMode(o.Compress)
	if err != nil {
		return nil, err
	}
	st := &made{}
	switch m.kind {
	case "collapse":
		if len(o.Split) == 0 && component.Takes(p) {
			st.Store = store.NewPacked(p.Layout, o.Memory/5*4) // the rest is the engine's
			break
		}
		st.Store = store.NewCollapseSplit(p.Layout, o.split(), o.Memory)
	case "collapse1997":
		st.Store = store.NewCollapse1997(p.Layout, o.split(), o.Memory)
	case "ma":
		st.Store = store.NewMA(p.Layout, o.Memory)
	case "tree":
		st.Store = store.NewTree(p.Layout, o.Memory)
	case "trained":
		learnt, by, err := profile(ctx, o, p)
		if err != nil {
			return nil, err
		}
		st.by, st.trained = by, compression.NewTrained(p.Layout, &learnt.Training)
		st.Store = store.NewTrained(st.trained, o.Memory)
	case "coded":
		c, err := newCodec(o, p.Layout, m.codecs)
		if err != nil {
			return nil, err
		}
		st.Store = store.NewCoded(p.Layout, c, o.Memory)
	default:
		st.Store = store.NewPlain(p.Layout, o.Memory)
	}
	return st, nil
}

// Splits are the ways to cut a vector into other components than one of the globals, each process and each channel.
var Splits = []string{"chans-with-globals", "chans-with-procs", "joinprocs", "pan", "pan-sepqs"}

// split is what the options say of components. It has been checked.
func (o *Options) split() compression.CollapseOptions {
	var out compression.CollapseOptions
	for _, s := range o.Split {
		switch s {
		case "pan", "pan-sepqs":
			join := out.JoinProcs
			out = compression.PanSplit(s == "pan-sepqs", false)
			out.JoinProcs = join
		case "joinprocs":
			out.JoinProcs = true
		case "chans-with-globals":
			out.GlobalChans, out.ProcChans = compression.WithGlobals, compression.WithGlobals
		case "chans-with-procs":
			out.ProcChans = compression.WithProcess
		}
	}
	out.IndexBytes = o.IndexBytes
	return out
}

// newCodec makes the codecs of a chain.
func newCodec(o *Options, l *layout.Layout, names []string) (compression.Codec, error) {
	var chain []compression.Codec
	for _, n := range names {
		switch n {
		case "rle":
			chain = append(chain, compression.RLE{})
		case "huffman":
			code, err := o.byteCode()
			if err != nil {
				return nil, err
			}
			chain = append(chain, compression.NewHuffman(code))
		case "collapse":
			chain = append(chain, compression.NewRecursive(l, o.split()))
		case "collapse1997":
			chain = append(chain, compression.NewCollapse1997(l, o.split()))
		}
	}
	if len(chain) == 1 {
		return chain[0], nil
	}
	return compression.NewChain(chain...), nil
}

// byteCode reads the code that huffman is told to use; nil for the predefined one.
func (o *Options) byteCode() (*compression.ByteCode, error) {
	if o.Code == "" {
		return nil, nil
	}
	f, err := os.Open(o.Code)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	code, err := compression.ReadByteCode(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", o.Code, err)
	}
	return code, nil
}
