package way

import (
	"cmp"
	"strings"
)

// Word is a value of a flag: a way of storing states, an order or a rule of reduction.
type Word struct {
	Name  string // with the name of its argument: bbfs:W
	About string // description in Markdown
	Good  string // purpose; only for orders
	Typed string // the part before the argument: bbfs:
}

// StoreWords returns the ways of storing states, the default first.
func StoreWords() (out []Word) {
	for i := range Stores {
		s := &Stores[i]
		about := cmp.Or(s.about, strings.ReplaceAll(s.Name, "+", ", then "))
		out = append(out, Word{Name: s.Name, About: about, Typed: s.Name})
	}
	return out
}

// OrderWords returns the orders, the default first.
func OrderWords() (out []Word) {
	for _, o := range acceptedOrders() {
		w := Word{Name: o.name(), About: o.about, Good: o.good, Typed: o.Kind}
		if o.read != nil {
			w.Typed += ":"
		}
		out = append(out, w)
	}
	return out
}

// RuleWords returns the rules of reduction, the default first.
func RuleWords() (out []Word) {
	for i := range Reductions {
		r := &Reductions[i]
		out = append(out, Word{Name: r.Name, About: r.about, Typed: r.Name})
	}
	return out
}
