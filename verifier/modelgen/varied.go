package modelgen

import (
	"fmt"
)

// Varied returns a small model made from a seed, of everything that has processes look at one another's
// doings: channels, rendezvous, sequences that block, births and deaths, priorities and the like. What it has
// is drawn first. It asserts nothing, and no index is out of range, so that most searches end.
func Varied(seed uint64) string {
	g := &varier{writer: newWriter(seed, 0x766172), left: 11}
	for x := range kinds {
		g.has[x] = g.one(3)
	}
	for _, x := range []kind{lasts, hiddens, longs, wides, orders, strays} {
		g.has[x] = g.has[x] && g.one(3)
	}
	g.model()
	return g.b.String()
}

// kind is something that a varied model may have.
type kind int

const (
	buffers    kind = iota // channels of several messages
	records                // channels of messages of several fields
	handshakes             // rendezvous
	messengers             // channels in messages
	children               // processes that are run by others, and die
	sequels                // atomic sequences
	singles                // d_step
	escaping               // unless
	otherwise              // else
	waits                  // timeout
	provisos               // provided
	ranks                  // priorities
	lasts                  // _last
	arrays                 // indices that change
	structures
	glances  // remote references
	traces   // a trace assertion
	hiddens  // hidden variables
	longs    // atomic sequences of many steps
	wides    // and of many ends
	orders   // processes of which each statement is one step
	strays   // channels that are not what one takes them for: rendezvous, or gone
	rounds   // for, select
	counting // _nr_pr, enabled, and the like
	kinds
)

type varier struct {
	writer
	has    [kinds]bool
	names  []string // proctypes that have been written, each with the label here and the variable l
	left   int      // statements that may still be written
	own    bool     // the process in hand has a channel of its own
	child  bool     // it is what others run
	inside int      // 1: in an atomic sequence, 2: in a d_step
	labels int
}

func (g *varier) model() {
	g.line("mtype = { red, green, blue };")
	g.line("byte g, h; bool b; byte a[4]; %s n; mtype k = red;", g.pick("int", "short", "byte"))
	if g.has[structures] {
		g.line("typedef T { byte x; bit y[2]; unsigned z : 2 }; T s[2];")
	}
	if g.has[hiddens] {
		g.line("hidden byte hid;")
	}
	g.line("chan q[2] = [%d] of { byte };", 1+g.r.IntN(3))
	if g.has[records] {
		g.line(
			"chan w = [%d] of { mtype, %s };",
			1+g.r.IntN(3),
			g.pick("byte", "byte", "bool", "short, byte"),
		)
	}
	if g.has[handshakes] {
		g.line("chan r[2] = [0] of { byte };")
		g.line("chan rw = [0] of { byte, mtype };")
	}
	if g.has[messengers] {
		g.line("chan c = [%d] of { chan };", g.r.IntN(3))
	}
	if g.has[traces] {
		g.line("chan t = [1] of { byte };")
		g.line("trace { do :: t!_; t?_ od }")
	}
	if g.has[children] {
		g.proctype("C", 1, 2)
	}
	n := 2 + g.r.IntN(3)
	for p := 0; p < n; {
		same := 1
		if n-p > 1 && g.one(3) {
			same = 2
		}
		g.proctype(fmt.Sprintf("P%d", p), same, []int{0, 0, 5, 3, 2}[n])
		p += same
	}
}

// proctype writes one with about this many statements.
func (g *varier) proctype(name string, same, length int) {
	g.child, g.own = name == "C", g.one(3)
	head := "active proctype " + name + "()"
	switch {
	case g.child:
		head = "proctype C(byte v; chan d)"
	case same == 2:
		head = "active [2] proctype " + name + "()"
	case g.has[orders] && g.one(2):
		head = "active D_proctype " + name + "()"
	}
	if g.has[ranks] && !g.child {
		head += fmt.Sprintf(" priority %d", 1+g.r.IntN(2))
	}
	if g.has[provisos] && g.one(2) {
		head += " provided (" + g.pick("g != 2", "h == 0", "!b", "a[0] < 2", "_pid == g % 2 || b") + ")"
	}
	g.line("%s {", head)
	g.depth++
	g.line("byte l, i; chan got = q[%d];", g.r.IntN(2))
	if g.own {
		least := 1
		if g.has[strays] {
			least = 0
		}
		g.line("chan own = [%d] of { byte };", least+g.r.IntN(2))
	}
	forever := !g.child && g.one(3)
	if forever {
		g.line("do ::")
		g.depth++
	}
	g.left = 1 + g.r.IntN(length)
	marked := false
	for g.left > 0 {
		if !marked && !forever && g.one(3) {
			marked = true
			g.line("skip; here: %s;", g.simple())
		}
		g.statement()
	}
	if forever {
		g.line("%s", g.assign())
		g.depth--
		g.line("%sod;", g.pick("", ":: "+g.condition()+" -> break "))
	}
	if !marked {
		g.line("here: %s;", g.simple())
	}
	g.line("%s", g.pick(g.simple(), g.assign(), "end: false"))
	g.depth--
	g.line("}")
	g.names = append(g.names, name)
	g.child = false
}

