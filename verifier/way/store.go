package way

import (
	"fmt"
	"slices"
	"strings"

	"gospin/promela/diag"
	"gospin/verifier/roots"
)

// Store is a way of storing states.
type Store struct {
	Name string // on the command line and in reports

	// What it can be combined with.
	Padded      bool   // vectors are laid out as in C, with constant bytes
	Alone       string // why no codec may follow; "" if one may
	Forgets     bool   // single states can be removed
	Splits      bool   // -split selects its components
	Indexed     bool   // -index-bytes selects the width of its indices
	Trained     bool   // it needs a profile
	Related     bool   // states are stored relative to predecessors, which must not be removed
	Approximate bool   // different states may be confused
	Picks       bool   // it is not a way but selects one
	Tried       bool   // -compress=auto tries it
	// Grows is why a sweep-line, which forgets states, does not support it.
	Grows string
	// Less names what takes less memory, when memory runs out.
	Less string

	// Searches in batches.
	Batched bool       // it may keep the roots of such a search
	Set     roots.Kind // in this kind of set
	Crew    bool       // several workers may search together
	Broad   bool       // breadth first unless depth first is asked for, never in any order
	// Stepwise is the way that searches step by step take instead; "": the same.
	Stepwise string

	about  string   // for the manual: what is stored of a state; "" for the codecs' descriptions
	codecs []string // in order
	make   func(b *Build, out *Made) error
}

// Ways that take less memory.
const (
	lessHashed     = ", or search approximately with -bitstate or -hc"
	lessTree       = ", or use less with -compress=tree or -compress=ma"
	lessComponents = ", or use less with -compress=collapse, or least with -compress=tree or -compress=ma"
)

// Why a sweep-line does not support a way.
const (
	growsAlways     = "it has no way to forget states"
	growsByOthers   = "it makes states from others, which are forgotten"
	growsComponents = "its components stay when states are forgotten"
	growsTables     = "its tables are for states that stay"
)

// Names of ways used in decisions.
const (
	Roots    = "roots" // the default
	Mask     = "mask"
	Collapse = "collapse"
	Tree     = "tree"
	Unmove   = "unmove"
	Auto     = "auto"
)

// Stores are the ways, in the order of presentation.
var Stores = []Store{
	{Name: Roots,
		about:   "numbers of a state's components, in a few words of the table itself; fastest",
		Forgets: true, Grows: growsAlways, Less: lessTree, Tried: true,
		Alone:   "its states are a few numbers, not bytes",
		Batched: true, Set: roots.Whole, Crew: true, Stepwise: Mask, make: plain},
	{Name: "none",
		about:  "the whole state vector, laid out as in C",
		Padded: true, Forgets: true, Grows: growsAlways, Less: lessComponents, make: plain},
	{Name: Mask,
		about:   "the vector without bytes that never differ",
		Forgets: true, Grows: growsAlways, Less: lessComponents, Tried: true, make: plain},
	{Name: "rle",
		about:  "the vector coded by run lengths",
		Padded: true, Forgets: true, Grows: growsAlways, Less: lessComponents, make: coded,
		codecs: []string{"rle"}},
	{Name: "huffman",
		about:  "the vector in a static Huffman code; `-code FILE` gives measured frequencies",
		Padded: true, Forgets: true, Grows: growsAlways, Less: lessComponents, make: coded,
		codecs: []string{"huffman"}},
	{Name: "mask+rle", Forgets: true, Grows: growsAlways, Less: lessComponents, make: coded,
		codecs: []string{"rle"}},
	{Name: "mask+huffman", Forgets: true, Grows: growsAlways, Less: lessComponents, make: coded,
		codecs: []string{"huffman"}},
	{Name: Collapse,
		about:  "indices with as many bits as there are values; `-split` chooses the components",
		Splits: true, Forgets: true, Grows: growsComponents, Less: lessTree, Tried: true,
		Batched: true, Set: roots.Quotients, make: collapse},
	{Name: "collapse+huffman", Splits: true, Forgets: true, Grows: growsComponents, Less: lessComponents,
		make: coded, codecs: []string{Collapse, "huffman"}},
	{Name: "collapse1997",
		about:  "an index of fixed width for each process, channel and the globals",
		Splits: true, Indexed: true, Grows: growsComponents, Less: lessComponents,
		make: collapse1997},
	{Name: Tree,
		about: "a tree of pairs over the components: 3 to 7 bytes a state",
		Alone: "its pairs are numbers, not bytes", Grows: growsComponents, Less: lessHashed, Tried: true,
		Batched: true, Set: roots.Trees, make: tree},
	{Name: "ma",
		about: "a minimised automaton that accepts the states seen: least for many models, slowest",
		Alone: "a minimised automaton keeps no keys", Less: lessHashed,
		Grows:   "nothing can be taken out of a minimised automaton while it is searched",
		Batched: true, Set: roots.Automata, make: automaton},
	{Name: Unmove,
		about: "a few bits of a hash and the rule by which the state was reached: about 2 bytes",
		Alone: "its entries are bits already", Grows: growsByOthers, Less: lessHashed, Tried: true,
		Batched: true, Set: roots.Whole, Crew: true, Broad: true, Stepwise: Tree, make: tree},
	{Name: "trained",
		about: "codes made from a training run: `gospin train MODEL`, or a short run of its own",
		Alone: "its codes are bits already", Trained: true, Grows: growsTables, Less: lessTree,
		make: trained},
	{Name: "delta",
		about: "most states as a predecessor and a move, every 20th whole",
		Alone: "its records are moves, not bytes", Related: true, Grows: growsByOthers,
		Less: lessComponents, make: delta},
	{Name: "diff",
		about: "most states as their difference from the one before, every 7th whole",
		Alone: "its records are what differs, already", Related: true, Splits: true,
		Grows: growsByOthers, Less: lessComponents, make: diff},
	{Name: Auto,
		about: "the fastest of some that fits the memory, as short searches measure",
		Alone: "it picks a mode", Picks: true, Crew: true, Grows: growsTables},
}

