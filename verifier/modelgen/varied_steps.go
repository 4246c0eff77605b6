package modelgen

import "fmt"

// run writes the creation of a process if there are few.
func (g *varier) run() {
	if g.child || g.inside > 0 {
		g.plain()
		return
	}
	ends := []string{"q[0]", "q[1]", "got"}
	if g.has[handshakes] && g.has[strays] {
		ends = append(ends, "r[0]", "r[1]")
	}
	if g.own && g.has[strays] {
		ends = append(ends, "own")
	}
	child := fmt.Sprintf("run C(%s, %s)", g.value(), g.pick(ends...))
	switch g.r.IntN(4) {
	case 0:
		g.line("if :: _nr_pr < 5 -> %s :: else fi;", child)
	case 1:
		g.line("atomic { _nr_pr < 5 -> %s; l = (%s) %% 3 };", child, "g + 1")
	case 2:
		g.line("_nr_pr < 4; l = %s; l = l %% 4;", child)
	default:
		g.line("atomic { _nr_pr < 4 -> %s; %s; %s };", child, g.guard(), g.assign())
	}
}

// pass writes a statement that sends a channel in a message, or receives one and uses it.
func (g *varier) pass() {
	if g.inside == 2 {
		g.plain()
		return
	}
	sent := []string{"q[0]", "q[1]", "got"}
	if g.has[handshakes] && g.has[strays] {
		sent = append(sent, "r[i]")
	}
	if g.own && g.has[strays] {
		sent = append(sent, "own")
	}
	if g.one(2) {
		g.line("c!%s;", g.pick(sent...))
		return
	}
	g.line("c?got; %s;", g.pick("got!l", "got?l", "got!1; skip", "got == q[1]"))
}

// round writes a loop over a local variable.
func (g *varier) round() {
	if g.inside == 2 {
		g.plain()
		return
	}
	if g.one(2) {
		g.line("select (l : 0 .. %s);", g.pick("1", "2", "g % 3"))
		return
	}
	g.line("for (l : 0 .. %s) { %s };", g.pick("1", "2", "h % 3"),
		g.pick("g = l", "a[l] = 1", "b = 1 - b", g.send(), "a[l] == 0"))
}

// long writes an atomic sequence with many steps.
func (g *varier) long() {
	if g.inside > 0 {
		g.plain()
		return
	}
	g.line("atomic { %s; l = 0; do :: l < %s -> l++; %s :: l == 80 || l == %s -> break od; l = 0; %s };",
		g.guard(), g.pick("20", "40", "80"), g.pick("skip", "h = l % 3", "a[l % 4] = 1"), g.pick("20", "40"), g.simple())
}

// wide writes an atomic sequence with many ends.
func (g *varier) wide() {
	if g.inside > 0 {
		g.plain()
		return
	}
	g.line("atomic { %s; select (l : 0 .. %s); select (h : 0 .. %s); h = (h + l) %% 3; l = l %% 3 };",
		g.guard(), g.pick("2", "15"), g.pick("3", "17"))
}

// simple returns a statement that contains no others.
func (g *varier) simple() string {
	some := []func() string{g.assign, g.assign, g.guard}
	for _, x := range []struct {
		kind
		text func() string
	}{
		{buffers, g.send}, {buffers, g.receive}, {records, g.send}, {records, g.receive},
		{handshakes, g.meet}, {handshakes, g.meet}, {traces, g.traced}, {ranks, g.rank},
	} {
		if g.has[x.kind] {
			some = append(some, x.text)
		}
	}
	return some[g.r.IntN(len(some))]()
}

func (g *varier) traced() string {
	if g.inside == 2 {
		return g.assign()
	}
	return g.pick("t!1", "t?_", "t!l", "t?l")
}

func (g *varier) rank() string {
	return g.pick("set_priority(_pid, 1 + g % 2)", "set_priority(0, 1 + l % 2)", "l = get_priority(0) % 3",
		"get_priority(_pid) == 1")
}

// index returns an expression with the value 0 or 1.
func (g *varier) index() string {
	if !g.has[arrays] {
		return g.pick("0", "1")
	}
	return g.pick("0", "1", "i", "g % 2", "_pid % 2", "l % 2", "a[h % 4] % 2", "b")
}

// value returns an expression with a value between 0 and 2.
func (g *varier) value() string {
	some := []string{"0", "1", "2", "l % 3", "(g + 1) % 3", "h", "g", "n % 3", "a[" + g.index() + "] % 3",
		"(b -> h : 1)"}
	if g.has[lasts] {
		some = append(some, "_last % 3")
	}
	if g.has[counting] {
		some = append(some, "_pid % 3", "_nr_pr % 3", "len(q["+g.index()+"]) % 3")
	}
	if g.has[glances] && g.inside < 2 && len(g.names) > 0 {
		some = append(some, g.pick(g.names...)+":l % 3", "pc_value(0) % 3")
	}
	if g.has[structures] {
		some = append(some, "s["+g.index()+"].x", "s[0].z % 3", "s[1].y["+g.index()+"]")
	}
	if g.has[hiddens] {
		some = append(some, "hid % 3")
	}
	return g.pick(some...)
}

