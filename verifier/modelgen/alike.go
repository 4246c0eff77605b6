package modelgen

import (
	"fmt"
	"strings"
)

// Alike returns a small model with two to four identical processes, a formula s that is decided by a state,
// and a formula l that is decided by a cycle. In models with odd seeds, one statement may distinguish the
// processes.
func Alike(seed uint64) string {
	g := &alike{writer: newWriter(seed, 0x616c696b), n: 2, odd: seed%2 == 1}
	g.n += g.r.IntN(5) * 2 / 4
	g.plus = g.r.IntN(4) / 3
	g.model()
	return g.b.String()
}

type alike struct {
	writer
	n, plus int // number of processes, and an offset of their numbers where others store them
	odd     bool
	two     bool // there are also processes of another kind
}

// me is the process's number as others store it; own is the number as an index.
func (g *alike) me() string { return g.pick("ME", "ME", "(own + PLUS)") }

func (g *alike) model() {
	g.line("#define N %d\n#define PLUS %d", g.n, g.plus)
	nobody, at := g.pick("(N + PLUS)", "255"), "x"
	if g.plus == 1 {
		nobody, at = g.pick("0", nobody), "x - 1"
	}
	g.line("#define NOBODY %s\n#define ME (own + PLUS)\n#define AT(x) %s", nobody, at)
	g.line("typedef cell { byte v; bit b };")
	g.line("byte x, turn = NOBODY, a[N], who[N], m[N * N], z[3]; bit flag[N], f0, f1, f2, f3; cell s[N]; int mask;")
	g.line("chan q = [%d] of { byte };", 1+g.r.IntN(2))
	r := fmt.Sprintf("chan r = [%s] of { byte, byte };", g.pick("0", "0", "1"))
	g.line("%s", strings.Join(g.either(r, fmt.Sprintf("chan c[N] = [%s] of { byte };", g.pick("1", "1", "0"))), "\n"))
	options := 2 + g.r.IntN(3)
	planted := -1
	if g.odd {
		planted = g.r.IntN(options)
	}
	body := g.body(options, planted)
	g.two = g.one(5)
	if g.two {
		g.n = 2
	}
	g.start(body)
	g.formulas()
}

// either returns two lines in random order.
func (g *alike) either(x, y string) []string {
	if g.one(2) {
		return []string{y, x}
	}
	return []string{x, y}
}

// body returns the statements of the processes.
func (g *alike) body(options, planted int) string {
	var b strings.Builder
	b.WriteString("\tbyte l, i, j, peer = NOBODY; byte mine[N];\n")
	if g.one(4) {
		fmt.Fprintf(&b, "\t%s;\n", g.effect())
	}
	b.WriteString(g.pick("", "", "end: ", "progress: ") + "\tdo\n")
	for i := range options {
		s := g.statement()
		if i == planted {
			s = g.oddly()
		}
		fmt.Fprintf(&b, "\t:: %s\n", s)
	}
	if g.one(3) {
		fmt.Fprintf(&b, "\t:: atomic { %s -> assert(%s || %s) }\n", g.condition(), g.condition(), g.condition())
	}
	if g.one(4) {
		fmt.Fprintf(&b, "\t:: %s -> break\n", g.condition())
	}
	b.WriteString("\tod")
	if g.one(6) {
		fmt.Fprintf(&b, " unless { %s; %s }", g.condition(), g.pick("skip", "assert(x != 1)", "x = 0"))
	}
	return b.String() + "\n"
}

// start writes the statements that start the processes.
func (g *alike) start(body string) {
	if g.two {
		body += "\tskip;\n"
	}
	named := body // a new scope for variables
	body = strings.ReplaceAll(body, "f@", "flag[own]")
	switch g.r.IntN(4) {
	case 0:
		if g.two {
			g.line("active [N] proctype Q() { byte l; do :: c[_pid - 0]?l :: flag[_pid] = 1 - flag[_pid] od }")
			g.line("active [N] proctype P() {\n#define own (_pid - N)\n%s}", body)
			return
		}
		g.line("active [N] proctype P() {\n#define own _pid\n%s}", body)
	case 1:
		g.line("proctype P(byte own) {\n%s}\ninit { atomic { byte k;", body)
		g.line("\tfor (k : 0 .. N - 1) { run P(k) } } }")
	case 2:
		g.line("proctype P(byte own) {\n%s}\ninit { %s {", body, g.pick("", "x = 1;", "atomic"))
		for k := range g.n {
			g.line("\trun P(%d);", k)
		}
		g.line("} }")
	default:
		for k := range g.n {
			named := strings.ReplaceAll(named, "f@", fmt.Sprint("f", k))
			g.line("active proctype P%d() {\n%s}", k, words(named, "own", fmt.Sprint(k)))
		}
	}
}

