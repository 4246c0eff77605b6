package modelgen

import "fmt"

// statement writes a statement, which may contain others.
func (g *reducer) statement() {
	g.left--
	kinds := []func(){g.plain, g.plain, g.plain}
	for _, k := range []struct {
		of    trait
		write func()
	}{
		{loops, g.count},
		{loops, g.each},
		{elses | polls | shares | meets | timeouts, g.selection},
		{escapes, g.unless},
		{timeouts, g.late},
		{variants, func() { g.line("v = %s;", g.pick("q[0]", "q[1]", "q[1]")) }},
		{mixes, g.mix},
		{sequences, g.sequence},
		{sequences, g.oneStep},
		{jumps, g.jump},
		{births, g.run},
		{passes, g.pass},
		{indices, g.reindex},
	} {
		if g.is(k.of) {
			kinds = append(kinds, k.write)
		}
	}
	kinds[g.r.IntN(len(kinds))]()
}

func (g *reducer) plain() { g.line("%s;", g.simple()) }

// count writes a loop that counts in a local variable, and may read something else.
func (g *reducer) count() {
	last := 1 + g.r.IntN(2)
	step := g.pick("l++", "l = l + 1", "l++; "+g.simple(), "l++; "+g.simple())
	g.line("l = 0; do :: l < %d -> %s :: %s -> break od;", last, step,
		g.pick("else", fmt.Sprintf("l >= %d", last), g.condition()+" && l >= 1"))
}

func (g *reducer) each() {
	if g.one(3) {
		g.line("select (l : 0 .. %s);", g.pick("1", "1", "2", "g % 3"))
		return
	}
	g.line("for (l : 0 .. %s) { %s };", g.pick("1", "1", "2", "g % 3"), g.loopStep())
}

// loopStep returns the body of a for loop: it increments the variable.
func (g *reducer) loopStep() string {
	steps := []string{"g = l", "h = (h + 1) % 3", "skip", "assert(g != l || l < 2)"}
	if g.is(slots) {
		steps = append(steps, "a["+g.place()+"] = l", "a[l] = 1", "assert(a[l] < 2)")
	}
	if g.channels() {
		steps = append(steps, g.channel()+"!l")
	}
	return g.pick(steps...)
}

// selection writes an if or a do with several guards that may block, with else or timeout at the end.
func (g *reducer) selection() {
	open, shut := "if", "fi"
	loop := !g.child && g.one(3)
	if loop {
		open, shut = "do", "od"
		g.around++
	}
	g.line("%s", open)
	asks := false // a guard sends or receives
	for i := range 1 + g.r.IntN(2) {
		guard := g.guard()
		if g.is(elses) && g.one(2) {
			guard = g.condition()
		}
		asks = asks || !isCondition(guard)
		then := g.simple()
		if loop && i == 0 {
			then = "break"
		}
		g.line(":: %s -> %s", guard, then)
	}
	last := g.pick("skip", g.assign())
	if loop {
		last = g.pick("break", g.assign(), "l = (l + 1) % 3")
	}
	switch {
	case g.is(timeouts) && g.one(2):
		g.line(":: timeout -> %s", last)
	case g.is(elses) && !asks:
		g.line(":: else -> %s", last)
	case g.one(2):
		g.line(":: true -> %s", last)
	}
	g.line("%s;", shut)
	if loop {
		g.around--
	}
}

// late writes a guard that waits until no other process can move, or for something else.
func (g *reducer) late() {
	if g.inside > 0 {
		g.plain()
		return
	}
	g.line("%s;", g.pick("timeout", "timeout", "timeout || "+g.condition(), "atomic { timeout; "+g.assign()+" }",
		"if :: timeout -> "+g.simple()+" :: "+g.condition()+" fi"))
}

// mix writes a rendezvous or another receive within a composite statement.
func (g *reducer) mix() {
	if g.inside > 0 || g.child || !g.is(meets) {
		g.plain()
		return
	}
	switch g.r.IntN(6) {
	case 0:
		g.line("{ { %s; %s } unless { m?l } };", g.simple(), g.simple())
	case 1:
		g.line("{ { %s; %s } unless { m!1 } };", g.simple(), g.simple())
	case 2:
		g.line("skip; d_step { m?l; g = l };")
	case 3:
		g.line("atomic { m!l; h = 1 };")
	case 4:
		g.line("atomic { m?l; g = 1; %s };", g.condition())
	default:
		g.line("if :: m!0 -> l = 1 :: m?l :: %s :: else -> l = 2 fi;", g.condition())
	}
}

