package resolve

import (
	"fmt"
	"slices"

	"github.com/alecthomas/participle/v2/lexer"

	"gospin/promela"
	"gospin/promela/diag"
	"gospin/promela/expr"
	"gospin/promela/syntax"
)

// lookup finds a variable by name, innermost scope first.
func (r *resolver) lookup(name string) *promela.Var {
	for i := len(r.scopes) - 1; i >= 0; i-- {
		if v := r.scopes[i][name]; v != nil {
			return v
		}
	}
	return nil
}

// enter adds a variable to the current scope.
func (r *resolver) enter(t *syntax.Token, v *promela.Var) {
	if old := r.lookup(v.Name); old != nil {
		r.errs.Add(&diag.Diagnostic{Pos: t.Pos, Msg: "redeclaration of '" + v.Name + "'",
			Source: r.file.Src.Line(t.Pos),
			Hint:   "Promela has no shadowing: choose another name",
			Notes:  []diag.Note{{Pos: old.Pos, Msg: "declared here"}}})
		return
	}
	if r.procs[v.Name] != nil {
		r.errorAt(t, "'"+v.Name+"' is the name of a proctype", "")
	}
	if r.consts[v.Name] != nil {
		r.warnAt(t, "mtype-name", "variable '"+v.Name+"' has the name of an mtype constant, which SPIN refuses",
			"choose another name")
	}
	r.scopes[len(r.scopes)-1][v.Name] = v
	r.use(t, v, Declares)
}

var kinds = map[string]promela.Kind{
	"bit": promela.Bit, "bool": promela.Bit, "byte": promela.Byte, "pid": promela.Pid,
	"short": promela.Short, "int": promela.Int, "unsigned": promela.Unsigned,
	"chan": promela.Chan, "mtype": promela.Mtype,
}

func (r *resolver) typeOf(name lexer.Token, sub string) promela.Type {
	if name.Value == "" {
		panic(giveUp{}) // already reported
	}
	t := r.tok(name)
	if s := r.types[name.Value]; s != nil {
		r.use(t, s, Reads)
		return promela.Type{Kind: promela.Struct, Struct: s}
	}
	k, ok := kinds[name.Value]
	if !ok {
		known := append(names(kinds), names(r.types)...)
		r.unknown(t, "a type expected, not "+t.Show(), diag.DidYouMean(t.Text, known))
		panic(giveUp{})
	}
	if sub != "" && k != promela.Mtype {
		r.fail(r.nth(name.Pos.Offset+1), "only mtype has lists", "")
	}
	return promela.Type{Kind: k, Sub: sub}
}

// declaration creates the variables of a declaration, without adding them to a scope.
func (r *resolver) declaration(d *syntax.Decl) []*promela.Var {
	var ty promela.Type
	if !r.attempt(func() { ty = r.typeOf(d.Type.Name, d.Type.Sub) }) {
		for _, x := range d.Vars {
			r.file.Lost[x.Name.Value] = true
		}
		panic(giveUp{})
	}
	hidden := slices.Contains(d.Visibility, "hidden")
	if hidden && (r.proc != nil || ty.Kind == promela.Bit || ty.Kind == promela.Chan) {
		r.errorAt(r.at(d.Pos), "this variable cannot be hidden",
			"only globals can, but for bits and channels")
	}
	var out []*promela.Var
	for _, x := range d.Vars {
		if x.Name.Value == "" {
			break // already reported
		}
		v := &promela.Var{Pos: r.tok(x.Name).Pos, Name: x.Name.Value, Type: ty, Hidden: hidden,
			Show: slices.Contains(d.Visibility, "show"), Local: slices.Contains(d.Visibility, "local"),
			Proc: r.proc}
		r.attempt(func() { r.variable(v, x) })
		out = append(out, v)
	}
	return out
}

// declare adds the variables of a declaration to the current scope.
func (r *resolver) declare(d *syntax.Decl) []*promela.Var {
	out := r.declaration(d)
	for i, v := range out {
		t := r.tok(d.Vars[i].Name)
		r.enter(t, v)
		r.countChannels(t, v)
		if r.proc != nil {
			r.proc.Locals = append(r.proc.Locals, v)
		}
	}
	return out
}

