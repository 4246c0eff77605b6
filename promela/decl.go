package promela

import (
	"fmt"

	"gospin/promela/diag"
)

// lookup finds a variable by name, innermost scope first.
func (p *parser) lookup(name string) *Var {
	for i := len(p.scopes) - 1; i >= 0; i-- {
		if v := p.scopes[i][name]; v != nil {
			return v
		}
	}
	return nil
}

func (p *parser) declare(t *token, v *Var) {
	if old := p.lookup(v.Name); old != nil {
		p.errs = append(p.errs, &diag.Diagnostic{Pos: t.pos, Msg: "redeclaration of '" + v.Name + "'", Source: p.src.Line(t.pos),
			Hint: "Promela has no shadowing: choose another name", Notes: []diag.Note{{Pos: old.Pos, Msg: "declared here"}}})
		return
	}
	if p.procs[v.Name] != nil {
		p.errorAt(t, "'"+v.Name+"' is the name of a proctype", "")
	}
	p.scopes[len(p.scopes)-1][v.Name] = v
}

// startsDecl tells if a declaration begins here.
func (p *parser) startsDecl() bool {
	t := p.peek()
	if one(t, " bit bool byte pid short int unsigned chan hidden show local ") {
		return true
	}
	if t.is("mtype") {
		return true
	}
	return t.kind == tName && p.types[t.text] != nil && p.lookup(t.text) == nil
}

// baseType reads the name of a type.
func (p *parser) baseType() Type {
	t := p.next()
	kinds := map[string]Kind{"bit": Bit, "bool": Bit, "byte": Byte, "pid": Pid, "short": Short, "int": Int, "unsigned": Unsigned, "chan": Chan, "mtype": Mtype}
	if t.kind == tKeyword {
		k, ok := kinds[t.text]
		if !ok {
			p.fail(t, "a type expected, not "+show(t), "")
		}
		ty := Type{Kind: k}
		if k == Mtype && p.peek().is(":") {
			p.next()
			ty.Sub = p.name("the name of an mtype list").text
		}
		return ty
	}
	if s := p.types[t.text]; t.kind == tName && s != nil {
		return Type{Kind: Struct, Struct: s}
	}
	p.fail(t, "a type expected, not "+show(t), diag.DidYouMean(t.text, []string{"bit", "bool", "byte", "pid", "short", "int", "unsigned", "chan", "mtype"}))
	return Type{}
}

// declaration reads one declaration, several variables maybe; declare them in the current scope.
func (p *parser) declaration(scoped bool) []*Var {
	hidden, shown := false, false
	vis := p.peek()
	for one(p.peek(), " hidden show local ") {
		t := p.next()
		hidden = hidden || t.is("hidden")
		shown = shown || t.is("show")
	}
	ty := p.baseType()
	if hidden && (p.proc != nil || ty.Kind == Bit || ty.Kind == Chan) {
		p.errorAt(vis, "this variable cannot be hidden", "only globals can, but for bits and channels")
	}
	var out []*Var
	var toks []*token
	for {
		t := p.peek()
		if t.kind == tKeyword && len(out) > 0 {
			break // a trailing comma
		}
		n := p.name("the name of a variable")
		v := &Var{Pos: n.pos, Name: n.text, Type: ty, Hidden: hidden, Show: shown, Proc: p.proc}
		p.variable(v, n)
		out = append(out, v)
		toks = append(toks, n)
		if !p.accept(",") {
			break
		}
		if p.peek().is(";") {
			break
		}
	}
	if scoped {
		for i, v := range out {
			p.declare(toks[i], v)
			if p.proc != nil {
				p.proc.Locals = append(p.proc.Locals, v)
			}
		}
	}
	return out
}

// variable reads what follows the name in a declaration.
func (p *parser) variable(v *Var, n *token) {
	width := func() {
		if !p.accept(":") {
			return
		}
		w := p.next()
		if w.kind != tConst {
			p.fail(w, "the width of '"+v.Name+"' is a number of bits", "")
		}
		if v.Type.Kind != Unsigned {
			p.warnAt(w, "the width of '"+v.Name+"' is ignored", "only unsigned has one")
			return
		}
		if w.val < 1 || w.val > 31 {
			p.fail(w, fmt.Sprintf("an unsigned has 1 to 31 bits, not %d", w.val), "")
		}
		v.Type.Width = int(w.val)
	}
	width()
	if p.accept("[") {
		t := p.peek()
		v.Len = p.bound(t)
		p.expect("]", "after the array's size")
		if p.peek().is("[") {
			p.fail(p.peek(), "arrays have one dimension", "put an array into a typedef and make an array of that")
		}
	}
	width()
	if v.Type.Kind == Unsigned && v.Type.Width == 0 {
		v.Type.Width = 16
		p.warnAt(n, "unsigned '"+v.Name+"' has no width; 16 bits are taken", "write unsigned "+v.Name+" : n")
	}
	if !p.accept("=") {
		return
	}
	t := p.peek()
	switch {
	case t.is("[") && v.Type.Kind == Chan:
		v.Chan = p.chanInit()
	case t.is("{"):
		p.next()
		for {
			neg := p.accept("-")
			c := p.next()
			k, ok := p.constToken(c)
			if !ok {
				p.fail(c, "an array is initialised by constants", "")
			}
			if neg {
				k = -k
			}
			v.List = append(v.List, k)
			if !p.accept(",") {
				break
			}
		}
		p.expect("}", "after the array's values")
	default:
		v.Init = p.expr(0)
		if v.Type.Kind == Struct {
			p.warnAt(t, "the initialiser of '"+v.Name+"' is ignored", "initialise the fields in the typedef")
			v.Init = nil
		}
	}
}

