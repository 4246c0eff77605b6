package modelgen

import (
	"fmt"
	"strings"
)

// Reducible returns a small model for tests of reductions. Most of its statements can be reduced (locals,
// channels of two processes, array elements by process); a reduction may overlook the meaning of the others.
// A model's traits are drawn first, so that a few of them often occur together, and all of them seldom. Nine
// models in ten have less than 5,000 states.
func Reducible(seed uint64) string {
	return reducible(seed, every)
}

// ReducibleAsSpin is Reducible without what SPIN's reduction is known to treat wrongly: observable births and
// deaths, indices changed by others, and remote variables.
func ReducibleAsSpin(seed uint64) string {
	return reducible(seed, every&^wrongInSpin)
}

// Unfailing is Reducible without run-time errors.
func Unfailing(seed uint64) string { return reducible(seed, every&^failures) }

func reducible(seed uint64, of trait) string {
	g := newReducer(seed, of)
	g.model()
	return g.b.String()
}

// trait is a feature that a model may have.
type trait uint

const (
	loops      trait = 1 << iota // local loops that end
	slots                        // elements of global arrays by process
	privates                     // local channels
	params                       // processes with parameters: a number and channels
	shares                       // global channels used by any process
	sorts                        // sorted sends, receives of any message, copies
	polls                        // polls of channels
	passes                       // channels in messages
	meets                        // rendezvous
	births                       // processes created at any time
	numbers                      // _pid and _nr_pr
	timeouts                     // timeout
	escapes                      // unless
	elses                        // else
	sequences                    // atomic and d_step over globals
	remotes                      // claims look at labels
	variables                    // claims read local variables
	peeks                        // processes read labels and local variables of others
	forever                      // cycles that may not end
	indices                      // indices changed by others
	conditions                   // provided
	failures                     // run-time errors
	jumps                        // gotos
	ends                         // end labels
	accepts                      // acceptance labels
	adds                         // a counter to which processes add
	variants                     // variables whose values are channels
	mixes                        // rendezvous within composite statements
	structs                      // bits that share bytes, and structures
	fields                       // messages of two fields
	locals                       // the keyword local for variables that are not local
	above
)

const (
	every       = above - 1
	wrongInSpin = births | numbers | passes | variables | indices | failures | locals
)

type reducer struct {
	writer
	has    trait
	types  []string // proctypes written so far, each with the label here and the variable l
	id     string   // the present process's number; "" if it has none
	links  []string // the present process's channels
	own    bool     // the process has a channel of its own
	child  bool     // the process is created by others
	around int      // enclosing loops that may not end
	inside int      // 1: in an atomic sequence, 2: in a d_step
	left   int      // statements that may still be written
}

func newReducer(seed uint64, of trait) *reducer {
	g := &reducer{writer: newWriter(seed, 0x706f72)}
	for t := trait(1); t < above; t <<= 1 {
		in := 3
		if t&(peeks|conditions) != 0 { // many reductions can't be applied then
			in = 10
		}
		if g.one(in) {
			g.has |= t
		}
	}
	if g.one(2) {
		g.has |= slots
	}
	if g.one(3) {
		g.has |= forever
	}
	g.has &= of
	return g
}

func (g *reducer) is(t trait) bool { return g.has&t != 0 }

// channels reports whether there are global channels.
func (g *reducer) channels() bool { return g.is(shares | params | polls | sorts | passes) }

func (g *reducer) model() {
	g.line("byte g, h; bool b; byte a[9];")
	if g.is(locals) {
		g.line("local byte t;")
	}
	if g.channels() || g.is(variants) {
		g.line("chan q[2] = [%d] of { byte };", 1+g.r.IntN(2))
	}
	if g.is(meets) {
		g.line("chan m = [0] of { byte };")
	}
	if g.is(passes) {
		g.line("chan c = [1] of { chan };")
	}
	if g.is(adds) {
		g.line("byte n;")
	}
	if g.is(structs) {
		g.line("bit e, f; typedef T { byte x; bit y[2] }; T s[2];")
	}
	if g.is(fields) {
		g.line("chan w = [%d] of { byte, %s };", 1+g.r.IntN(2), g.pick("byte", "bit"))
	}
	if g.is(variants) {
		g.has |= shares
		g.line("chan v = q[0];")
	}
	if g.is(births) {
		g.childType()
	}
	procs := []int{2, 2, 3, 3, 4}[g.r.IntN(5)]
	length := []int{0, 0, 6, 4, 3}[procs]
	var runs []string
	for p := 0; p < procs; {
		same := 1
		if procs-p > 1 && g.one(3) {
			same = 2
		}
		name := fmt.Sprintf("P%d", len(g.types))
		g.procType(name, same, length)
		for i := range same {
			x := g.r.IntN(2)
			runs = append(runs, fmt.Sprintf("run %s(%d, q[%d], q[%d])", name, p+i, x, 1-x))
		}
		p += same
	}
	if g.is(params) {
		g.start(runs)
	}
	if g.is(meets) && g.is(forever) && g.one(2) {
		g.couple()
	}
	if g.is(forever) && g.one(2) {
		g.idle()
	}
}