// width sets the number of bits of an unsigned.
func (r *resolver) width(v *promela.Var, w *syntax.Width) {
	if w == nil || w.Bits.Value == "" {
		return
	}
	t := r.tok(w.Bits)
	if v.Type.Kind != promela.Unsigned {
		r.warnAt(t, "ignored-width", "the width of '"+v.Name+"' is ignored", "only unsigned has one")
		return
	}
	if t.Val < 1 || t.Val > 31 {
		r.fail(t, fmt.Sprintf("an unsigned has 1 to 31 bits, not %d", t.Val), "")
	}
	v.Type.Width = int(t.Val)
}

// variable resolves what follows the name in a declaration.
func (r *resolver) variable(v *promela.Var, x *syntax.Variable) {
	r.width(v, x.Width)
	if x.Len != nil {
		v.Len = r.bound(x.Len)
	}
	r.width(v, x.After)
	r.notTooLarge(v, x)
	if v.Type.Kind == promela.Unsigned && v.Type.Width == 0 {
		v.Type.Width = 16
		r.warnAt(r.tok(x.Name), "no-width", "unsigned '"+v.Name+"' has no width; 16 bits are taken",
			"write unsigned "+v.Name+" : n")
	}
	switch in := x.Init; {
	case in == nil:
	case in.Chan != nil:
		if v.Type.Kind != promela.Chan {
			r.fail(r.tok(x.Name), "'"+v.Name+"' is no channel", "")
		}
		v.Chan = r.chanInit(in.Chan)
	case in.List != nil:
		for _, c := range in.List {
			v.List = append(v.List, r.value(c))
		}
	case in.X != nil:
		v.Init = r.expr(in.X)
		if v.Type.Kind == promela.Struct {
			r.warnAt(r.first(in.X), "ignored-initialiser", "the initialiser of '"+v.Name+"' is ignored",
				"initialise the fields in the typedef")
			v.Init = nil
		}
	}
}

// Limits of a variable's size. Typedef fields count separately; an array of scalars counts as one field.
const (
	maxFields = 1 << 20
	maxCells  = 1 << 24
)

// notTooLarge rejects a variable of a typedef with more fields or cells than memory allows.
func (r *resolver) notTooLarge(v *promela.Var, x *syntax.Variable) {
	s := v.Type.Struct
	if s == nil {
		return
	}
	var all promela.Size
	for _, f := range s.Fields {
		all = all.Plus(f.Size(), 1)
	}
	s.Size = all
	if n := v.Size(); n.Fields > maxFields || n.Cells > maxCells {
		r.fail(r.tok(x.Name), "'"+v.Name+"' is too large",
			fmt.Sprintf("with typedefs within it, it has more than %d fields or %d cells", maxFields, maxCells))
	}
}

// value resolves one of an array's initial values.
func (r *resolver) value(c *syntax.Value) int32 {
	if c.Value.Value == "" {
		panic(giveUp{}) // already reported
	}
	t := r.tok(c.Value)
	k := t.Val
	if t.Type != expr.Const {
		named := r.consts[t.Text]
		if named == nil {
			r.fail(t, "an array is initialised by constants", "")
		}
		k = named.Val
	}
	if c.Minus {
		k = -k
	}
	return k
}

// bound resolves the size of an array: a constant expression or an initialised variable.
func (r *resolver) bound(x expr.Expr) int {
	t := r.first(x)
	e := r.expr(x)
	n, ok := promela.Constant(e)
	if v, is := e.(*promela.VarRef); is && v.Var.Init != nil {
		r.model.Bounds = append(r.model.Bounds, v.Var)
		if n, ok = promela.Constant(v.Var.Init); n == 0 {
			n = 8
		}
	}
	if !ok {
		r.fail(t, "the size of an array is a constant", "")
	}
	switch {
	case n > largestArray, n < 0 && t.Type == expr.Const: // a constant that exceeds int
		r.fail(t, "the array is too large", fmt.Sprintf("an array has at most %d elements", largestArray))
	case n < 1:
		r.fail(t, fmt.Sprintf("an array cannot have %d elements", n), "it has at least one")
	}
	return int(n)
}

const largestArray = 1 << 24

// maxChannels limits the channels that a model declares, as in SPIN. Each element of an array is one.
const maxChannels = 255

