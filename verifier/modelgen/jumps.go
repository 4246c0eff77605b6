package modelgen

import (
	"fmt"
	"strings"
)

// Tangled returns a small model whose control flow is as tangled as Promela allows: jumps within, into and
// out of atomic sequences, sequences of one statement, labels before composites and before the first
// statements of options, escapes with else, gotos as first statements; and statements that the other models
// rarely have. SPIN rejects some of them (two else in one selection, loops of gotos).
func Tangled(seed uint64) string {
	g := &tangle{writer: newWriter(seed, 0x74616e67)}
	return g.model()
}

type tangle struct {
	writer
	loops  int  // enclosing do loops
	atomic int  // enclosing atomic sequences
	dstep  int  // 1: inside a d_step
	free   bool // the next statement may have a label
	kind   flavour
	names  []string
	used   map[string]bool // targets of gotos
	placed map[string]bool
}

// flavour is a set of features that exclude others. SPIN rejects enabled() and priorities in models with
// rendezvous channels. For a process at an else, pan's enabled() is only true if the process that calls it
// has not moved from the same state: models with enabled() have no else here.
type flavour int

const (
	rendezvous flavour = iota
	priorities
	enabling
)

func (g *tangle) model() string {
	g.kind = []flavour{rendezvous, rendezvous, rendezvous, priorities, enabling}[g.r.IntN(5)]
	g.line("bool x, y; byte z;")
	g.line("chan q = [1] of { byte };")
	if g.kind == rendezvous {
		g.line("chan r = [0] of { byte };")
	}
	procs := 2
	if g.kind == rendezvous {
		procs -= g.r.IntN(2)
	}
	var seen []string
	for p := range procs {
		g.names = []string{g.pick("L", "L", "end") + "0", g.pick("L", "L", "progress", "accept") + "1", "L2"}
		g.used, g.placed = map[string]bool{}, map[string]bool{}
		g.line("active proctype p%d() {", p)
		g.depth++
		g.line("byte i;")
		g.free = true
		for range 2 + g.r.IntN(3) {
			g.statement()
		}
		for _, name := range g.names {
			if g.used[name] && !g.placed[name] {
				g.placed[name] = true
				g.line("%s: %s;", name, g.assign())
			}
		}
		g.depth--
		g.line("}")
		if p == 0 {
			for _, name := range g.names {
				if g.placed[name] {
					seen = append(seen, name)
				}
			}
		}
	}
	if len(seen) > 0 && g.r.IntN(4) == 0 {
		g.line("ltl { [] !(p0@%s) }", g.pick(seen...))
	}
	return g.b.String()
}

// label may write a label for the next statement.
func (g *tangle) label() {
	if free := g.free; !free || g.dstep > 0 || g.r.IntN(4) > 0 {
		return
	}
	if name := g.pick(g.names...); !g.placed[name] {
		g.placed[name] = true
		g.line("%s:", name)
	}
}

func (g *tangle) sequence(n int, free bool) {
	g.depth++
	g.free = free
	for range n {
		g.statement()
	}
	g.depth--
}

func (g *tangle) statement() {
	g.label()
	g.free = true
	if g.depth > 5 {
		g.line("%s;", g.simple())
		return
	}
	switch g.r.IntN(14) {
	case 0, 1:
		g.selection("if", "fi")
	case 2:
		g.loops++
		g.selection("do", "od")
		g.loops--
	case 3, 4:
		g.enclosed("atomic {", 1+g.r.IntN(3))
	case 5:
		g.sequenceOfOneStep()
	case 6:
		g.line("{")
		g.sequence(1+g.r.IntN(2), false)
		g.line("};")
	case 7, 8:
		g.unless()
	case 9:
		g.loop()
	default:
		g.line("%s;", g.simple())
	}
}

func (g *tangle) enclosed(open string, n int) {
	g.line("%s", open)
	g.atomic++
	g.sequence(n, false)
	g.atomic--
	g.line("};")
}

// sequenceOfOneStep writes a d_step without loops that can only block at its start.
func (g *tangle) sequenceOfOneStep() {
	if g.dstep > 0 {
		g.line("%s;", g.assign())
		return
	}
	g.line("%s;", g.assign()) // jumps do not lead into d_steps
	g.line("d_step {")
	g.dstep = 1
	g.depth++
	g.line("%s;", g.pick(g.test(), g.test(), g.assign(), "skip", "timeout", "q?z", "q!1"))
	for i := range g.r.IntN(3) {
		switch g.r.IntN(4) {
		case 0:
			g.line("if")
			g.line(":: %s -> %s", g.test(), g.assign())
			g.line(":: %s -> %s", g.test(), g.pick("skip", "goto D", g.assign()))
			if g.kind != enabling {
				g.line(":: else%s", g.pick("", " -> "+g.assign(), " -> skip"))
			} else {
				g.line(":: true")
			}
			g.line("fi;")
		case 1:
			g.line("i = %d;", i)
		default:
			g.line("%s;", g.assign())
		}
	}
	inside := g.b.String()
	if strings.Contains(inside[strings.LastIndex(inside, "d_step"):], "goto D") {
		text := strings.ReplaceAll(inside, "goto D\n", fmt.Sprintf("goto D%d\n", len(inside)))
		g.b.Reset()
		g.b.WriteString(text)
		g.line("D%d: %s;", len(inside), g.assign())
	} else if g.r.IntN(2) == 0 {
		g.line("%s;", g.assign())
	}
	g.depth--
	g.dstep = 0
	g.line("};")
}

