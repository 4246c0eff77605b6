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
	"gospin/verifier/report"
	"gospin/verifier/space"
	"gospin/verifier/store"
	"gospin/verifier/system"
	"gospin/vm"
	"gospin/vm/layout"
)

// Modes are the ways to store states, by their names on the command line. There are more chains than these,
// codecs in a row that are one mode: Chains tells their pattern.
var Modes = []string{rootsMode, "none", keysMode, "rle", "huffman", "mask+rle", "mask+huffman", "collapse1997",
	"collapse", "collapse+huffman", "tree", "ma", unmoveMode, "trained", deltaMode, diffMode, "auto"}

// Chains says for people which chains there are.
const Chains = "none or mask, then rle, huffman or rle+huffman; collapse or collapse1997, then huffman"

// DefaultMode is the mode that runs are in that ask for none.
const DefaultMode = rootsMode

const (
	// rootsMode keeps states as roots, in the table itself.
	rootsMode = "roots"
	// keysMode is what searches take that ask for rootsMode, and can't be made in batches.
	keysMode = "mask"
)

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
	rootsMode:  "its states are a few numbers, not bytes",
	"tree":     "its pairs are numbers, not bytes",
	"ma":       "a minimised automaton keeps no keys",
	"trained":  "its codes are bits already",
	"auto":     "it picks a mode",
	deltaMode:  "its records are moves, not bytes",
	diffMode:   "its records are what differs, already",
	unmoveMode: "its entries are bits already",
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

// made is what a run searches, and the store of its states.
type made struct {
	store.Store
	sys     system.Claimed
	engine  string // what makes the moves, as reports name it
	by      string // what a trained code goes by
	trained *compression.Trained
	more    func(*report.Report) // what else the store tells; nil: nothing
	packs   any                  // what makes vectors other than a machine's; nil: nothing does
}

// Engines, as reports name them.
const (
	machineEngine   = "machine"   // evaluates guards and effects
	componentEngine = "component" // remembers what moves do to components
	batchEngine     = "batch"     // the same to roots, of many states at a time
)

// tell adds to the report what the store has learnt.
func (m *made) tell(r *report.Report, o *Options) {
	if m.trained != nil {
		r.Unseen, r.Widened = m.trained.Unseen()
	}
	if m.more != nil {
		m.more(r)
	}
	if counts := m.Stats().Components; counts != nil {
		r.Components = compression.PanCounts(counts, slices.Contains(o.Split, "joinprocs"))
		r.AsPan = slices.Contains(o.Split, "pan") || slices.Contains(o.Split, "pan-sepqs")
		for _, c := range counts {
			r.Values = append(r.Values, report.Values{Of: c.Name, N: c.N})
		}
	}
}

// making is what systems and stores are made of.
type making struct {
	ctx   context.Context
	o     *Options
	mode  mode
	prog  *vm.Program
	less  *reduction
	taken []byte // as search.Task has it; nil: nobody wants it
	seed  uint64 // of the hash functions of approximate stores
	known uint64 // so many states there are; 0: nobody has counted them
}

// kinds are the ways to make a store, by the kind of the mode.
var kinds = map[string]func(m *making, out *made) error{
	"whole": (*making).whole, rootsMode: (*making).whole, "coded": (*making).coded,
	"collapse": (*making).collapse, "collapse1997": (*making).collapse1997, "tree": (*making).tree,
	"ma": (*making).ma, unmoveMode: (*making).tree, "trained": (*making).learnt,
	deltaMode: (*making).delta, diffMode: (*making).diff,
	bitstateMode: (*making).bitstate, hashMode: (*making).hashes,
}

// make makes the system and the store of a run.
func (m *making) make() (*made, error) {
	machine := system.Of(vm.NewMachine(m.prog))
	out := &made{sys: atomic.New(m.less.around(machine), m.taken), engine: machineEngine}
	make := kinds[m.mode.kind]
	if m.o.Cache != "" {
		make = (*making).cached
	}
	if err := make(m, out); err != nil {
		return nil, err
	}
	return out, nil
}

func (m *making) whole(out *made) error {
	out.Store = store.NewPlain(m.prog.Layout, m.o.Memory)
	return nil
}

func (m *making) coded(out *made) error {
	c, err := newCodec(&m.o.Storage, m.prog.Layout, m.mode.codecs)
	if err == nil {
		out.Store = store.NewCoded(m.prog.Layout, c, m.o.Memory)
	}
	return err
}

// isComponentwise reports whether the engine for collapsed states makes the moves.
func (m *making) isComponentwise() bool {
	return m.mode.kind == "collapse" && m.o.Cache == "" && len(m.o.Split) == 0 && space.TakesSystem(m.prog)
}

// collapse takes the engine for collapsed states where it can.
func (m *making) collapse(out *made) error {
	if !m.isComponentwise() {
		out.Store = store.NewCollapseSplit(m.prog.Layout, m.o.split(), m.o.Memory)
		return nil
	}
	out.engine = componentEngine
	// the rest is the engine's
	engine, store := space.NewSystem(system.Of(vm.NewMachine(m.prog)), m.o.Memory/5*4, m.taken)
	out.sys, out.Store, out.packs = m.less.around(engine), store, engine
	return nil
}

func (m *making) collapse1997(out *made) error {
	out.Store = store.NewCollapse1997(m.prog.Layout, m.o.split(), m.o.Memory)
	return nil
}

func (m *making) tree(out *made) error {
	out.Store = store.NewTree(m.prog.Layout, m.o.Memory)
	return nil
}

func (m *making) ma(out *made) error {
	out.Store = store.NewMA(m.prog.Layout, m.o.Memory)
	return nil
}

// learnt is the store of trained codes.
func (m *making) learnt(out *made) error {
	learnt, by, err := profile(m.ctx, m.o, m.prog)
	if err != nil {
		return err
	}
	out.by, out.trained = by, compression.NewTrained(m.prog.Layout, &learnt.Training)
	out.Store = store.NewTrained(out.trained, m.o.Memory)
	return nil
}

// Splits are the ways to cut a vector into other components than one of the globals, each process and each
// channel.
var Splits = []string{"chans-with-globals", "chans-with-procs", "joinprocs", "pan", "pan-sepqs"}

// split is what the options say of components. It has been checked.
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

// byteCode reads the code that huffman is told to use; nil for the predefined one.
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
