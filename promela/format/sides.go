package format

import (
	"slices"
	"strings"

	"gospin/promela/expr"
)

// side is the spacing of an item on one side.
type side uint8

const (
	free     side = iota // a blank between two of these
	tight                // no blank
	blank                // a blank unless the neighbour is tight
	temporal             // like free; the end of [] or <>
	label                // like tight; the colon of a label
)

// called are the words that are followed by a parenthesis without a blank.
var called = strings.Fields(
	"assert select printf printm len full empty nfull nempty enabled pc_value get_priority " +
		"set_priority eval",
)

// beside decides the spacing of a token.
func (l *layout) setSpacing(i int) {
	s, t := &l.state, &l.items[i]
	p, n := s.prev, l.ahead(i)
	follows := operand(p) && !s.begins && !l.word(p)
	switch t.Text {
	case ",", ")":
		t.left = tight
	case ";":
		t.left = tight
	case "(":
		t.right = tight
		if p != nil && (p.Type == expr.Name && !l.word(p) ||
			p.Type == expr.Keyword && slices.Contains(called, p.Text)) {
			t.left = tight
		}
	case "[":
		if t.right = tight; follows && !n.Is("]") {
			t.left = tight
		}
	case "]":
		t.left = tight
		if p != nil && p.Is("[") {
			t.right = temporal
		}
	case ".", "@", "?", "??":
		t.left, t.right = tight, tight
	case "!", "!!":
		if t.right = tight; follows {
			t.left = tight
		}
	case "~":
		t.right = tight
	case "++", "--":
		if follows {
			t.left = tight
		} else {
			t.right = tight
		}
	case "<":
		if p != nil && (p.Is("?") || p.Is("??")) || n.Is(">") {
			t.right = tight
		}
	case ">":
		if p != nil && p.Is("<") {
			t.left, t.right = tight, temporal
		} else if s.top().angle {
			t.left = tight
		}
	case "+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>":
		switch {
		case !follows:
			t.right = tight
		case !t.blank && !n.blank:
			t.left, t.right = tight, tight
		}
	case ":":
		l.colon(t)
	}
	switch {
	case opaque(t):
		t.left, t.right = tight, free
	case t.Type == expr.String, t.Type == expr.Bad:
		t.left, t.right = free, free
	}
}

// ahead returns the following token.
func (l *layout) ahead(i int) *item {
	for i++; i < len(l.items)-1 && l.items[i].kind != token; i++ {
	}
	return &l.items[min(i, len(l.items)-1)]
}

// word reports whether a token is an operator of temporal logic spelled as a word.
func (l *layout) word(t *item) bool {
	return t.Type == expr.Name && expr.IsWord(t.Text) &&
		slices.ContainsFunc(l.state.frames, func(f frame) bool { return f.sort == formula })
}

// colon distinguishes the colons of labels, conditional expressions, ranges, widths, mtype lists and remote
// references.
func (l *layout) colon(t *item) {
	s := &l.state
	f := s.top()
	switch {
	case s.opened && s.prev.Type == expr.Name && s.top().sort != file && s.sequence() &&
		!(l.procs[s.prev.Text] && l.ahead(t.at).Type == expr.Name):
		t.left = label
	case s.prev == nil || s.prev.Is("mtype"):
		t.left, t.right = tight, tight
	case f.loop:
		f.loop = false
	case f.conds > 0 && !l.remote():
		f.conds--
	case s.narrow:
	default:
		t.left, t.right = tight, tight
	}
}

// remote reports whether a reference to a known proctype ends here: P or P[i].
func (l *layout) remote() bool {
	return l.procs[l.state.prev.Text] || l.state.prev.Is("]") && l.procs[l.indexed]
}

// gap returns the space between two tokens of a line.
func gap(a, b *item) string {
	if a.kind != token || b.kind != token {
		return " "
	}
	if a.right == tight || b.left == tight || b.left == label {
		if !glued(a, b) {
			return ""
		}
	}
	return " "
}

// glued reports whether two tokens would be read differently without a blank between them.
func glued(a, b *item) bool {
	switch {
	case opaque(a):
		return false
	case number().MatchString(a.Text):
		return len(number().FindString(a.Text+b.Text)) > len(a.Text)
	}
	toks := expr.Lex([]byte(a.Text + b.Text))
	if a.Text == "/" && (b.Text == "*" || b.Text == "/") || a.Text == "*" && b.Text == "/" {
		return true
	}
	return toks[0].Text != a.Text
}

// opaque reports whether a token is the arguments of a call.
func opaque(t *item) bool { return t.Type == expr.Name && t.Text[0] == '(' }