func (g *tangle) selection(open, shut string) {
	g.line("%s", open)
	for range 1 + g.r.IntN(3) {
		g.line("::")
		g.depth++
		g.free = true
		switch g.r.IntN(6) {
		case 0, 1:
			g.statement() // any statement
		default:
			g.label()
			g.line("%s;", g.test())
		}
		g.free = true
		for range g.r.IntN(3) {
			g.statement()
		}
		if open == "do" && g.r.IntN(3) == 0 {
			g.line("break;")
		}
		g.depth--
	}
	if g.r.IntN(3) == 0 && g.kind != enabling {
		g.line(":: else;")
		g.sequence(g.r.IntN(2), true)
	}
	g.line("%s;", shut)
}

func (g *tangle) unless() {
	if g.dstep > 0 {
		g.line("%s;", g.assign())
		return
	}
	switch g.r.IntN(4) {
	case 0:
		g.line("atomic {")
		g.atomic++
		g.sequence(1+g.r.IntN(2), false)
		g.atomic--
	default:
		g.line("{")
		g.sequence(1+g.r.IntN(2), false)
	}
	g.line("} unless {")
	g.depth++
	g.free = false
	switch g.r.IntN(6) {
	case 0:
		g.line("goto %s;", g.target())
	case 1:
		g.selection("if", "fi")
	default:
		g.line("%s;", g.test())
	}
	for range g.r.IntN(2) {
		g.free = true
		g.statement()
	}
	g.depth--
	g.line("};")
}

// loop writes a for with several statements, or a select.
func (g *tangle) loop() {
	if g.atomic > 0 || g.r.IntN(3) == 0 || g.kind == enabling {
		g.line("select (i : 0 .. %s);", g.pick("1", "2", "z"))
		return
	}
	g.line("for (i : 0 .. 1) {")
	g.depth++
	g.free = false
	for range 1 + g.r.IntN(3) {
		g.line("%s;", g.pick("skip", "skip", g.assign(), `printf("x")`))
	}
	g.depth--
	g.line("};")
}

func (g *tangle) target() string {
	name := g.pick(g.names...)
	g.used[name] = true
	return name
}

func (g *tangle) assign() string {
	switch g.r.IntN(9) {
	case 0:
		return "z = (z + 1) % 3"
	case 1:
		if g.kind != rendezvous {
			return g.rare()
		}
	}
	return g.pick("x = 0", "x = 1", "x = 1 - x", "y = x", "y = 1", "y = !y", "x = !y")
}

// rare returns an assignment that reads control states or priorities, or sets a priority. It never sets the
// priority of a process that has ended, since pan's backtracking restores it for another one.
func (g *tangle) rare() string {
	if g.kind == enabling {
		return g.pick("x = enabled(1 - _pid)", "y = enabled(1 - _pid)", "y = enabled(2)",
			"z = pc_value(_pid) % 4")
	}
	if g.dstep > 0 {
		return g.pick("z = pc_value(0) % 3", "z = get_priority(_pid)")
	}
	return g.pick("z = pc_value(_pid) % 4", "z = pc_value(0) % 3",
		"z = get_priority(1 - _pid) % 4", "set_priority(_pid, 2)", "set_priority(_pid, 1)", "set_priority(0, 2)", "_priority = 3")
}

func (g *tangle) test() string {
	switch g.r.IntN(12) {
	case 0:
		return g.pick("true", "skip", "false")
	case 1:
		return g.pick("timeout", "empty(q)", "full(q)", "q?[1]", "len(q) == 0")
	case 2:
		switch g.kind {
		case rendezvous:
			return g.pick("r?[1]", "r?z", "r!1", "r?1", "r!z")
		case enabling:
			if g.dstep > 0 { // with enabled() inside a d_step that calls it, pan evaluates it for the d_step
				return g.pick("x", "!y")
			}
			return g.pick("enabled(1 - _pid)", "!enabled(1 - _pid)")
		}
		return g.pick("pc_value(0) > 3", "get_priority(0) > 1")
	}
	return g.pick("x", "y", "!x", "!y", "x == y", "x != y", "z < 2", "z == 1")
}

func (g *tangle) simple() string {
	switch g.r.IntN(12) {
	case 0, 1:
		if g.dstep == 0 {
			return "goto " + g.target()
		}
	case 2, 3:
		return g.test()
	case 4:
		return g.pick("skip", "true", `printf("x")`)
	case 5:
		return "assert(" + g.pick("x", "!y", "x == y", "z < 2", "true") + ")"
	case 6:
		if g.loops > 0 && g.dstep == 0 {
			return "break"
		}
	case 7:
		if g.kind == rendezvous {
			return g.pick("r!1", "r?z", "r?1", "r!z")
		}
	case 8:
		return g.pick("q!1", "q?z", "q!z", "q?1", "q?<z>")
	}
	return g.assign()
}