// words replaces a word.
func words(text, word, by string) string {
	text = strings.ReplaceAll(text, "ME", "("+word+" + PLUS)")
	isLetter := func(c byte) bool { return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }
	var b strings.Builder
	for i := 0; i < len(text); {
		end := i + len(word)
		if strings.HasPrefix(text[i:], word) && !(i > 0 && isLetter(text[i-1])) &&
			!(end < len(text) && isLetter(text[end])) {
			b.WriteString(by)
			i = end
			continue
		}
		b.WriteByte(text[i])
		i++
	}
	return b.String()
}

func (g *alike) formulas() {
	atom := func() string {
		return g.pick("x == 1", "x != 2", "turn == NOBODY", "len(q) == 0", "x == 0 || turn != NOBODY", "mask == 0",
			"flag[0] == 0", "turn != 1", "a[1] == 0", "len(c[0]) == 0")
	}
	g.line("ltl s { [] (%s || %s) }", atom(), atom())
	g.line("ltl l { %s }", g.pick(
		fmt.Sprintf("<> (%s)", atom()), fmt.Sprintf("[] <> (%s)", atom()), fmt.Sprintf("<> [] (%s)", atom()),
		fmt.Sprintf("[] ((%s) -> <> (%s))", atom(), atom()), fmt.Sprintf("(%s) U (%s)", atom(), atom())))
}

func (g *alike) condition() string {
	switch g.r.IntN(19) {
	case 16:
		return g.pick("turn < N + PLUS", "turn >= PLUS", "z[x % 3] == 0")
	case 17, 18:
		return "f@ == " + g.pick("0", "1", "l")
	case 0:
		return "x == " + g.pick("0", "1", "2")
	case 1, 2:
		return "turn == " + g.me()
	case 3:
		return "turn == NOBODY"
	case 4:
		return "a[own] == " + g.pick("0", "1")
	case 5:
		return "(turn != NOBODY && a[AT(turn)] == 1)"
	case 6:
		return "(mask & (1 << own)) == 0"
	case 7:
		return "who[own] == turn"
	case 8:
		return "m[own * N + own] == 0"
	case 9:
		return "flag[own] == " + g.pick("0", "1", "2", "x")
	case 10:
		return "s[own].v == " + g.pick("0", "1", "turn")
	case 11:
		return "mine[own] == " + g.pick("0", "1")
	case 12:
		return g.pick("nfull(q)", "empty(c[own])", "len(c[own]) == 1", "timeout")
	case 13:
		return "(turn != NOBODY && m[own * N + AT(turn)] == 0)"
	case 14:
		return "peer " + g.pick("==", "!=") + g.pick(" NOBODY", " turn", " ME")
	}
	return "l == " + g.pick("0", "1")
}

// oddly returns a statement that may distinguish processes.
func (g *alike) oddly() string {
	test := g.pick("own == 0", "turn < ME", "a[0] == 1", "own > 0", "turn == 1 + PLUS", "own % 2 == 0", "x == own",
		"turn + 1 == ME", "a[(own + 1) % N] == 0", "who[0] == NOBODY", "m[own] == 0", "m[0] == 1", "mine[0] == 1",
		"mask & 1", "s[1].v == 0", "flag[N - 1] == 1", "len(c[0]) == 0", "peer < turn", "who[own] > ME", "m[own * N] == 0",
		"m[(N - 1 - own) * N + own] == 0", "peer == N - 1 + PLUS", "(mask >> own) == 1", "mine[N - 1] == 0",
		"(peer + turn) % 3 == 0", "c[0]?[1]", "nempty(c[1])", "f1 == 1", "turn < 1 + PLUS", "j == 1")
	switch g.r.IntN(5) {
	case 0, 1:
		return "atomic { " + test + " -> " + g.effect() + " }"
	case 2:
		return fmt.Sprintf("d_step { if :: %s -> %s :: else -> %s fi; %s }", test, g.simple(), g.simple(), g.simple())
	case 3:
		return fmt.Sprintf("d_step { %s; if :: flag[own] == 2 -> skip :: else -> if :: flag[own] == 0 -> %s "+
			":: else -> if :: %s -> %s :: else fi fi fi }", g.condition(), g.simple(), test, g.simple())
	}
	return g.condition() + " -> " + g.pick("turn = PLUS", "a[0] = 1", "who[own] = 1 + PLUS", "x = own % 3",
		"q!PLUS", "m[own] = 1", "c[0]!1", "mask = mask | 1", "turn = turn * 1", "peer = PLUS", "a[AT(ME) / 2] = 1",
		"turn = 1 + (turn % 2)", "for (i : 0 .. N - 1) { if :: a[i] == 0 -> turn = i + PLUS; break :: else fi }",
		"flag[0] = 1 - flag[0]", "c[0]!0", "r!own,PLUS", "mine[0] = 1")
}

