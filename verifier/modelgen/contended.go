package modelgen

import (
	"fmt"
	"strings"
)

// Contended returns a small model whose processes contend for variables and channels, so that they are able
// to move now and then, and a formula p about how often they do. Proctypes are named P0, P1 and so on.
func Contended(seed uint64) string {
	g := &contended{newWriter(seed, 0x636f6e74)}
	n := 2 + g.r.IntN(3)
	g.line("byte x, y; bool ran[%d], s[2]; chan q = [1] of { bit }; chan m = [0] of { bit };", n)
	for i := range n {
		g.line("active proctype P%d() { do", i)
		takes := g.r.IntN(4) // nothing, a semaphore, or both
		for k := range 2 {
			if takes>>k&1 != 0 {
				g.line("\t:: atomic { !s[%[1]d]; s[%[1]d] = 1 } -> %[2]s ran[%[3]d] = 1; ran[%[3]d] = 0; s[%[1]d] = 0",
					k, g.pick("", "", "x != 1;"), i)
			}
		}
		for range g.r.IntN(3) + map[bool]int{true: 1}[takes == 0] {
			g.line("\t:: %s -> %s", g.guard(), g.rest(i))
		}
		g.line("od }")
	}
	var all []string
	for i := range n {
		if often := fmt.Sprintf("[]<> ran[%d]", i); !g.one(4) {
			all = append(all, often)
		} else {
			all = append(all, g.pick("!", "")+"<>[] "+g.pick("ran", "!ran")+fmt.Sprintf("[%d]", i))
		}
	}
	g.r.Shuffle(n, func(i, j int) { all[i], all[j] = all[j], all[i] })
	g.line("ltl p { %s }", strings.Join(all[:1+g.r.IntN(2)], g.pick(" && ", " || ", " -> ")))
	return g.b.String()
}

type contended struct{ writer }

// guard is a statement that may block.
func (g *contended) guard() string {
	v, k := g.pick("x", "y"), g.r.IntN(3)
	switch g.r.IntN(10) {
	case 0:
		return g.pick("q!0", "q!1", "m!1", "m!0")
	case 1:
		return g.pick("q?0", "q?_", "m?_", "m?1")
	case 2:
		return fmt.Sprintf("atomic { %s == %d; %s = %d }", v, k, v, g.r.IntN(3))
	case 3:
		return "true"
	}
	return fmt.Sprintf("%s %s %d", v, g.pick("==", "==", "!="), k)
}

// rest is what a process does after its guard.
func (g *contended) rest(i int) string {
	var out []string
	for range 1 + g.r.IntN(2) {
		switch g.r.IntN(5) {
		case 0:
			out = append(out, g.guard())
		case 1, 2:
			out = append(out, fmt.Sprintf("ran[%d] = 1; ran[%d] = 0", i, i))
		default:
			out = append(out, fmt.Sprintf("%s = %d", g.pick("x", "y"), g.r.IntN(3)))
		}
	}
	return strings.Join(out, "; ")
}