func (g *varier) assign() string {
	some := []string{"g = " + g.value(), "h = " + g.value(), "l = " + g.value(), "a[" + g.index() + "] = " + g.value(),
		"b = 1 - b", "i = " + g.index(), "n = (n + 1) % 3", "k = " + g.pick("red", "green", "blue")}
	if g.has[structures] {
		some = append(some, "s["+g.index()+"].x = "+g.value(), "s[0].z = "+g.value(),
			"s["+g.index()+"].y["+g.index()+"] = "+g.pick("0", "1", "b"))
	}
	if g.has[arrays] {
		some = append(some, "a[g] = h", "a[l % 4] = "+g.value())
	}
	if g.has[hiddens] {
		some = append(some, "hid = "+g.value())
	}
	return g.pick(some...)
}

// condition returns an expression that contains no send or receive.
func (g *varier) condition() string {
	some := []string{"g == 1", "h != 1", "b", "h == g", "l == 1", "!b", "k == green", "n < 2",
		"a[" + g.index() + "] == " + g.pick("0", "1"), g.value() + " < 2"}
	if g.has[buffers] {
		some = append(some, g.pick("full", "empty", "nfull", "nempty")+"(q["+g.index()+"])",
			"q["+g.index()+"]?["+g.pick("0", "1", "eval(l)", "_")+"]", "q["+g.index()+"]??["+g.pick("1", "eval(g)")+"]",
			"len(got) == "+g.pick("0", "1"))
	}
	if g.has[counting] {
		some = append(some, "_nr_pr > 3", "_nr_pr == 2", "enabled(0)", "enabled(1)")
	}
	if g.has[glances] && g.inside < 2 && len(g.names) > 0 {
		some = append(some, g.pick(g.names...)+"@here", g.pick(g.names...)+":l == 1")
	}
	if g.has[lasts] {
		some = append(some, "_last == 0")
	}
	return g.pick(some...)
}

// guard returns a statement that may block.
func (g *varier) guard() string {
	some := []func() string{g.condition, g.condition, g.condition}
	if g.inside < 2 {
		if g.has[buffers] || g.has[records] {
			some = append(some, g.send, g.receive, g.receive)
		}
		if g.has[handshakes] {
			some = append(some, g.meet, g.meet)
		}
	}
	return some[g.r.IntN(len(some))]()
}

// channel returns a channel of bytes that the process knows.
func (g *varier) channel() string {
	some := []string{"q[" + g.index() + "]", "q[" + g.index() + "]", "got"}
	if g.own {
		some = append(some, "own")
	}
	if g.child {
		some = append(some, "d")
	}
	return g.pick(some...)
}

func (g *varier) send() string {
	if g.inside == 2 {
		return g.assign()
	}
	if g.has[records] && g.one(2) {
		return g.pick("w!red,1", "w!k,0", "w!!k,1", "w!!blue,g % 2", "w!!red,0")
	}
	sent := g.pick("0", "1", "l", "g", "2")
	return g.channel() + g.pick("!", "!", "!", "!!") + sent
}

func (g *varier) receive() string {
	what := g.pick("l", "l", "_", "1", "g", "eval(l)", "eval(g)", "h", "a["+g.index()+"]", "i")
	if what == "i" || what == "g" { // these are indices
		what = g.pick("l", "_")
	}
	if g.has[records] && g.one(2) {
		return g.pick("w?red,_", "w?k,_", "w??blue,_", "w??eval(k),_", "w?<k,_>", "w??<red,_>", "w?_,1", "w??_,0")
	}
	if g.inside == 2 {
		return "q[0]?" + what
	}
	switch g.r.IntN(6) {
	case 0:
		return g.channel() + "??" + what
	case 1:
		return g.channel() + "?<" + what + ">"
	case 2:
		return g.channel() + "??<" + g.pick("1", "eval(h)") + ">"
	}
	return g.channel() + "?" + what
}

// meet returns half of a rendezvous: a send or a receive.
func (g *varier) meet() string {
	if g.inside == 2 {
		return g.assign()
	}
	at := "r[" + g.index() + "]"
	if g.one(4) {
		return g.pick("rw!1,red", "rw!g,k", "rw?l,k", "rw?1,_", "rw?_,eval(k)", "rw?eval(l),k")
	}
	if g.one(2) {
		return at + "!" + g.pick("0", "1", "l", "g")
	}
	return at + "?" + g.pick("l", "l", "_", "1", "h", "eval(l)", "a["+g.index()+"]")
}