// unless writes an unless whose escape others may enable.
func (g *reducer) unless() {
	if g.inside > 0 {
		g.plain()
		return
	}
	g.line("{ { %s; %s } unless { %s -> %s } };", g.simple(), g.simple(), g.condition(), g.assign())
}

// sequence writes an atomic sequence, which others may interrupt.
func (g *reducer) sequence() {
	if g.inside > 0 {
		g.plain()
		return
	}
	g.inside = 1
	switch g.r.IntN(5) {
	case 0:
		g.line("atomic { %s; %s };", g.guard(), g.assign())
	case 3:
		at := g.b.Len()
		g.line("atomic { %s; if :: %s -> goto Q%d :: else fi; %s; %s };", g.guard(), g.condition(), at, g.assign(), g.guard())
		g.line("Q%d: %s;", at, g.simple())
	case 4:
		g.line("atomic { %s; %s; %s; %s };", g.simple(), g.simple(), g.simple(), g.assign())
	case 1:
		g.line("atomic { %s; %s; %s };", g.assign(), g.guard(), g.assign())
	default:
		g.line("atomic { %s; if :: %s -> %s :: else fi; %s };",
			g.simple(), g.condition(), g.assign(), g.assign())
	}
	g.inside = 0
}

// oneStep writes a d_step. It may block at its start.
func (g *reducer) oneStep() {
	if g.inside > 0 {
		g.plain()
		return
	}
	g.inside = 2
	first := g.pick(g.assign(), g.condition())
	if g.channels() && g.one(3) {
		first = g.pick("q[0]?l", "q[1]!g")
	}
	g.line("%s; d_step { %s; %s; %s };", g.assign(), first, g.assign(), g.assign())
	g.inside = 0
}

// jump writes a jump back over two statements, taken once.
func (g *reducer) jump() {
	if g.depth > 1 || g.child {
		g.plain()
		return
	}
	name := fmt.Sprintf("L%d", g.b.Len())
	g.line("l = 0; %s: %s; if :: l == 0 -> l = 1; goto %s :: else fi;", name, g.simple(), name)
}

// run writes the creation of a process. If it may be repeated, it depends on the number of processes.
func (g *reducer) run() {
	if g.child {
		g.plain()
		return
	}
	arg := g.pick("0", "1", "l", "g", "h")
	text := g.b.String()
	if at := len("proctype C(byte z; chan d)"); len(text) > at && g.hasChannelChild(text) {
		arg += ", " + g.channel()
	}
	run := fmt.Sprintf("run C(%s)", arg)
	switch {
	case g.around > 0:
		g.line("if :: atomic { _nr_pr < 5 -> %s } :: true fi;", run)
	case g.one(3):
		g.line("l = %s; %s;", run, g.pick("assert(l != 3)", "_nr_pr < 5", "g = l % 3", "skip"))
	case g.one(4):
		g.line("if :: %s -> %s :: %s fi;", run, g.simple(), g.condition())
	case g.one(3):
		g.line("atomic { %s; %s };", run, g.assign())
	default:
		g.line("%s;", run)
	}
}

// pass writes a statement that sends a channel in a message, or receives one and uses it.
func (g *reducer) pass() {
	if g.child || g.inside > 0 {
		g.plain()
		return
	}
	if g.one(2) {
		g.line("c!%s;", g.channel())
		return
	}
	g.line("c?got; %s;", g.pick("got!l", "got?l", "got!1; assert(len(got) == 1)", "len(got) == 0"))
}

// reindex writes an access to an element whose index others may change.
func (g *reducer) reindex() {
	g.line("a[%s] = %s; %s;", g.pick("g", "h", "l"), g.pick("1", "2", "l"),
		g.pick("g = 1", "h = 2", "assert(a[0] < 2)", "assert(a[g] != 2)", "l = a[h]"))
}
