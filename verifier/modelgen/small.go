package modelgen

import (
	"fmt"
)

// Random returns a small well-formed model. It has few values, channels and processes, so its state space is
// finite and usually small. It avoids what SPIN leaves undefined: indices out of range, endless loops in
// atomic sequences, blocking in d_steps.
func Random(seed uint64) string {
	g := &generator{writer: newWriter(seed, 0x70726f6d)}
	return g.model()
}

type generator struct {
	writer
	labels int // number of labels in the proctype: L1, L2, ...
	later  int // number of declarations in the body: d1, d2, ...

	local  []string // scalar variables of the present proctype
	params bool     // it has the parameters `byte v; chan c`
}

// Global scalars, each with the values that may be assigned to it.
var globals = []string{"x", "y", "f", "s.p"}

const declarations = `byte x, y; bool f;
typedef pair { byte p; bool q[2] };
pair s;
byte a[2];
byte spawns;
`

func (g *generator) model() string {
	fmt.Fprintf(&g.b, "mtype = { red, green };\n%s", declarations)
	fmt.Fprintf(&g.b, "chan q = [%d] of { byte };\n", 1+g.r.IntN(2))
	fmt.Fprintf(&g.b, "chan m = [%d] of { mtype, %s };\n", 1+g.r.IntN(2), g.pick("bit", "byte", "short"))
	g.b.WriteString("chan rv = [0] of { byte };\n")

	types := 2 + g.r.IntN(2)
	spawned := -1 // the proctype that others may create
	if g.r.IntN(2) == 0 {
		spawned = types - 1
	}
	for p := range types {
		g.local, g.labels, g.later, g.params = []string{"u", "w"}, 0, 0, p == spawned
		if p == spawned {
			g.local = append(g.local, "v")
			fmt.Fprintf(&g.b, "\nproctype P%d(byte v; chan c)\n{\n", p)
		} else {
			fmt.Fprintf(&g.b, "\nactive%s proctype P%d()\n{\n", g.pick("", "", " [2]"), p)
		}
		fmt.Fprintf(&g.b, "\tbyte u; %s w%s;\n", g.pick("bit", "byte", "short"), g.pick("", " = 1"))
		if g.r.IntN(4) == 0 {
			g.b.WriteString("\tchan own = [1] of { byte };\n")
			fmt.Fprintf(&g.b, "\town!%s;\n", g.value())
		}
		if spawned >= 0 && p != spawned && g.r.IntN(2) == 0 {
			fmt.Fprintf(&g.b, "\tatomic { spawns < %d -> spawns++; run P%d(%s, %s) };\n",
				1+g.r.IntN(2), spawned, g.value(), g.pick("q", "rv"))
		}
		g.depth = 1
		g.sequence(2 + g.r.IntN(3))
		g.b.WriteString("}\n")
	}
	return g.b.String()
}

// target returns a variable for an assignment or a receive.
func (g *generator) target() string {
	if g.r.IntN(2) == 0 {
		return g.pick(g.local...)
	}
	return g.pick(globals...)
}

func (g *generator) place() string {
	switch g.r.IntN(6) {
	case 0:
		return "a[" + g.pick("0", "1", "x % 2", "_pid % 2") + "]"
	case 1:
		return "s.q[" + g.pick("0", "1", "y % 2") + "]"
	}
	return g.target()
}

// value returns an expression with a value between 0 and 3.
func (g *generator) value() string {
	switch g.r.IntN(7) {
	case 0, 1, 2:
		return g.pick("0", "1", "2")
	case 3:
		return fmt.Sprintf("(%s + 1) %% %d", g.place(), 2+g.r.IntN(2))
	case 4:
		return fmt.Sprintf("(%s -> %s : 1)", g.compare(), g.pick("0", "2"))
	case 5:
		return "(" + g.place() + " & 3)"
	}
	return "len(" + g.pick("q", "m") + ")"
}

func (g *generator) test() string {
	switch g.r.IntN(10) {
	case 0:
		return g.pick("full", "empty", "nfull", "nempty") + "(" + g.pick("q", "m") + ")"
	case 1:
		return g.pick("q?[1]", "m?[red,_]", "q??[0]", "m??[green,1]")
	case 2:
		return fmt.Sprintf("(%s && !%s)", g.compare(), g.place())
	case 3:
		return fmt.Sprintf("(%s || %s)", g.compare(), g.compare())
	case 4:
		return g.pick("_nr_pr < 3", "_pid > 0", "_nr_pr > 1")
	}
	return g.compare()
}

func (g *generator) compare() string {
	return g.place() + " " + g.pick("==", "!=", "<", ">=") + " " + g.pick("0", "1", "1", "2")
}

func (g *generator) assign() string {
	switch g.r.IntN(8) {
	case 0:
		return fmt.Sprintf("a[%s] = %s", g.pick("0", "1", "x % 2"), g.pick("1", "2", "y", "u"))
	case 1:
		return fmt.Sprintf("s.q[%s] = 1 - s.q[0]", g.pick("0", "1"))
	}
	return g.target() + " = " + g.value()
}

func (g *generator) send() string {
	switch g.r.IntN(7) {
	case 0, 1:
		return "rv!" + g.value()
	case 2:
		return fmt.Sprintf("m!%s(%s)", g.pick("red", "green"), g.value())
	case 3:
		return fmt.Sprintf("m!!%s,%s", g.pick("red", "green"), g.value())
	case 4:
		return "q!!" + g.value()
	case 5:
		if g.params {
			return "c!" + g.value()
		}
	}
	return "q!" + g.value()
}

func (g *generator) receive() string {
	what := func() string {
		return g.pick(g.target(), g.target(), "_", "1", "eval("+g.pick(g.local...)+")")
	}
	switch g.r.IntN(8) {
	case 0, 1:
		return "rv?" + what()
	case 2:
		return fmt.Sprintf("m?%s(%s)", g.pick("red", "green", "_"), what())
	case 3:
		return fmt.Sprintf("m??%s,%s", g.pick("red", "green"), what())
	case 4:
		return "q??" + what()
	case 5:
		return "q?<" + what() + ">"
	case 6:
		if g.params {
			return "c?" + what()
		}
	}
	return "q?" + what()
}

// guard returns a statement that may block.
func (g *generator) guard() string {
	switch g.r.IntN(5) {
	case 0:
		return g.receive()
	case 1:
		return g.send()
	}
	return g.test()
}

func (g *generator) simple() string {
	switch g.r.IntN(10) {
	case 0:
		return g.guard()
	case 1:
		return g.receive()
	case 2:
		return g.send()
	case 3:
		return "assert(" + g.test() + ")"
	case 4:
		return g.pick("skip", `printf("%d\n", x)`, "true")
	}
	return g.assign()
}
