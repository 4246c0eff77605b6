package verifier

import (
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
var Modes = []string{"none", "mask", "rle", "huffman", "mask+rle", "mask+huffman", "collapse"}

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
	"collapse": "its roots are bits already",
	"tree":     "its pairs are numbers, not bytes",
	"ma":       "a minimised automaton keeps no keys",
	"trained":  "its codes are bits already",
	"auto":     "it picks a mode",
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

// newStore makes the store of a run.
func newStore(o *Options, p *vm.Program) (store.Store, error) {
	m, err := parseMode(o.Compress)
	if err != nil {
		return nil, err
	}
	switch m.kind {
	case "collapse":
		return store.NewCollapse(p.Layout, o.Memory), nil
	case "coded":
		c, err := newCodec(o, m.codecs)
		if err != nil {
			return nil, err
		}
		return store.NewCoded(p.Layout, c, o.Memory), nil
	}
	return store.NewPlain(p.Layout, o.Memory), nil
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
