package modelgen

import (
	"fmt"
	"strings"
)

// hasChannelChild reports whether created processes have a channel as a parameter.
func (g *reducer) hasChannelChild(text string) bool {
	return strings.Contains(text, "proctype C(byte z; chan d)")
}

// isCondition reports whether a guard is a condition instead of a send or receive.
func isCondition(guard string) bool {
	return strings.Contains(guard, "[") && strings.Contains(guard, "==") || !strings.ContainsAny(guard, "?!") ||
		strings.Contains(guard, "!=") || strings.HasPrefix(guard, "!")
}

// simple returns a statement that contains no others.
func (g *reducer) simple() string {
	kinds := []func() string{g.step, g.step, g.assign, g.check, g.check}
	for _, k := range []struct {
		of   trait
		text func() string
	}{
		{slots, g.fill},
		{slots, g.fill},
		{privates | params | shares | passes, g.send},
		{privates | params | shares | passes, g.send},
		{privates | params | shares | passes, g.receive},
		{meets, g.meet},
		{sorts, g.sort},
		{elses | polls, g.guard},
		{failures, g.fail},
		{adds, g.add},
		{structs, g.part},
		{fields, g.twoFields},
	} {
		if g.is(k.of) {
			kinds = append(kinds, k.text)
		}
	}
	return kinds[g.r.IntN(len(kinds))]()
}

// step returns a statement that only changes the process.
func (g *reducer) step() string {
	steps := []string{"l = 1", "l = (l + 1) % 3", "l = 2 - (l & 1)", "skip"}
	if g.own && g.inside == 0 {
		steps = append(steps, "own!l; own?l", "own!1; own?l", "own!l", "own?l")
	}
	if g.id != "" {
		steps = append(steps, "l = id % 3")
		if g.is(variants) {
			steps = append(steps, "id = 1 - (id & 1)")
		}
	}
	if g.child {
		steps = append(steps, "l = z", "z = 1 - (z & 1)")
	}
	return g.pick(steps...)
}

// fill returns an assignment to the process's element of an array.
func (g *reducer) fill() string {
	return fmt.Sprintf("a[%s] = %s", g.place(), g.pick("1", "2", "l", "(l + 1) % 3"))
}

// place returns an index that, in most models, no other process uses.
func (g *reducer) place() string {
	switch {
	case g.id != "" && g.one(2):
		return g.id
	case g.one(6):
		return g.pick("0", "1", "2")
	}
	return "_pid"
}

// assign returns an assignment, usually to a global variable.
func (g *reducer) assign() string {
	targets := []string{"g", "h", "l"}
	if g.is(locals) {
		targets = append(targets, "t", "t")
	}
	if g.one(4) {
		return "b = 1 - b"
	}
	if g.is(slots) && g.one(3) {
		return g.fill()
	}
	return g.pick(targets...) + " = " + g.value()
}

// value returns an expression with a value between 0 and 2.
func (g *reducer) value() string {
	values := []string{"0", "1", "1", "2", "l % 3", "(g + 1) % 3", "h", "g"}
	if g.is(slots) {
		values = append(values, "a["+g.place()+"] % 3", "a["+g.pick("0", "1", "2")+"] % 3")
	}
	if g.is(locals) {
		values = append(values, "t")
	}
	if g.is(numbers) {
		values = append(values, "_pid % 3", "_nr_pr % 3")
	}
	if g.is(peeks) && g.is(variables) && g.inside < 2 && len(g.types) > 0 {
		values = append(values, g.pick(g.types...)+":l % 3")
	}
	if g.channels() && g.is(polls) {
		values = append(values, "len(q[0])")
	}
	return g.pick(values...)
}

// condition returns an expression that contains no send or receive.
func (g *reducer) condition() string {
	tests := []string{"g == 1", "h != 1", "b", "g < 2", "h == g", "l == 1", "!b"}
	if g.is(slots) {
		tests = append(tests, "a["+g.pick("0", "1", "2", g.place())+"] == "+g.pick("0", "1", "2"))
	}
	if g.is(locals) {
		tests = append(tests, "t == 1")
	}
	if g.is(numbers) {
		tests = append(tests, "_nr_pr == "+g.pick("2", "3", "4"), "_pid < 2", "_nr_pr > 2")
	}
	if g.is(peeks) && g.is(remotes) && g.inside < 2 && len(g.types) > 0 {
		tests = append(tests, g.pick(g.types...)+"@here")
	}
	if g.is(peeks) && g.is(variables) && g.inside < 2 && len(g.types) > 0 {
		tests = append(tests, g.pick(g.types...)+":l == 1")
	}
	if g.is(indices) {
		tests = append(tests, "a["+g.pick("g", "h", "l")+"] == "+g.pick("0", "1", "2"))
	}
	if g.channels() && g.is(polls) {
		tests = append(tests, "len("+g.channel()+") == "+g.pick("0", "1"))
	}
	if g.child {
		tests = append(tests, "z == 1")
	}
	return g.pick(tests...)
}

