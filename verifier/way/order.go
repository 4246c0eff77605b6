package way

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gospin/promela/diag"
	"gospin/verifier/batch"
	"gospin/verifier/search"
	"gospin/vm"
)

// Order is a search order.
type Order struct {
	Kind  string // its name without an argument
	Means string // meaning of its searches' depth, for people; "" for pan's
	Says  string // description for people; "" for its name
	// Whole means that batches support it; others select one state at a time.
	Whole bool
	Batch batch.Order

	about, good string // for the manual: what is searched next, and its purpose
	takes       string // its argument, for people; "" for none
	shown       string // the name with its argument
	example     string // an example of the argument
	read        func(o *Order, more string) bool
	open        func(o *Order, m Meaning) search.Frontier

	width       int    // for bounded
	broad, deep int    // levels of alternating
	Expr        string // for best
}

// Meaning is what orders depend on besides the open states.
type Meaning struct {
	Seed  uint64
	Value func(*vm.State) int32 // value of the order's expression
}

// Names of orders used in decisions.
const (
	AnyOrder     = "any"
	DepthFirst   = "dfs"
	BreadthFirst = "bfs"
	BestFirst    = "best"
	SweepLine    = "sweep-line" // its name in reports; selected by a flag of its own
)

const foundAt = "how far from the start a state was found; for pan's depth, -order=dfs"

// orders are the values of -order.
var orders = []Order{
	{Kind: AnyOrder, Says: "any order", Whole: true, Batch: batch.AnyOrder,
		about: "batches of states, in no certain order", good: "speed, and all processors",
		Means: "how far from the start a state was found; for pan's depth, -order=dfs"},
	{Kind: DepthFirst, Says: "depth first", Whole: true, Batch: batch.DepthFirst,
		about: "depth first", good: "pan's depth and pan's counts up to an error",
		open: func(*Order, Meaning) search.Frontier { return search.DepthFirst() }},
	{Kind: BreadthFirst, Says: "breadth first", Whole: true, Batch: batch.BreadthFirst,
		about: "breadth first", good: "a shortest counterexample",
		Means: "how far from the start a state is",
		open:  func(*Order, Meaning) search.Frontier { return search.BreadthFirst() }},
	{Kind: "bbfs", shown: "bbfs:W", example: "4", Means: foundAt,
		about: "breadth first, at most W states of a level at a time", good: "breadth first in little memory",
		takes: "a width above 0, or inf",
		read:  (*Order).readWidth,
		open:  func(o *Order, _ Meaning) search.Frontier { return search.Bounded(o.width) }},
	{Kind: "alt", shown: "alt:B,D", example: "2,1", Means: foundAt,
		about: "B levels breadth first, then D depth first, and so on", good: "a mixture",
		takes: "two numbers of levels that are not both 0, or inf",
		read:  (*Order).readLevels,
		open:  func(o *Order, _ Meaning) search.Frontier { return search.Alternating(o.broad, o.deep) }},
	{Kind: BestFirst, shown: "best:EXPR", example: "len(q)", Means: foundAt,
		about: "the state with the least value of EXPR first",
		good:  "reaching an error that EXPR measures the way to",
		takes: "an expression over a state, of which the least comes first",
		read:  (*Order).readExpr,
		open:  func(_ *Order, m Meaning) search.Frontier { return search.Best(m.Value) }},
	{Kind: "random", Means: foundAt,
		about: "any open state, by chance", good: "errors that other orders reach late; `-seed N`",
		open: func(_ *Order, m Meaning) search.Frontier { return search.Random(m.Seed) }},
	{Kind: SweepLine, Means: "how long the ways are on which states were first found"},
}

// Orders returns the names of the orders that batches support, and Explored the others, with arguments.
func Orders() []string   { return shown(true) }
func Explored() []string { return shown(false) }

func shown(whole bool) (out []string) {
	for _, o := range acceptedOrders() {
		if o.Whole == whole {
			out = append(out, o.name())
		}
	}
	return out
}

// name returns the order's name with its argument.
func (o *Order) name() string { return cmp.Or(o.shown, o.Kind) }

// OrderExamples returns each order with an example of its argument. If that is an expression, which depends
// on the model, it is expr.
func OrderExamples(expr string) (out []string) {
	for _, o := range acceptedOrders() {
		switch {
		case o.read == nil:
			out = append(out, o.Kind)
		case o.Kind == BestFirst:
			out = append(out, o.Kind+":"+expr)
		default:
			out = append(out, o.Kind+":"+o.example)
		}
	}
	return out
}

// acceptedOrders returns the orders that -order accepts.
func acceptedOrders() []Order { return orders[:len(orders)-1] }

// OrderNamed returns the order with a name from reports.
func OrderNamed(name string) Order {
	kind, _, _ := strings.Cut(name, ":")
	i := slices.IndexFunc(orders, func(o Order) bool { return o.Kind == kind })
	if i < 0 {
		return Order{Kind: name}
	}
	return orders[i]
}

// ParseOrder parses an order.
func ParseOrder(name string) (Order, error) {
	kind, rest, more := strings.Cut(name, ":")
	i := slices.IndexFunc(acceptedOrders(), func(o Order) bool { return o.Kind == kind })
	if i < 0 {
		hint := ""
		if near := diag.DidYouMean(kind, kindsOfOrders()); near != "" {
			hint = " (" + near + ")"
		}
		all := strings.Join(slices.Concat(Orders(), Explored()), ", ")
		return Order{Kind: kind}, fmt.Errorf("unknown order %q%s: there are %s", name, hint, all)
	}
	out := orders[i]
	if out.read == nil {
		if more {
			return out, fmt.Errorf("-order=%s takes nothing more: -order=%s", kind, kind)
		}
		return out, nil
	}
	if !out.read(&out, rest) {
		return out, fmt.Errorf("-order=%s takes %s: %s:%s; not %q", kind, out.takes, kind, out.example, rest)
	}
	return out, nil
}

func kindsOfOrders() (out []string) {
	for _, o := range acceptedOrders() {
		out = append(out, o.Kind)
	}
	return out
}

// Frontier returns a frontier for this order.
func (o *Order) Frontier(m Meaning) search.Frontier { return o.open(o, m) }

func (o *Order) readWidth(more string) (ok bool) {
	o.width, ok = levels(more)
	return ok && o.width > 0
}

func (o *Order) readLevels(more string) bool {
	b, d, _ := strings.Cut(more, ",")
	var fits, also bool
	o.broad, fits = levels(b)
	o.deep, also = levels(d)
	return fits && also && o.broad+o.deep > 0
}

func (o *Order) readExpr(more string) bool {
	o.Expr = more
	return strings.TrimSpace(more) != ""
}

// levels parses a number of levels or states, or inf.
func levels(s string) (int, bool) {
	if s == "inf" {
		return search.Unbounded, true
	}
	n, err := strconv.ParseUint(s, 10, 30)
	return int(n), err == nil
}
