package modelgen

import "strings"

// deepest limits the nesting of composite statements.
const deepest = 3

// sequence writes n statements; all but the last end in a separator.
func (g *generator) sequence(n int) {
	for range n {
		g.statement()
	}
	g.line("%s", g.assign())
}

func (g *generator) statement() {
	if g.depth > deepest {
		g.line("%s;", g.simple())
		return
	}
	switch g.r.IntN(16) {
	case 0, 1:
		g.selection("if", "fi")
	case 2, 3:
		g.selection("do", "od")
	case 4, 5:
		g.atomic()
	case 6:
		g.dstep()
	case 7:
		g.unless()
	case 8:
		g.jump()
	case 9:
		g.later++
		g.line("byte d%d = %s;", g.later, g.value())
		g.line("d%d == %s;", g.later, g.pick("0", "1"))
	default:
		g.line("%s;", g.simple())
	}
}

func (g *generator) selection(open, shut string) {
	g.line("%s", open)
	options := 1 + g.r.IntN(3)
	for range options {
		g.line(":: %s ->", g.guard())
		g.depth++
		if g.depth <= deepest && g.r.IntN(4) == 0 {
			g.statement()
		}
		if open == "do" && g.r.IntN(2) == 0 {
			g.line("%s;", g.assign())
			g.line("break")
		} else {
			g.line("%s", g.assign())
		}
		g.depth--
	}
	last := g.r.IntN(4)
	if open == "do" && last == 3 {
		last = 1 // most loops can be left
	}
	leave := g.pick("break", g.assign())
	if open == "if" {
		leave = g.assign()
	}
	switch last {
	case 0:
		g.line(":: else -> %s", leave)
	case 1:
		g.line(":: timeout -> %s", leave)
	}
	g.line("%s;", shut)
}

// atomic writes statements without loops. A selection inside has no loop either, since no depth is left.
func (g *generator) atomic() {
	g.line("atomic {")
	g.depth++
	g.line("%s;", g.guard())
	for range g.r.IntN(3) {
		if g.r.IntN(3) == 0 {
			g.choice()
		} else {
			g.line("%s;", g.simple())
		}
	}
	g.line("%s", g.assign())
	g.depth--
	g.line("};")
}

// choice writes an if that contains only assignments. It always ends.
func (g *generator) choice() {
	g.line("if")
	g.line(":: %s -> %s", g.compare(), g.assign())
	if g.r.IntN(2) == 0 {
		g.line(":: %s -> %s; %s", g.compare(), g.assign(), g.assign())
	}
	g.line(":: else")
	g.line("fi;")
}

// dstep writes a d_step that can only block in its first statement. A statement precedes it, so that no break
// leads into it.
func (g *generator) dstep() {
	g.line("%s;", g.assign())
	g.line("d_step {")
	g.depth++
	g.line("%s;", g.pick(g.test(), g.assign(), "q?"+g.target()))
	for range 1 + g.r.IntN(2) {
		if g.r.IntN(2) == 0 {
			g.choice()
		} else {
			g.line("%s;", g.assign())
		}
	}
	g.line("%s", g.assign())
	g.depth--
	g.line("};")
}

func (g *generator) unless() {
	g.line("{")
	g.depth++
	g.sequence(1 + g.r.IntN(2))
	g.depth--
	g.line("} unless {")
	g.depth++
	guard := g.guard()
	if strings.Contains(guard, "!") && g.r.IntN(2) == 0 {
		guard = g.test()
	}
	g.line("%s;", guard)
	g.line("%s", g.assign())
	g.depth--
	g.line("};")
}

// jump writes a jump back over one statement, which depends on a variable and changes it.
func (g *generator) jump() {
	g.labels++
	name := g.pick("L", "L", "end", "progress")
	v := g.pick(g.local...)
	g.line("%s;", g.assign()) // a block must not begin with a label
	g.line("%s%d:\t%s;", name, g.labels, g.simple())
	g.line("%s;", g.simple())
	g.line("if")
	g.line(":: %s == 0 -> %s = 1; goto %s%d", v, v, name, g.labels)
	g.line(":: else -> %s", g.assign())
	g.line("fi;")
}
