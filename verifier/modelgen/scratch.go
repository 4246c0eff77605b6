package modelgen

import (
	"fmt"
	"strings"
)

// Scratch returns a small model whose variables are mostly dead: temporaries of atomic sequences and d_steps,
// arrays filled by a loop, messages that are received and used once.
func Scratch(seed uint64) string {
	g := &scratch{writer: newWriter(seed, 0x64656164)}
	g.model()
	return g.b.String()
}

// ScratchBeside is Scratch with a formula p about the variables.
func ScratchBeside(seed uint64) string {
	g := &scratch{writer: newWriter(seed, 0x64656164)}
	g.model()
	atom := func() string {
		return g.pick("t", "u", "g", "x[0]", "P0:l", "P0:k") + g.pick(" == 1", " == 0", " != 2")
	}
	g.line("ltl p { %s }", g.pick(
		fmt.Sprintf("[] (%s)", atom()), fmt.Sprintf("<> (%s)", atom()),
		fmt.Sprintf("[] (%s || %s)", atom(), atom()), fmt.Sprintf("(%s) U (%s)", atom(), atom()),
		fmt.Sprintf("[] <> (%s)", atom())))
	return g.b.String()
}

type scratch struct {
	writer
	inside int    // 1: in an atomic sequence, 2: in a d_step
	blocks string // a statement that may interrupt an atomic sequence
	tidy   bool   // t and u are only used in atomic sequences and d_steps, which write them first
}

func (g *scratch) model() {
	g.tidy = g.one(2)
	g.blocks = g.pick("g == 1", "if :: m!l :: true fi", "m!k", "q?_,k")
	g.line("byte g, x[2]; byte t%s, u%s;", g.pick("", " = 1"), g.pick("", " = 2"))
	g.line("chan m = [0] of { byte }; chan q = [%d] of { byte, byte };", 1+g.r.IntN(2))
	for p := range 2 {
		g.line("active%s proctype P%d() {", g.pick("", "", " [2]"), p)
		g.depth++
		g.line("byte l%s, k; byte c[2]; byte i;", g.pick("", "", " = t", " = 1"))
		loop := g.one(3)
		if loop {
			g.line("do :: %s ->", g.pick("true", "g < 2", "q?[_,_]"))
		}
		if g.tidy && g.one(6) {
			g.line("l = t;")
		}
		for range 1 + g.r.IntN(3) {
			g.statement()
		}
		if loop {
			g.line(":: %s -> break od;", g.pick("true", "else", "g == 1"))
		}
		g.line("assert(%s)", g.test())
		g.depth--
		g.line("}")
	}
}

func (g *scratch) statement() {
	if g.tidy && g.one(3) {
		g.broken()
		return
	}
	switch g.r.IntN(9) {
	case 0, 1, 2:
		g.inside = 2
		g.line("d_step { %s };", g.several(g.start("q?l,k; ", "m?t; ")))
	case 3, 4, 5:
		g.inside = 1
		g.line("atomic { %s };", g.several(g.start("q?u,k; ", "m?l; ", "m?t; ")))
	case 6:
		g.line("if :: %s; %s :: %s; %s fi;", g.first(), g.simple(), g.first(), g.simple())
	case 7:
		g.line("if :: %s -> %s :: else -> %s fi;", g.test(), g.simple(), g.simple())
	default:
		g.line("%s;", g.simple())
	}
	g.inside = 0
}

// broken writes an atomic sequence that others may interrupt, or what they do then.
func (g *scratch) broken() {
	if g.one(2) {
		g.line("atomic { t = %s; %s; l = t; assert(l != %s) };", g.pick("1", "2"),
			g.blocks, g.pick("0", "1", "2"))
		return
	}
	g.line("atomic { %st = %s; g = 1 };", g.pick("", "m?k; ", "m?_; "), g.pick("0", "1", "2"))
}

// start returns the start of a sequence: nothing, or a statement that may block.
func (g *scratch) start(receives ...string) string {
	if g.tidy {
		return g.pick("", "", "l == 1; ", "g < 2; ", g.pick(receives...))
	}
	return g.pick("", "", g.test()+"; ", g.pick(receives...))
}

// first returns a statement that may block.
func (g *scratch) first() string {
	return g.pick(g.test(), g.test(), "true", "q?l,k", "q?_,k", "m?l", "m!"+g.value())
}

// several returns a sequence of statements.
func (g *scratch) several(first string) string {
	parts := []string{}
	for range 2 + g.r.IntN(3) {
		switch {
		case g.one(4):
			parts = append(parts, fmt.Sprintf("if :: %s -> %s :: %s -> %s :: else -> %s fi",
				g.test(), g.simple(), g.test(), g.simple(), g.simple()))
		case g.one(6):
			parts = append(parts, fmt.Sprintf("for (i : 0 .. 1) { %s }", g.pick(
				"c[i] = "+g.value(), "c[i] = l; g = (g + c[i]) % 3", "x[i] = k", "c[1 - i] = "+g.value(),
				"if :: c[i] == 1 -> l = 1 :: else fi", "assert(c[i] != 2)")))
		case g.one(4) && g.inside == 1:
			parts = append(parts, g.blocks)
		default:
			parts = append(parts, g.simple())
		}
	}
	if g.tidy {
		first += g.pick("t = l; u = 1; ", "u = g; t = 2; ", "t = 1; u = t; ")
		parts = append(parts, g.pick("g", "l", "k")+" = "+g.pick("t", "u"))
	}
	return first + strings.Join(parts, "; ")
}

// simple returns a statement that cannot block, except for a send.
func (g *scratch) simple() string {
	switch g.r.IntN(12) {
	case 0:
		return "assert(" + g.test() + ")"
	case 1:
		if g.inside < 2 {
			return "q!" + g.value() + "," + g.value()
		}
	case 2:
		return g.pick("c", "x") + "[" + g.pick("0", "1", "1", "l % 2", "g % 2") + "] = " + g.value()
	case 3:
		if g.inside > 0 {
			return "t = " + g.value() + "; " + g.pick("l", "g", "k") + " = t"
		}
	}
	return g.pick("l", "k", "l", "k", g.pick(g.shared()...), "g", "i") + " = " + g.value()
}

// value returns an expression with a value between 0 and 2.
func (g *scratch) value() string {
	s := g.shared()
	return g.pick("0", "1", "2", "l", "k", g.pick(s...), "g", "(l + 1) % 3", "(k + "+s[0]+") % 3", "c[0]", "c[1]",
		"x[1]", "c[k % 2]", "x[g % 2]", "i % 3", "("+s[0]+" > 1 -> l : "+s[1]+")")
}

func (g *scratch) test() string {
	s := g.shared()
	return g.pick("l == 1", "k != 2", s[0]+" == 1", s[1]+" != 1", "g < 2", "c[0] != 1", "c[1] < 2", "x[0] == 0",
		"c[l % 2] == 0", "l == k", s[0]+" != g", "i < 2", "g == 1", "l != 2")
}

// shared returns two globals that may be used here.
func (g *scratch) shared() []string {
	if g.tidy && g.inside == 0 {
		return []string{"g", "x[0]"}
	}
	return []string{"t", "u"}
}