// countChannels adds the channels of a variable to the count.
func (r *resolver) countChannels(t *syntax.Token, v *promela.Var) {
	before := r.channels
	r.channels = min(before+channelsOf(v), maxChannels+1)
	if before <= maxChannels && r.channels > maxChannels {
		r.errorAt(t, fmt.Sprintf("'%s' is one channel too many: a model declares at most %d", v.Name, maxChannels),
			"each element of an array is a channel, and those of all proctypes count together")
	}
}

func channelsOf(v *promela.Var) int {
	n := 0
	if v.Chan != nil {
		n = 1
	}
	if v.Type.Kind == promela.Struct {
		for _, f := range v.Type.Struct.Fields {
			n += channelsOf(f)
		}
	}
	return min(n*max(1, v.Len), maxChannels+1)
}

// chanInit resolves [slots] of { types }.
func (r *resolver) chanInit(x *syntax.ChanInit) *promela.ChanInit {
	n, ok := promela.Constant(r.expr(x.Slots))
	if !ok || n < 0 || n > 1<<16 {
		r.fail(r.first(x.Slots), "the number of slots is a constant from 0 to 65536", "")
	}
	c := &promela.ChanInit{Slots: int(n)}
	for _, f := range x.Types {
		ty := r.typeOf(f.Name, f.Sub)
		if ty.Kind == promela.Unsigned {
			r.fail(r.tok(f.Name), "a message has no unsigned fields", "use byte, short or int")
		}
		c.Fields = fieldTypes(c.Fields, ty)
	}
	r.longest = max(r.longest, len(c.Fields))
	return c
}

func fieldTypes(dst []promela.Type, ty promela.Type) []promela.Type {
	if ty.Kind != promela.Struct {
		return append(dst, ty)
	}
	for _, f := range ty.Struct.Fields {
		for range max(1, f.Len) {
			dst = fieldTypes(dst, f.Type)
		}
	}
	return dst
}

func (r *resolver) typedef(x *syntax.Typedef) {
	if x.Name.Value == "" {
		return
	}
	n := r.tok(x.Name)
	if r.types[n.Text] != nil {
		r.errorAt(n, "typedef '"+n.Text+"' is declared twice", "")
	}
	td := &promela.Typedef{Pos: n.Pos, Name: n.Text}
	r.use(n, td, Declares)
	seen := map[string]bool{}
	for _, d := range x.Fields {
		r.attempt(func() {
			if t := r.at(d.Pos); !r.nth(d.Pos.Offset-1).IsSeparator() && !r.nth(d.Pos.Offset-1).Is("{") {
				r.fail(t, "; or } expected, not "+t.Show(), "")
			}
			for _, v := range r.declaration(d) {
				if seen[v.Name] {
					r.errorPos(v.Pos, "field '"+v.Name+"' is declared twice", "")
				}
				seen[v.Name] = true
				r.useAt(v.Pos, v.Name, v, Declares)
				td.Fields = append(td.Fields, v)
			}
		})
	}
	if len(x.Fields) == 0 && r.nth(x.Name.Pos.Offset+2).Is("}") {
		r.errorAt(n, "a typedef has at least one field", "")
	}
	r.types[n.Text] = td
	r.model.Types = append(r.model.Types, td)
}

// mtypeList adds to a list of mtype constants. The last constant has the smallest value.
func (r *resolver) mtypeList(x *syntax.MtypeList) {
	old := r.model.Mtypes[x.Sub]
	list := make([]string, len(x.Names))
	for i, c := range x.Names {
		v := len(x.Names) - i
		list[v-1] = c.Tok.Value
		if r.consts[c.Tok.Value] != nil {
			r.warnAt(r.tok(c.Tok), "mtype-twice", "mtype constant '"+c.Tok.Value+"' is declared twice", "")
			continue
		}
		if old := r.lookup(c.Tok.Value); old != nil {
			r.hidden[c.Tok.Value] = true
			r.warnAt(r.tok(c.Tok), "mtype-name", "this mtype constant hides variable '"+old.Name+"'",
				"choose another name")
		}
		k := &promela.Const{Val: int32(len(old) + v), Name: c.Tok.Value, Sub: x.Sub}
		r.consts[c.Tok.Value] = k
		r.use(r.tok(c.Tok), k, Declares)
	}
	r.model.Mtypes[x.Sub] = append(old, list...)
	if len(old)+len(list) > 255 {
		r.fail(r.tok(x.Names[0].Tok), "more than 255 mtype constants in a list", "use mtype:NAME lists")
	}
}