// idle writes the youngest of the initial processes. It does nothing that concerns others.
func (g *reducer) idle() {
	g.line("active proctype Z() {")
	g.line("\tbyte l; chan own = [1] of { byte };")
	switch g.r.IntN(5) {
	case 0:
		g.line("\tend: do :: l = 1 - l :: %s -> break od", g.pick("g == 1", "b", "h != 1"))
	case 1:
		g.line("\tdo :: own!l; own?l od")
	case 2:
		g.line("\tdo :: l < 2 -> l++ :: l == 2 -> l = 0; %s od", g.pick("skip", "h = 1 - (h & 1)"))
	default:
		g.line("\tend: do :: l = 1 - l od")
	}
	g.line("}")
}

// couple writes two processes that communicate for ever, each while the other is at the head of its loop.
func (g *reducer) couple() {
	g.line("chan to = [0] of { bit };")
	g.line("chan back = [0] of { bit };")
	g.line("active proctype X() { do :: to?_; back!0 %sod }", g.pick("", "", ":: g == 1 -> break "))
	g.line("active proctype Y() { %sdo :: back?_; to!0 od }", g.pick("to!0; ", "to!0; ", ""))
}

// start writes the process that creates the others.
func (g *reducer) start(runs []string) {
	body := strings.Join(runs, "; ")
	if g.one(2) {
		body = "atomic { " + body + " }"
	}
	if g.one(4) {
		body += "; " + g.pick("g = 1", "assert(g < 2)", "h == 1; g = 2")
	}
	g.line("init { %s }", body)
}

// childType writes the proctype of processes that are created during the search.
func (g *reducer) childType() {
	arg := g.pick("byte z", "byte z; chan d")
	if !g.channels() {
		arg = "byte z"
	}
	g.child, g.id, g.links, g.own = true, "", nil, false
	if strings.Contains(arg, "chan") {
		g.links = []string{"d"}
		g.has |= shares
	}
	g.line("proctype C(%s) {", arg)
	g.depth++
	g.line("byte l;")
	g.left = 1 + g.r.IntN(3)
	for g.left > 0 {
		g.statement()
	}
	g.depth--
	g.line("}")
	g.child = false
}

// procType writes a proctype with a number of initial processes and about length statements.
func (g *reducer) procType(name string, same, length int) {
	g.id, g.links, g.own = "", nil, g.is(privates) && g.one(2)
	provided := ""
	if g.is(conditions) && g.one(2) {
		provided = " provided (" + g.pick("g != 2", "h == 0", "!b") + ")"
	}
	switch {
	case g.is(params):
		g.id, g.links = "id", []string{"c1", "c2"}
		g.line("proctype %s(byte id; chan c1, c2)%s {", name, provided)
	case same == 2:
		g.line("active [2] proctype %s()%s {", name, provided)
	default:
		g.line("active proctype %s()%s {", name, provided)
	}
	g.depth++
	g.line("byte l;")
	if g.own {
		g.line("chan own = [%d] of { byte };", 1+g.r.IntN(2))
	}
	if g.is(passes) {
		g.line("chan got;")
	}
	g.body(1 + g.r.IntN(length))
	g.depth--
	g.line("}")
	g.types = append(g.types, name)
}

// body writes the statements of a proctype, one of them with a label.
func (g *reducer) body(n int) {
	g.left = n
	if g.is(forever) && g.one(4) {
		g.line("%sdo ::", g.pick("", "", "endless: "))
		g.around++
		g.depth++
	}
	marked := false
	for g.left > 0 {
		if !marked && g.around == 0 && g.one(2) {
			marked = true
			g.line("skip; here: %s", g.accept())
		}
		g.statement()
	}
	if g.around > 0 {
		g.line("%s", g.pick("l = 1 - (l & 1)", "b = 1 - b", "skip; h = g"))
		g.depth--
		g.around--
		g.line("%sod;", g.pick("", ":: "+g.condition()+" -> break "))
	}
	if !marked {
		g.line("here:")
	}
	if g.is(forever) && g.one(2) {
		g.endless()
	} else {
		g.line("%s", g.pick(g.simple(), g.check()))
	}
}

// accept returns an acceptance label, or "".
func (g *reducer) accept() string {
	if g.is(accepts) && g.one(2) {
		return fmt.Sprintf("accept%d:", g.b.Len())
	}
	return ""
}

// endless writes a cycle at the end of a process, with local or with visible steps.
func (g *reducer) endless() {
	label := ""
	if g.is(ends) {
		label = "end: "
	}
	if g.is(accepts) && g.one(2) {
		label = "accept: "
	}
	exit := g.pick("", "", ":: "+g.condition()+" -> break ")
	switch g.r.IntN(7) {
	case 0, 4, 5:
		if g.one(2) {
			exit = ""
		}
		g.line("%sdo :: l = 1 - (l & 1) %sod", label, exit)
	case 1:
		g.line("%sdo :: b = 1 - b %sod", label, exit)
	case 2:
		g.line("%sdo :: l = (l + 1) %% 3; %s %sod", label, g.simple(), exit)
	case 3:
		at := g.b.Len() // in an atomic sequence, entered before M and left at its end: M is no stop
		g.line("goto M%d; A%d: atomic { l = 1; M%d: l = 2; l = 0 }; goto A%d", at, at, at, at)
	default:
		g.line("%sdo :: %s; %s %sod", label, g.guard(), g.assign(), exit)
	}
}