// Chains describes the permitted chains of codecs.
const Chains = "none or mask, then rle, huffman or rle+huffman; collapse or collapse1997, then huffman"

// Names returns the names of Stores.
func Names() (out []string) {
	for i := range Stores {
		out = append(out, Stores[i].Name)
	}
	return out
}

// Tried returns the ways that -compress=auto tries. If there are few states, it selects the first.
func Tried() (out []string) {
	for i := range Stores {
		if Stores[i].Tried {
			out = append(out, Stores[i].Name)
		}
	}
	return out
}

// Named returns the way of Stores with a name, or nil.
func Named(name string) *Store {
	i := slices.IndexFunc(Stores, func(s Store) bool { return s.Name == name })
	if i < 0 {
		return nil
	}
	return &Stores[i]
}

// Has reports whether the way contains a codec.
func (s *Store) Has(codec string) bool { return slices.Contains(s.codecs, codec) }

// Parse parses the name of a way; "" means Roots. Its errors explain what is wrong with a name.
func Parse(name string) (Store, error) {
	if name == "" {
		name = Roots
	}
	parts := strings.Split(name, "+")
	for _, p := range parts {
		if Named(p) == nil {
			return Store{}, unknown(p)
		}
	}
	refuse := func(why string, a ...any) (Store, error) {
		return Store{}, fmt.Errorf("-compress=%s makes no sense: "+why, append([]any{name}, a...)...)
	}
	for _, p := range parts {
		if why := Named(p).Alone; why != "" && len(parts) > 1 {
			return refuse("%s stands alone, %s", p, why)
		}
	}
	if s := Named(name); s != nil {
		return *s, nil
	}
	if why := misplaced(parts); why != "" {
		return refuse("%s", why)
	}
	first := Named(parts[0])
	out := Store{Name: name, Padded: first.Padded, Forgets: true,
		Splits: first.Splits, Indexed: first.Indexed,
		Grows: growsAlways, Less: lessComponents, make: coded}
	for _, p := range parts {
		if p != "none" && p != Mask {
			out.codecs = append(out.codecs, p)
		}
	}
	return out, nil
}

// anyBytes are codecs of arbitrary bytes, in the order in which they may be chained.
var anyBytes = []string{"rle", "huffman"}

// misplaced describes the error in a chain of codecs, or is "".
func misplaced(parts []string) string {
	first := parts[0]
	for i, p := range parts {
		switch {
		case slices.Contains(parts[:i], p):
			return p + " twice gains nothing"
		case i == 0:
		case p == "none" || p == Mask:
			return p + " says how vectors are laid out and stands first"
		case !slices.Contains(anyBytes, p):
			return p + " takes vectors apart, and so stands first; it leaves out what mask does"
		case p == "rle" && strings.HasPrefix(first, Collapse):
			return "the indices of components have few runs; " + first + "+huffman does"
		case p == "rle" && slices.Contains(parts[:i], "huffman"):
			return "the words of a Huffman code have no runs left; rle+huffman does"
		}
	}
	return ""
}

func unknown(name string) error {
	hint := ""
	if near := diag.DidYouMean(name, Names()); near != "" {
		hint = " (" + near + ")"
	}
	return fmt.Errorf("unknown compression %q%s: there are %s, and chains: %s", name, hint,
		strings.Join(Names(), ", "), Chains)
}

// Less names what takes less memory than a way, given by its name in reports.
func Less(name string) string {
	for _, s := range []Store{Bitstate, HashCompact} {
		if s.Name == name {
			return s.Less
		}
	}
	if s, err := Parse(name); err == nil {
		return s.Less
	}
	return ""
}

// Check returns an error for an invalid name of a way.
func Check(name string) error {
	_, err := Parse(name)
	return err
}
