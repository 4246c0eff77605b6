package way

import (
	"fmt"
	"os"

	"gospin/compression"
	"gospin/verifier/store"
	"gospin/vm/layout"
)

func plain(b *Build, out *Made) error {
	out.Store = store.NewPlain(b.Prog.Layout, b.Memory)
	return nil
}

func coded(b *Build, out *Made) error {
	c, err := newCodec(&b.Storage, b.Prog.Layout, b.way.codecs)
	if err == nil {
		out.Store = store.NewCoded(b.Prog.Layout, c, b.Memory)
	}
	return err
}

func collapse(b *Build, out *Made) error {
	out.Store = store.NewCollapseSplit(b.Prog.Layout, b.split(), b.Memory)
	return nil
}

func collapse1997(b *Build, out *Made) error {
	out.Store = store.NewCollapse1997(b.Prog.Layout, b.split(), b.Memory)
	return nil
}

func tree(b *Build, out *Made) error {
	out.Store = store.NewTree(b.Prog.Layout, b.Memory)
	return nil
}

func automaton(b *Build, out *Made) error {
	out.Store = store.NewMA(b.Prog.Layout, b.Memory)
	return nil
}

// trained makes a store with codes from a profile.
func trained(b *Build, out *Made) error {
	out.By, out.trained = b.From, compression.NewTrained(b.Prog.Layout, b.Learnt)
	out.Store = store.NewTrained(out.trained, b.Memory)
	return nil
}

// Splits are the values of -split, which change the components of a vector.
var Splits = []string{"chans-with-globals", "chans-with-procs", "joinprocs", "pan", "pan-sepqs"}

// split converts the options about components, which must be valid.
func (o *Storage) split() compression.CollapseOptions {
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
func newCodec(o *Storage, l *layout.Layout, names []string) (compression.Codec, error) {
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

// byteCode reads the code for huffman, or returns nil for the predefined one.
func (o *Storage) byteCode() (*compression.ByteCode, error) {
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
