package way

import (
	"cmp"
	"strings"
)

// Word is a value that a flag may have: a way to store states, an order or a rule of reduction.
type Word struct {
	Name  string // with the name of what follows: bbfs:W
	About string // what it is, with Markdown's marks
	Good  string // what it is good for; only of orders
	Typed string // as far as it can be typed without what follows: bbfs:
}

// StoreWords are the ways to store states, the default first.
func StoreWords() (out []Word) {
	for i := range Stores {
		s := &Stores[i]
		about := cmp.Or(s.about, strings.ReplaceAll(s.Name, "+", ", then "))
		out = append(out, Word{Name: s.Name, About: about, Typed: s.Name})
	}
	return out
}

// OrderWords are the orders that -order takes, the default first.
func OrderWords() (out []Word) {
	for _, o := range asked() {
		w := Word{Name: o.name(), About: o.about, Good: o.good, Typed: o.Kind}
		if o.read != nil {
			w.Typed += ":"
		}
		out = append(out, w)
	}
	return out
}

// RuleWords are the rules of reduction, the default first.
func RuleWords() (out []Word) {
	for i := range Reductions {
		r := &Reductions[i]
		out = append(out, Word{Name: r.Name, About: r.about, Typed: r.Name})
	}
	return out
}