// guard returns a statement that may block.
func (g *reducer) guard() string {
	if g.is(meets) && g.inside < 2 && g.one(3) {
		return g.meet()
	}
	if g.channels() && g.one(2) {
		if g.is(polls) && g.one(2) {
			if g.one(2) {
				return g.channel() + "?[" + g.pick("0", "1", "2") + "]"
			}
			return g.pick("full", "empty", "nfull", "nempty") + "(" + g.channel() + ")"
		}
		return g.pick(g.send(), g.receive())
	}
	return g.condition()
}

// check returns an assertion, usually about the result of a race.
func (g *reducer) check() string {
	if g.is(adds) && g.one(3) {
		return "assert(n != 2)"
	}
	if g.is(numbers) && g.one(3) {
		return "assert(" + g.pick("_pid != 3", "_pid < 4", "_nr_pr != 2", "_nr_pr < 5") + ")"
	}
	return "assert(" + g.condition() + g.pick("", " || "+g.condition()) + ")"
}

// channel returns a channel that the process knows.
func (g *reducer) channel() string {
	known := append([]string{}, g.links...)
	known = append(known, g.links...)
	if g.own && g.is(passes) {
		known = append(known, "own")
	}
	if len(known) == 0 || g.is(shares) {
		known = append(known, "q[0]", "q[1]")
		if g.is(slots) {
			known = append(known, "q[_pid % 2]", "q[1 - _pid % 2]", "q[l % 2]")
		}
	}
	return g.pick(known...)
}

func (g *reducer) send() string {
	if !g.channels() || g.inside == 2 {
		return g.step()
	}
	return g.channel() + "!" + g.pick("0", "1", "l", "g")
}

func (g *reducer) receive() string {
	if !g.channels() || g.inside == 2 {
		return g.step()
	}
	return g.channel() + "?" + g.pick("l", "l", "_", "1", "g", "eval(l)", "eval(g)")
}

func (g *reducer) sort() string {
	if g.inside == 2 {
		return g.step()
	}
	c := g.channel()
	return g.pick(c+"!!"+g.pick("0", "1", "l"), c+"??"+g.pick("0", "1", "l"), c+"?<l>", c+"??<1>")
}

func (g *reducer) meet() string {
	if g.inside == 2 || g.child {
		return g.step()
	}
	return g.pick("m!"+g.pick("0", "1", "l", "g"), "m?"+g.pick("l", "l", "_", "1", "h", "eval(l)"))
}

// add returns a statement that changes or reads the counter.
func (g *reducer) add() string {
	if g.around > 0 { // otherwise it has too many values
		return g.pick("n = 0", "assert(n < 3)", "n < 2")
	}
	return g.pick("n++", "n++", "n--", "assert(n < 2)", "l = n % 3", "n != 1")
}

// part returns an access to a part of a structure, or to a bit that shares a byte.
func (g *reducer) part() string {
	return g.pick("e = 1", "f = 1", "e = 1 - e", "f = e", "s[_pid % 2].x = 1", "s[0].y[_pid % 2] = 1",
		"s[g % 2].x = 2", "s[l % 2].y[1] = 1", "assert(s[0].x == 0)", "assert(!e || f)", "assert(s[1].y[1] == 0)")
}

// twoFields returns a send or receive of a message with two fields.
func (g *reducer) twoFields() string {
	if g.inside == 2 {
		return g.step()
	}
	return g.pick("w!l,1", "w!g,0", "w!1,g", "w!1(l)", "w?l,_", "w?1,l", "w?g,l", "w?eval(g),l", "w??1,_", "w!!l,1",
		"w??eval(l),h", "w?<l,_>", "w?[1,_]", "w??[_,1]")
}

// fail returns a statement that may be a run-time error, after which there is no step.
func (g *reducer) fail() string {
	return g.pick("l = 2 / l", "h = 1 / g", "a[l + 7] = 1", "a[g + 7] == 0", "l = l % 3")
}
