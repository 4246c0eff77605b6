package roots

// Kind is how a set keeps roots.
type Kind uint8

const (
	Whole     Kind = iota // whole roots: Plain
	Quotients             // without the bits that follow from their place: NewQuotient
	Trees                 // as pairs of numbered parts: NewTree
	Automata              // as the words of an automaton: NewAutomaton
)

// New returns an empty set with room for at least this many roots. Only sets of the kind Whole can have
// several workers.
func New[R Root](kind Kind, room uint64, workers int) Set[R] {
	return makers[len(*new(R))].(maker[R]).set(kind, room, workers)
}

// NewFitted returns an empty set with room for n roots: a set of this kind, or a Plain if n is small.
func NewFitted[R Root](kind Kind, n uint64) Finder[R] {
	return makers[len(*new(R))].(maker[R]).fitted(kind, n)
}

// maker makes sets.
type maker[R Root] struct {
	set    func(kind Kind, room uint64, workers int) Set[R]
	fitted func(kind Kind, n uint64) Finder[R]
}

func makerOf[R Root]() maker[R] { return maker[R]{makeSet[R], makeFitted[R]} }

// makers has a maker for each width. So the sets are compiled in this package, and not in each that makes
// some.
var makers map[int]any

func makeSet[R Root](kind Kind, room uint64, workers int) Set[R] {
	switch kind {
	case Quotients:
		return NewQuotient[R](room)
	case Trees:
		return NewTree[R](room)
	case Automata:
		return NewAutomaton[R]()
	}
	return NewPlain[R](room, workers)
}
