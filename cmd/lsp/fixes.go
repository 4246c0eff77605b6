package lsp

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"go.lsp.dev/uri"

	"gospin/cmd/lsp/protocol"
	"gospin/promela/diag"
	"gospin/promela/expr"
	"gospin/promela/format"
)

// CodeAction offers to mend the diagnostics in a range, and to turn lints off.
func (s *server) CodeAction(
	_ context.Context, p *protocol.CodeActionParams,
) ([]protocol.CodeAction, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	d, r := s.about(p.TextDocument.URI)
	if only := p.Context.Only; d == nil || len(only) > 0 && !slices.Contains(only, protocol.QuickFix) {
		return nil, nil
	}
	from, to := d.text.offset(p.Range.Start), d.text.offset(p.Range.End)
	out := []protocol.CodeAction{}
	for _, x := range r.found.Sorted() {
		at := d.text.at(x.Pos.Line, x.Pos.Col)
		if x.Pos.File != d.path || x.Pos.Line == 0 || at > to || d.text.extent(at) < from {
			continue
		}
		for _, f := range (&mending{d.text, d.text.tokens(), at, x}).fixes() {
			edits := []protocol.TextEdit{}
			for _, e := range f.edits {
				edits = append(edits, protocol.TextEdit{Range: d.text.span(e.from, e.to), NewText: e.text})
			}
			out = append(out, protocol.CodeAction{
				Title: f.title, Kind: protocol.QuickFix, IsPreferred: f.sure,
				Diagnostics: []protocol.Diagnostic{r.diagnostic(x)},
				Edit:        protocol.WorkspaceEdit{Changes: map[uri.URI][]protocol.TextEdit{d.uri: edits}},
			})
		}
	}
	return out, nil
}

// fix is a way of mending a model.
type fix struct {
	title string
	edits []edit
	sure  bool // most likely what the user meant
}

// edit replaces the text between two offsets.
type edit struct {
	from, to int
	text     string
}

// mending finds fixes for a diagnostic.
type mending struct {
	text *text
	toks []expr.Token // tokens of the text
	at   int          // offset of the diagnostic
	x    *diag.Diagnostic
}

// fixes returns all fixes. For a lint, the last one turns it off in its line.
func (m *mending) fixes() (out []fix) {
	i := slices.IndexFunc(m.toks, func(t expr.Token) bool { return t.End > m.at || t.Type == expr.EOF })
	if meant := diag.Meant(m.x.Hint); meant != "" {
		out = append(out, fix{fmt.Sprintf("write %s", meant), []edit{m.instead(i, meant)}, true})
	} else if f := m.ofHint(i); f != nil {
		out = append(out, *f)
	} else if f := m.ofLint(i); f != nil {
		out = append(out, *f)
	}
	n := m.text.lineOf(m.at)
	if line := m.text.line(n); m.x.Name != "" && !strings.HasSuffix(line, "\\") {
		end := m.text.starts[n] + len(line)
		off := edit{end, end, " /* lint: " + m.x.Name + "=off */"}
		inside := func(c expr.Token) bool { return c.Start < end && end < c.End }
		if !slices.ContainsFunc(format.Comments([]byte(m.text.s)), inside) {
			out = append(out, fix{title: "turn " + m.x.Name + " off in this line", edits: []edit{off}})
		}
	}
	return out
}

// ofHint returns the fix that a hint describes in words.
func (m *mending) ofHint(i int) *fix {
	t, hint := m.tok(i), m.x.Hint
	switch {
	case hint == "not is written !":
		return &fix{"write !", []edit{{t.Start, m.tok(i + 1).Start, "!"}}, true}
	case hint == "separate statements by ;":
		return &fix{"write ; between the statements", []edit{m.behind(i-1, ";")}, true}
	case strings.HasPrefix(hint, "an option begins with ::"), hint == "write :: else":
		return &fix{"write :: else", []edit{{t.Start, t.Start, ":: "}}, true}
	case strings.HasPrefix(hint, "write if :: "):
		return m.selection(i)
	case m.x.Msg == "Promela has no while":
		return m.loop(i)
	case strings.HasPrefix(hint, "write for ("):
		open := i
		for open > 0 && !m.tok(open).Is("(") {
			open--
		}
		head, _, _ := strings.Cut(strings.TrimPrefix(hint, "write for "), " {")
		if end := m.closing(open); end > open {
			return &fix{"write for " + head, []edit{{m.tok(open).Start, m.tok(end).End, head}}, true}
		}
	case t.Is("=") && strings.HasPrefix(hint, "write ") && strings.HasSuffix(hint, " ..."):
		sum := strings.TrimSuffix(strings.TrimPrefix(hint, "write "), " ...") // x = x +
		return &fix{strings.TrimSuffix(hint, " ..."), []edit{{m.tok(i - 2).Start, t.End, sum}}, true}
	}
	return nil
}

// selection converts if (c) { ... } else { ... } to Promela; i is the parenthesis.
func (m *mending) selection(i int) *fix {
	end := m.closing(i)
	body := m.closing(end + 1)
	if end < 0 || body < 0 || !m.tok(end+1).Is("{") {
		return nil
	}
	edits := []edit{m.before(i, ":: "), m.behind(end, " ->")}
	switch other := m.closing(body + 2); {
	case !m.tok(body + 1).Is("else"):
		edits = append(edits, m.behind(body, " :: else fi"))
	case m.tok(body+2).Is("{") && other > 0:
		edits = append(edits, m.before(body+1, ":: "), m.behind(body+1, " ->"), m.behind(other, " fi"))
	default:
		return nil
	}
	return &fix{"write if :: ... fi", edits, true}
}

