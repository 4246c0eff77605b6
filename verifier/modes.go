package verifier

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"

	"gospin/compression"
	"gospin/promela/diag"
	"gospin/verifier/store"
	"gospin/vm"
)

// Modes are the ways to store states, by their names on the command line, chains apart: several codecs in a row are
// one mode, as in mask+rle+huffman.
var Modes = []string{"none", "mask", "rle", "huffman", "mask+rle", "mask+huffman", "collapse1997", "collapse", "tree", "ma", "trained", "auto"}

// DefaultMode is the mode that runs are in that ask for none.
const DefaultMode = "mask"

// mode is a parsed name: how vectors are laid out, and what is done with them.
type mode struct {
	padded bool     // as C lays them out: constant bytes are there
	kind   string   // whole, coded, or the name of a store of its own
	codecs []string // of coded
}

// alone are modes that code nothing further, and why.
var alone = map[string]string{
	"collapse1997": "its indices are coded by the codes of collapse",
	"collapse":     "its roots are bits already",
	"tree":         "its pairs are numbers, not bytes",
	"ma":           "a minimised automaton keeps no keys",
	"trained":      "its codes are bits already",
	"auto":         "it picks a mode",
}

// parseMode reads a mode's name. What makes no sense is refused by name.
func parseMode(name string) (mode, error) {
	if name == "" {
		name = DefaultMode
	}
	parts := strings.Split(name, "+")
	known := []string{"none", "mask", "rle", "huffman"}
	for _, p := range parts {
		if !slices.Contains(known, p) && !slices.Contains(Modes, p) {
			hint := ""
			if near := diag.DidYouMean(p, append(known, Modes...)); near != "" {
				hint = " (" + near + ")"
			}
			return mode{}, fmt.Errorf("unknown compression %q%s: there are %s, and chains such as mask+rle+huffman", p, hint, strings.Join(Modes, ", "))
		}
	}
	if why, ok := alone[parts[0]]; ok {
		if len(parts) > 1 {
			return mode{}, fmt.Errorf("-compress=%s makes no sense: %s stands alone, %s", name, parts[0], why)
		}
		return mode{kind: parts[0]}, nil
	}
	m := mode{padded: true, kind: "whole"}
	rest := parts
	if parts[0] == "none" || parts[0] == "mask" {
		m.padded = parts[0] == "none"
		rest = parts[1:]
	}
	for i, p := range rest {
		switch {
		case p == "rle" && i == 0, p == "huffman" && !slices.Contains(m.codecs, "huffman"):
			m.kind, m.codecs = "coded", append(m.codecs, p)
		case p == "none" || p == "mask":
			return m, fmt.Errorf("-compress=%s makes no sense: %s says how vectors are laid out and stands first", name, p)
		case slices.Contains(m.codecs, p):
			return m, fmt.Errorf("-compress=%s makes no sense: %s twice gains nothing", name, p)
		case p == "rle":
			return m, fmt.Errorf("-compress=%s makes no sense: the words of a Huffman code have no runs left; rle+huffman does", name)
		default:
			return m, fmt.Errorf("-compress=%s makes no sense: %s stands alone, %s", name, p, alone[p])
		}
	}
	return m, nil
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
		c, err := newCodec(o, m.codecs)
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

func newCodec(o *Options, names []string) (compression.Codec, error) {
	var chain []compression.Codec
	for _, n := range names {
		if n == "rle" {
			chain = append(chain, compression.RLE{})
			continue
		}
		var code *compression.ByteCode
		if o.Code != "" {
			f, err := os.Open(o.Code)
			if err != nil {
				return nil, err
			}
			code, err = compression.ReadByteCode(f)
			_ = f.Close()
			if err != nil {
				return nil, fmt.Errorf("%s: %w", o.Code, err)
			}
		}
		chain = append(chain, compression.NewHuffman(code))
	}
	if len(chain) == 1 {
		return chain[0], nil
	}
	return compression.NewChain(chain...), nil
}
