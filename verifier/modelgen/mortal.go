package modelgen

import "fmt"

// Mortal returns a small model whose processes end: some while others are still being created, some of them
// referred to by number, by label, or by their channels.
func Mortal(seed uint64) string {
	g := &mortal{writer: newWriter(seed, 0x6d6f7274)}
	g.model()
	return g.b.String()
}

type mortal struct {
	writer
	told string // how others may notice that a process has ended; "" if they can't
}

func (g *mortal) model() {
	g.told = g.pick("", "", "", "count", "label", "pid", "channel")
	g.line("byte g, h; chan q = [1] of { byte }; chan c = [1] of { chan }; chan m = [0] of { byte };")
	for p := range 2 {
		g.line("proctype P%d(byte v) {", p)
		g.depth++
		g.line("byte l;")
		if g.told == "channel" {
			g.line("chan own = [1] of { byte };")
		}
		for range g.r.IntN(3) {
			g.statement(p)
		}
		if g.told == "label" {
			g.line("here: v = 0")
		}
		g.line("}")
		g.depth--
	}
	if g.one(4) {
		g.line("active proctype A() { byte l, v; chan got;")
		g.depth++
		g.statement(2)
		g.line("}")
		g.depth--
	}
	g.line("init { byte l, v, i; chan got;")
	g.depth++
	runs := []string{}
	for i := range 1 + g.r.IntN(3) {
		run := fmt.Sprintf("run P%d(%d)", g.r.IntN(2), i)
		if g.told == "pid" && g.one(2) {
			run = "l = " + run
		}
		runs = append(runs, run)
	}
	switch {
	case g.one(3):
		g.line("atomic { for (i : 1 .. %d) { %s } };", 1+g.r.IntN(2), runs[0])
	case g.one(2):
		g.line("atomic {")
		for _, run := range runs {
			g.line("%s;", run)
		}
		g.line("};")
	case g.one(4):
		g.line("for (i : 1 .. 2) { %s };", runs[0])
	default:
		for _, run := range runs {
			g.line("%s;", run)
			if g.one(3) {
				g.statement(3)
			}
		}
	}
	g.statement(3)
	g.line("assert(%s)", g.pick("g != 1", "h < 2", "l != 2", "g != h", "l < 3"))
	g.line("}")
	g.depth--
}

// statement writes a statement of process type p. Types 2 and 3 have no channel of their own.
func (g *mortal) statement(p int) {
	kinds := []string{"g = (g + 1) % 3", "h = v % 3", "q!1", "q?l", "m!v", "m?l", "g == 1", "h = g", "assert(g != 2)",
		"l = 1", "if :: g == 0 -> h = 1 :: else fi", "if :: q?_ :: h = 2 fi"}
	switch {
	case g.told == "count":
		kinds = append(kinds, "_nr_pr == 2", "l = _nr_pr % 3", "assert(_nr_pr > 1)", "_nr_pr < 3")
	case g.told == "label":
		kinds = append(kinds, "P0@here", "assert(!P1@here)", "P0:v == 1", "l = P1:v")
	case g.told == "pid":
		kinds = append(kinds, "l = _pid % 4", "g = _pid % 3", "assert(_pid != 2)", "assert(l != 2)")
	case g.told == "channel" && p < 2:
		kinds = append(kinds, "c!own", "own!1", "c!own", "c!own; own?l")
	case g.told == "channel":
		kinds = append(kinds, "c?got; got!1", "c?got; got?l", "c?got; assert(len(got) == 0)", "c?got; len(got) == 1")
	}
	g.line("%s;", kinds[g.r.IntN(len(kinds))])
}