func (p *parser) constToken(t *token) (int32, bool) {
	if t.kind == tConst {
		return t.val, true
	}
	if c := p.consts[t.text]; t.kind == tName && c != nil {
		return c.Val, true
	}
	return 0, false
}

// bound reads the size of an array: a constant expression or an initialised variable.
func (p *parser) bound(t *token) int {
	e := p.expr(0)
	n, ok := Constant(e)
	if v, is := e.(*VarRef); is && v.Var.Init != nil {
		if n, ok = Constant(v.Var.Init); n == 0 {
			n = 8
		}
	}
	if !ok {
		p.fail(t, "the size of an array is a constant", "")
	}
	if n < 1 {
		p.warnAt(t, "an array of no elements is given one", "")
		n = 1
	}
	if n > 1<<24 {
		p.fail(t, "the array is too large", "")
	}
	return int(n)
}

// chanInit reads [slots] of { types }.
func (p *parser) chanInit() *ChanInit {
	p.expect("[", "before the number of slots")
	t := p.peek()
	n, ok := Constant(p.expr(0))
	if !ok || n < 0 || n > 1<<16 {
		p.fail(t, "the number of slots is a constant from 0 to 65536", "")
	}
	p.expect("]", "after the number of slots")
	p.expect("of", "before the types of the messages")
	p.expect("{", "before the types of the messages")
	c := &ChanInit{Slots: int(n)}
	for {
		u := p.peek()
		ty := p.baseType()
		if ty.Kind == Unsigned {
			p.fail(u, "a message has no unsigned fields", "use byte, short or int")
		}
		c.Fields = p.fieldTypes(c.Fields, ty)
		if !p.accept(",") {
			break
		}
	}
	p.expect("}", "after the types of the messages")
	p.maxMsg = max(p.maxMsg, len(c.Fields))
	return c
}

func (p *parser) fieldTypes(dst []Type, ty Type) []Type {
	if ty.Kind != Struct {
		return append(dst, ty)
	}
	for _, f := range ty.Struct.Fields {
		for i := 0; i < max(1, f.Len); i++ {
			dst = p.fieldTypes(dst, f.Type)
		}
	}
	return dst
}

func (p *parser) typedef() {
	p.next()
	n := p.name("the name of the typedef")
	if p.types[n.text] != nil {
		p.errorAt(n, "typedef '"+n.text+"' is declared twice", "")
	}
	td := &Typedef{Pos: n.pos, Name: n.text}
	p.expect("{", "before the fields")
	seen := map[string]bool{}
	for !p.peek().is("}") {
		if isSep(p.peek()) {
			p.next()
			continue
		}
		for _, v := range p.declaration(false) {
			if seen[v.Name] {
				p.errorPos(v.Pos, "field '"+v.Name+"' is declared twice", "")
			}
			seen[v.Name] = true
			td.Fields = append(td.Fields, v)
		}
		if !p.peek().is("}") && !isSep(p.peek()) {
			p.fail(p.peek(), "; or } expected, not "+show(p.peek()), "")
		}
	}
	if len(td.Fields) == 0 {
		p.errorAt(n, "a typedef has at least one field", "")
	}
	p.next()
	p.types[n.text] = td
	p.model.Types = append(p.model.Types, td)
}

// mtypeList reads mtype = { A, B }; false if a declaration of variables follows instead.
func (p *parser) mtypeList() bool {
	n, sub := 1, ""
	if p.peekAt(1).is(":") {
		sub, n = p.peekAt(2).text, 3
	}
	if p.peekAt(n).is("=") {
		n++
	}
	if !p.peekAt(n).is("{") {
		return false
	}
	p.i += n + 1
	var names []*token
	for !p.peek().is("}") {
		names = append(names, p.name("the name of an mtype constant"))
		p.accept(",")
	}
	p.next()
	base := len(p.model.Mtypes[sub])
	list := make([]string, len(names))
	for i, t := range names {
		v := len(names) - i
		list[v-1] = t.text
		if p.consts[t.text] != nil {
			p.warnAt(t, "mtype constant '"+t.text+"' is declared twice", "")
			continue
		}
		p.consts[t.text] = &Const{Val: int32(base + v), Name: t.text, Sub: sub}
	}
	p.model.Mtypes[sub] = append(p.model.Mtypes[sub], list...)
	if len(p.model.Mtypes[sub]) > 255 {
		p.fail(names[0], "more than 255 mtype constants in a list", "use mtype:NAME lists")
	}
	return true
}