// statement writes one that may have others inside.
func (g *varier) statement() {
	g.left--
	some := []func(){g.plain, g.plain}
	for _, x := range []struct {
		kind
		write func()
	}{
		{buffers, g.choose}, {otherwise, g.choose}, {handshakes, g.choose}, {waits, g.choose},
		{sequels, g.sequence}, {sequels, g.sequence}, {singles, g.step}, {escaping, g.escape},
		{children, g.run}, {messengers, g.pass}, {rounds, g.round}, {longs, g.long}, {wides, g.wide},
		{sequels, g.jump},
	} {
		if g.has[x.kind] {
			some = append(some, x.write)
		}
	}
	some[g.r.IntN(len(some))]()
}

func (g *varier) plain() { g.line("%s;", g.simple()) }

// choose is an if or a do, of guards that may block, with else or timeout among them.
func (g *varier) choose() {
	open, shut, out := "if", "fi", g.assign()
	if !g.child && g.inside == 0 && g.one(3) {
		open, shut, out = "do", "od", "break"
	}
	g.line("%s", open)
	for x := range 1 + g.r.IntN(3) {
		then := g.simple()
		if x == 0 && g.one(2) {
			then = out
		}
		g.line(":: %s -> %s", g.guard(), then)
	}
	switch {
	case g.has[otherwise] && g.one(2):
		g.line(":: else -> %s", out)
	case g.has[waits] && g.one(2):
		g.line(":: timeout -> %s", out)
	case g.one(2):
		g.line(":: true -> %s", out)
	}
	g.line("%s;", shut)
}

// sequence is an atomic one, which may block anywhere.
func (g *varier) sequence() {
	if g.inside > 0 {
		g.plain()
		return
	}
	g.inside = 1
	g.line("atomic {")
	g.depth++
	g.line("%s;", g.guard())
	for range g.r.IntN(3) {
		switch g.r.IntN(4) {
		case 0:
			g.choose()
		case 1:
			g.line("%s;", g.guard())
		default:
			g.plain()
		}
	}
	g.line("%s", g.assign())
	g.depth--
	g.line("};")
	g.inside = 0
}

// step is a d_step, which may block at its start.
func (g *varier) step() {
	if g.inside > 0 {
		g.plain()
		return
	}
	g.inside = 2
	first := g.pick(g.condition(), g.assign(), g.receive())
	g.line("%s; d_step { %s; if :: %s -> %s :: else -> %s fi; %s };", g.assign(), first,
		g.condition(), g.assign(), g.assign(), g.assign())
	g.inside = 0
}

// escape is an unless, whose escape may be a rendezvous.
func (g *varier) escape() {
	if g.inside > 0 {
		g.plain()
		return
	}
	guard := g.guard()
	if g.one(3) {
		guard = fmt.Sprintf("if :: %s :: %s fi", guard, g.guard())
	}
	g.line("{ %s; %s } unless { %s -> %s };", g.simple(), g.simple(), guard, g.assign())
}

// jump leads out of an atomic sequence, or back to its start once.
func (g *varier) jump() {
	if g.inside > 0 || g.depth > 1 {
		g.plain()
		return
	}
	g.labels++
	x := g.labels
	if g.one(2) {
		g.line("atomic { %s; if :: %s -> goto J%d :: else fi; %s };", g.guard(), g.condition(), x, g.guard())
		g.line("J%d: %s;", x, g.simple())
		return
	}
	g.line(
		"l = 0; J%d: atomic { %s; if :: l == 0 -> l = 1; goto J%d :: else fi; %s };",
		x,
		g.guard(),
		x,
		g.assign(),
	)
}
