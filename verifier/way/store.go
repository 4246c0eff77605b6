package way

import (
	"fmt"
	"slices"
	"strings"

	"gospin/promela/diag"
	"gospin/verifier/roots"
)

// Store is a way to store states.
type Store struct {
	Name string // on the command line and in reports

	// What it goes with.
	Padded      bool   // vectors are laid out as C lays them out, with their constant bytes
	Alone       string // why no codec may follow; "": some may
	Forgets     bool   // states can be taken out again one by one
	Splits      bool   // -split says what its components are
	Indexed     bool   // -index-bytes says how wide its indices are
	Trained     bool   // it goes by a profile
	Related     bool   // states are stored by their predecessors, which have to stay
	Approximate bool   // states are not told apart for certain
	Picks       bool   // it is no way by itself: it picks one
	Tried       bool   // -compress=auto tries it
	// Grows says why a sweep-line, which forgets states, can't do with it.
	Grows string
	// Less says what takes less memory, for whoever runs out of it.
	Less string

	// Searches in batches.
	Batched bool       // it may keep the roots of such a search
	Set     roots.Kind // in this kind of set
	Deep    bool       // depth first, too
	Crew    bool       // several workers may search together
	Broad   bool       // breadth first unless depth first is asked for, never in any order
	// Stepwise is the way that searches step by step take instead; "": the same.
	Stepwise string

	about  string   // what it keeps of a state, for the manual; "": that of its codecs
	codecs []string // in a row
	make   func(b *Build, out *Made) error
}

// What takes less memory.
const (
	lessHashed     = ", or search approximately with -bitstate or -hc"
	lessTree       = ", or use less with -compress=tree or -compress=ma"
	lessComponents = ", or use less with -compress=collapse, or least with -compress=tree or -compress=ma"
)

// Why a sweep-line can't do with a way.
const (
	growsAlways     = "it has no way to forget states"
	growsByOthers   = "it makes states from others, which are forgotten"
	growsComponents = "its components stay when states are forgotten"
	growsTables     = "its tables are for states that stay"
)

// Names of ways that decisions name.
const (
	Roots    = "roots" // the default
	Mask     = "mask"
	Collapse = "collapse"
	Tree     = "tree"
	Unmove   = "unmove"
	Auto     = "auto"
)

// Stores are the ways, in the order in which people are shown them.
var Stores = []Store{
	{Name: Roots,
		about:   "numbers of a state's components, in a few words of the table itself; fastest",
		Forgets: true, Grows: growsAlways, Less: lessTree, Tried: true,
		Alone:   "its states are a few numbers, not bytes",
		Batched: true, Set: roots.Whole, Deep: true, Crew: true, Stepwise: Mask, make: plain},
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
		Batched: true, Set: roots.Whole, Deep: true, Crew: true, Broad: true, Stepwise: Tree, make: tree},
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

// Chains says for people which codecs in a row are a way, besides those of Stores.
const Chains = "none or mask, then rle, huffman or rle+huffman; collapse or collapse1997, then huffman"

// Names are those of Stores.
func Names() (out []string) {
	for i := range Stores {
		out = append(out, Stores[i].Name)
	}
	return out
}

// Tried are the ways that -compress=auto picks from. Where all states are few, it is the first.
func Tried() (out []string) {
	for i := range Stores {
		if Stores[i].Tried {
			out = append(out, Stores[i].Name)
		}
	}
	return out
}

// Named returns the way of Stores with a name; nil: there is none.
func Named(name string) *Store {
	i := slices.IndexFunc(Stores, func(s Store) bool { return s.Name == name })
	if i < 0 {
		return nil
	}
	return &Stores[i]
}

// Has reports whether a codec is one of the way's.
func (s *Store) Has(codec string) bool { return slices.Contains(s.codecs, codec) }

// Parse reads the name of a way; "" is Roots. What makes no sense is refused by name.
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

// anyBytes are codecs of any bytes, in the order in which they may stand.
var anyBytes = []string{"rle", "huffman"}

// misplaced says what is wrong with a row of codecs; "": nothing.
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

// Less says what takes less memory than a way of a name, as reports have it.
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

// Check refuses what is no way.
func Check(name string) error {
	_, err := Parse(name)
	return err
}
