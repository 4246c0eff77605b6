package preproc

import (
	"fmt"
	"slices"
	"sort"

	"gospin/promela/diag"
)

// maxNotes limits the notes on one place.
const maxNotes = 8

// Text is the expanded source. It has a newline for every line of the source, but no comments or directives.
type Text struct {
	Bytes []byte
	p     *reader
	last  struct { // the notes of the last place in an expansion, since neighbours have the same
		exp   int32
		in    *inclusion
		notes []diag.Note
	}
}

// At maps an offset of Bytes to its place in the source. The place of text from a macro is the use of the
// outermost macro, or the argument that produced the text if it is written on the same line. The notes name
// the macros, the innermost first, then the includes. Places share them.
func (t *Text) At(off int) (diag.Pos, []diag.Note) {
	marks := t.p.out.marks
	n := sort.Search(len(marks), func(i int) bool { return int(marks[i].off) > off }) - 1
	if n < 0 {
		if t.p.main == nil {
			return diag.Pos{}, nil
		}
		pos, notes := t.p.describe(t.p.main.base)
		return pos, notes
	}
	m := marks[n]
	if m.exp == 0 {
		in := t.p.inclusionAt(m.loc)
		last := in.base + int32(len(in.file.raw))
		pos, notes := t.p.describe(min(m.loc+int32(off)-m.off, last))
		return pos, notes
	}
	pos, in := t.p.position(m.loc)
	if l := &t.last; l.exp != m.exp || l.in != in {
		l.exp, l.in, l.notes = m.exp, in, nil
		for e := m.exp; e != 0 && len(l.notes) < maxNotes; e = t.p.records[e].parent {
			of := t.p.records[e].macro
			l.notes = append(l.notes, t.p.note(of.loc, "in expansion of macro %q", of.name))
		}
		l.notes = slices.Clip(append(l.notes, t.p.included(in)...))
	}
	return pos, t.last.notes
}

// Line returns the text of a source line ("" if unknown), for carets.
func (t *Text) Line(pos diag.Pos) string {
	for _, in := range t.p.inclusions {
		for i, s := range in.shifts {
			line := s.after + int32(pos.Line) - s.line
			if s.name == pos.File && line >= s.after &&
				(i+1 == len(in.shifts) || line < in.shifts[i+1].after) {
				return in.file.text(int(line))
			}
		}
	}
	if f := t.p.files[pos.File]; f != nil {
		return f.text(pos.Line)
	}
	return ""
}

// IsMacro reports whether a name is a macro at the end of the text.
func (t *Text) IsMacro(name string) bool {
	id := t.p.idents[name]
	return id != nil && id.macro != nil
}

// LeftOut returns the names in text that conditionals exclude, and in the bodies of unused macros.
func (t *Text) LeftOut() map[string]bool {
	out := map[string]bool{}
	for name, id := range t.p.idents {
		if id.leftOut {
			out[name] = true
		}
		if id.macro != nil && !id.macro.used {
			for _, b := range id.macro.body {
				if b.kind == kName {
					out[b.text] = true
				}
			}
		}
	}
	return out
}

// inclusionAt returns the inclusion that contains a place.
func (p *reader) inclusionAt(loc int32) *inclusion {
	n := sort.Search(len(p.inclusions), func(i int) bool { return p.inclusions[i].base > loc })
	return p.inclusions[max(n-1, 0)]
}

// position returns a place's file, line and column. It does not look up the line's text, since it is called
// for every token.
func (p *reader) position(loc int32) (diag.Pos, *inclusion) {
	in := p.inclusionAt(loc)
	n, col := in.file.place(loc - in.base)
	file, presumed := in.presumed(n)
	return diag.Pos{File: file, Line: presumed, Col: col}, in
}

// describe returns a place's position, with notes on the includes that lead to its file.
func (p *reader) describe(loc int32) (diag.Pos, []diag.Note) {
	pos, in := p.position(loc)
	return pos, p.included(in)
}

// included returns notes on the includes that lead to a file. They are made once, since each token of the
// file has them.
func (p *reader) included(in *inclusion) []diag.Note {
	if in.parent != nil && in.notes == nil {
		for at := in; at.parent != nil && len(in.notes) < maxNotes; at = at.parent {
			in.notes = append(in.notes, p.note(at.from, "included from here"))
		}
		in.notes = slices.Clip(in.notes)
	}
	return in.notes
}

// note returns a note on a place.
func (p *reader) note(loc int32, format string, args ...any) diag.Note {
	pos, _ := p.position(loc)
	return diag.Note{Pos: pos, Msg: fmt.Sprintf(format, args...)}
}