// loop converts while (c) { ... } to a loop of Promela; i is the word.
func (m *mending) loop(i int) *fix {
	end := m.closing(i + 1)
	body := m.closing(end + 1)
	if end < 0 || body < 0 || !m.tok(end+1).Is("{") {
		return nil
	}
	return &fix{"write do :: ... od", []edit{
		m.instead(i, "do ::"), m.behind(end, " ->"), m.behind(body, " :: else -> break od"),
	}, true}
}

// ofLint returns the fix for a lint.
func (m *mending) ofLint(i int) *fix {
	t := m.tok(i)
	switch m.x.Name {
	case "always-true-guard":
		for n := i; m.x.Hint != "" && n < i+20; n++ {
			if m.tok(n).Is("=") {
				return &fix{"write ==", []edit{m.instead(n, "==")}, true}
			}
		}
	case "array-without-index":
		return &fix{"write " + t.Text + "[0]", []edit{m.behind(i, "[0]")}, false}
	case "no-width":
		return &fix{"write the 16 bits", []edit{m.behind(i, " : 16")}, true}
	case "ignored-width":
		if m.tok(i - 1).Is(":") {
			return &fix{"leave the width out", []edit{{m.tok(i - 2).End, t.End, ""}}, true}
		}
	case "ignored-initialiser":
		if m.tok(i - 1).Is("=") {
			return &fix{"leave the initialiser out", []edit{{m.tok(i - 2).End, m.tok(m.part(i) - 1).End, ""}}, true}
		}
	case "mtype-twice":
		if m.tok(i - 1).Is(",") {
			return &fix{"leave the second " + t.Text + " out", []edit{{m.tok(i - 1).Start, t.End, ""}}, true}
		}
	case "unused-variable", "unused-channel":
		return m.undeclared(i)
	case "unused-proctype":
		for n := i; n > i-3; n-- {
			if m.tok(n).Is("proctype") {
				return &fix{"write active proctype", []edit{m.before(n, "active ")}, false}
			}
		}
	case "unused-priority":
		if m.tok(i).Is("run") {
			i++
		}
		if end := m.closing(i + 1); end > 0 {
			_, priority, _ := strings.Cut(m.x.Hint, "...) ")
			return &fix{"write " + priority, []edit{m.behind(end, " "+priority)}, false}
		}
	}
	return nil
}

// undeclared removes the declaration of a variable, and the type too if it declares nothing else.
func (m *mending) undeclared(i int) *fix {
	first, end := i, m.part(i)
	title := "leave " + m.tok(i).Text + " out"
	switch {
	case m.tok(i - 1).Is(","):
		return &fix{title, []edit{{m.tok(i - 1).Start, m.tok(end - 1).End, ""}}, false}
	case m.tok(end).Is(","):
		return &fix{title, []edit{{m.tok(i).Start, m.tok(end + 1).Start, ""}}, false}
	case m.tok(end).Type != expr.Separator:
		return nil // a parameter or a field
	}
	for first > 0 && !begins(m.tok(first-1)) {
		first--
	}
	from, to := m.tok(first).Start, m.tok(end).End
	if line := m.text.starts[m.text.lineOf(from)]; strings.TrimSpace(m.text.s[line:from]) == "" &&
		to < len(m.text.s) && m.text.s[to] == '\n' {
		from, to = line, to+1
	}
	return &fix{title, []edit{{from, to, ""}}, false}
}

// begins reports whether a declaration may follow a token.
func begins(t *expr.Token) bool { return t.Type == expr.Separator || t.Is("{") || t.Is("}") }

// part returns the end of a declarator: the following comma or separator.
func (m *mending) part(i int) int {
	for depth := 0; m.tok(i).Type != expr.EOF; i++ {
		switch t := m.tok(i); {
		case t.Is("{"), t.Is("("), t.Is("["):
			depth++
		case depth > 0 && (t.Is("}") || t.Is(")") || t.Is("]")):
			depth--
		case depth == 0 && (t.Is(",") || t.Type == expr.Separator || t.Is(")") || t.Is("}")):
			return i
		}
	}
	return i
}

// tok returns a token, or the end of the text for an index outside.
func (m *mending) tok(i int) *expr.Token {
	if i < 0 || i >= len(m.toks) {
		return &m.toks[len(m.toks)-1]
	}
	return &m.toks[i]
}

// closing returns the index of the matching bracket, or -1.
func (m *mending) closing(i int) int {
	depth := 0
	for n := i; n >= 0 && n < len(m.toks); n++ {
		switch t := &m.toks[n]; {
		case t.Is("("), t.Is("{"), t.Is("["):
			depth++
		case t.Is(")"), t.Is("}"), t.Is("]"):
			if depth--; depth == 0 {
				return n
			}
		}
		if depth == 0 {
			return -1
		}
	}
	return -1
}

func (m *mending) instead(i int, text string) edit { return edit{m.tok(i).Start, m.tok(i).End, text} }
func (m *mending) before(i int, text string) edit  { return edit{m.tok(i).Start, m.tok(i).Start, text} }
func (m *mending) behind(i int, text string) edit  { return edit{m.tok(i).End, m.tok(i).End, text} }