// simple returns an effect that never blocks.
func (g *alike) simple() string {
	switch g.r.IntN(20) {
	case 17, 18:
		return "f@ = 1 - f@"
	case 19:
		return "z[(x + l) % 3] = 1 - l"
	case 0:
		return "x = (x + 1) % 3"
	case 1, 2:
		return "turn = " + g.me()
	case 3:
		return "turn = NOBODY"
	case 4:
		return "a[own] = " + g.pick("0", "1", "x", "l")
	case 5:
		return "l = 1 - l"
	case 6:
		return "who[own] = " + g.pick("turn", "peer", "ME")
	case 7:
		return "turn = who[own]"
	case 8:
		return "m[own * N + own] = 1 - l"
	case 9:
		return "peer = turn"
	case 10:
		return "turn = peer"
	case 11:
		return "flag[own] = 1 - flag[own]"
	case 12:
		return "s[own].v = " + g.pick("turn", "l", "x", "1")
	case 13:
		return "mine[own] = 1 - mine[own]"
	case 14:
		return "mask = mask " + g.pick("^", "|") + " (1 << own)"
	case 15:
		return "mask = mask & ~(1 << own)"
	}
	return "s[own].b = 1 - s[own].b"
}

func (g *alike) effect() string {
	switch g.r.IntN(16) {
	case 0:
		return "if :: turn != NOBODY -> a[AT(turn)] = l :: else -> x = 0 fi"
	case 1:
		return "if :: nfull(q) -> q!" + g.me() + " :: else -> skip fi"
	case 2:
		return "d_step { for (i : 0 .. N - 1) { a[i] = " + g.pick("0", "l", "x") + " }; i = 0 }"
	case 3:
		return "d_step { x = 0; for (i : 0 .. N - 1) { x = x + (flag[i] == 1) }; i = 0 }"
	case 4:
		return "if :: turn != NOBODY -> m[own * N + AT(turn)] = l :: else fi"
	case 6:
		return "d_step { do :: j < N -> a[j] = x; j++ :: else -> j = 0; break od }"
	case 5:
		return "if " + g.several(":: turn = %d + PLUS") + " fi"
	}
	return g.simple()
}

// several returns an alternative for each process.
func (g *alike) several(format string) (out string) {
	for k := range g.n {
		out += " " + fmt.Sprintf(format, k)
	}
	return out
}

func (g *alike) statement() string {
	body := g.effect()
	if g.one(2) {
		body += "; " + g.effect()
	}
	switch g.r.IntN(13) {
	case 0, 1, 2:
		return g.condition() + " -> " + body
	case 3, 4:
		return "d_step { " + g.condition() + "; " + g.simple() + "; " + g.simple() + " }"
	case 5:
		return fmt.Sprintf("d_step { if :: else -> %s :: %s -> %s fi; %s }", g.simple(), g.condition(), g.simple(),
			g.simple())
	case 6, 7:
		return "atomic { " + g.condition() + " -> " + body + " }"
	case 8:
		return g.pick("q?peer", "q?eval(ME)", "q??eval(turn)", "q?<peer>") + " -> " +
			g.pick("skip", "assert(peer != NOBODY)", "if :: peer != NOBODY -> a[AT(peer)] = 0 :: else fi")
	case 9:
		return "c[own]?" + g.pick("l", "l", "peer", "eval(x)") + " -> skip"
	case 10:
		return "atomic { turn != NOBODY && nfull(c[own]) -> c[own]!" + g.pick("a[AT(turn)]", "turn", "l") + " }"
	case 11:
		return "r!" + g.me() + "," + g.pick("turn", "l", "peer", "ME")
	}
	return "r?" + g.pick("peer,l", "eval(turn),peer", "x,peer", "_,eval(l)") + " -> " + body
}
