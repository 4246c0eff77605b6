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
