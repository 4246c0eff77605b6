package modelgen

import (
	"fmt"
)

// Varied returns a small model with everything that makes processes observe what others do: channels,
// rendezvous, sequences that block, births and deaths, priorities and the like. Its features are drawn first.
// It has no assertions, and no index is out of range, so that most searches end.
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

// kind is a feature that a varied model may have.
type kind int

const (
	buffers    kind = iota // channels of several messages
	records                // channels of messages of several fields
	handshakes             // rendezvous
	messengers             // channels in messages
	children               // processes that others create, and that end
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
	wides    // atomic sequences with many ends
	orders   // processes whose statements are single steps
	strays   // channel variables with unexpected values: rendezvous or missing channels
	rounds   // for, select
	counting // _nr_pr, enabled, and the like
	kinds
)

type varier struct {
	writer
	has    [kinds]bool
	names  []string // proctypes written so far, each with the label here and the variable l
	left   int      // statements that may still be written
	own    bool     // the present process has a channel of its own
	child  bool     // the present process is created by others
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

// proctype writes a proctype with about length statements.
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

// statement writes a statement, which may contain others.
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

// choose writes an if or a do with guards that may block, and perhaps else or timeout.
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

// sequence writes an atomic sequence, which may block anywhere.
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

// step writes a d_step, which may block at its start.
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

// escape writes an unless, whose escape may be a rendezvous.
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

// jump writes a jump out of an atomic sequence, or one back to its start, taken once.
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
