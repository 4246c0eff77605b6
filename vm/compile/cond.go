package compile

import (
	"gospin/promela"
	"gospin/vm"
	"gospin/vm/layout"
)

// Conditions are compiled to conditional jumps, most of which are one operation.

var comparisons = map[promela.Op]vm.Op{
	"==": vm.OpEq,
	"!=": vm.OpNe,
	"<":  vm.OpLt,
	"<=": vm.OpLe,
	">":  vm.OpGt,
	">=": vm.OpGe,
}

var opposite = map[vm.Op]vm.Op{
	vm.OpEq: vm.OpNe,
	vm.OpNe: vm.OpEq,
	vm.OpLt: vm.OpGe,
	vm.OpGe: vm.OpLt,
	vm.OpGt: vm.OpLe,
	vm.OpLe: vm.OpGt,
}

// truth emits code that ends with the truth of e.
func (c *compiler) truth(e promela.Expr) {
	out := c.jumpIf(e, false)
	c.emit(vm.Instr{Op: vm.OpTrue})
	c.land(out...)
	c.emit(vm.Instr{Op: vm.OpFalse})
}

// jumpIf emits code that jumps if e's truth is as wanted. It returns the jumps, which the caller must land.
func (c *compiler) jumpIf(e promela.Expr, want bool) []int {
	if _, ok := promela.Constant(e); ok {
		return c.jumpIfValue(e, want)
	}
	switch e := e.(type) {
	case *promela.Unary:
		if e.Op == "!" {
			return c.jumpIf(e.X, !want)
		}
	case *promela.Binary:
		if e.Op == "&&" || e.Op == "||" {
			if (e.Op == "||") == want { // each side alone is decisive
				return append(c.jumpIf(e.X, want), c.jumpIf(e.Y, want)...)
			}
			past := c.jumpIf(e.X, !want)
			jumps := c.jumpIf(e.Y, want)
			c.land(past...)
			return jumps
		}
		if k, ok := comparisons[e.Op]; ok {
			return c.jumpIfCompares(e, k, want)
		}
	case *promela.ChanOp:
		return c.jumpIfChannel(e, want, false)
	case *promela.VarRef:
		if r, ok := c.cell(e); ok {
			k := vm.OpNe
			if want {
				k = vm.OpEq
			}
			return []int{c.emit(vm.Instr{Op: vm.OpTestC, K: k, A: int32(r.off), C: r.cell, Base: r.base})}
		}
	}
	return c.jumpIfValue(e, want)
}

// jumpIfChannel is jumpIf for a question about a channel; asLen means that the model uses len.
func (c *compiler) jumpIfChannel(e *promela.ChanOp, want, asLen bool) []int {
	at, ok := c.byteCell(e.Chan)
	if !ok || e.Op == "len" {
		c.askChannel(e, asLen)
		return c.jumpOnValue(want)
	}
	op, asked := question(e.Op, asLen)
	in := vm.Instr{
		Op:   vm.OpTestCh,
		C:    asked,
		A:    int32(at.off),
		Base: at.base,
		B:    c.staticChan(e.Chan),
		K:    op,
		Mask: 1,
	}
	if (e.Op == "nfull" || e.Op == "nempty") != want { // the test jumps if it fails
		in.Mask = 0
	}
	return []int{c.emit(in)}
}

func (c *compiler) jumpIfValue(e promela.Expr, want bool) []int {
	c.expr(e)
	return c.jumpOnValue(want)
}

// jumpOnValue emits a jump if the truth of the value on the stack is as wanted.
func (c *compiler) jumpOnValue(want bool) []int {
	op := vm.OpJumpZ
	if want {
		op = vm.OpJumpNZ
	}
	return []int{c.emit(vm.Instr{Op: op})}
}

func (c *compiler) jumpIfCompares(e *promela.Binary, k vm.Op, want bool) []int {
	if want {
		k = opposite[k]
	}
	n, isConst := promela.Constant(e.Y)
	r, isCell := c.cell(e.X)
	if isConst {
		if l, ok := e.X.(*promela.ChanOp); ok && l.Op == "len" &&
			(k == vm.OpGt || k == vm.OpEq || k == vm.OpNe) &&
			n == 0 {
			op := promela.Op("empty")
			if k != vm.OpEq {
				op = "nempty"
			}
			return c.jumpIfChannel(&promela.ChanOp{Base: l.Base, Op: op, Chan: l.Chan}, false, true)
		}
		if isCell {
			return []int{
				c.emit(vm.Instr{Op: vm.OpTestC, K: k, B: n, A: int32(r.off), C: r.cell, Base: r.base}),
			}
		}
		c.expr(e.X)
		return []int{c.emit(vm.Instr{Op: vm.OpTestS, K: k, B: n})}
	}
	if y, ok := c.byteCell(e.Y); ok && isCell {
		return []int{
			c.emit(
				vm.Instr{
					Op:   vm.OpTestV,
					K:    k,
					B:    int32(y.off),
					Mask: int32(y.base),
					A:    int32(r.off),
					C:    r.cell,
					Base: r.base,
				},
			),
		}
	}
	c.expr(e.X)
	c.expr(e.Y)
	c.emit(vm.Instr{Op: binaryOps[e.Op]})
	return c.jumpOnValue(want)
}

// cell returns the place of an expression's value, if it is a variable at a fixed place.
func (c *compiler) cell(e promela.Expr) (ref, bool) {
	v, ok := e.(*promela.VarRef)
	if !ok || v.Var.Special != promela.NotSpecial {
		return ref{}, false
	}
	r := c.resolve(v, c.locs[v.Var])
	return r, len(r.index) == 0 && !r.bad
}

// byteCell is cell, restricted to bytes without a mask.
func (c *compiler) byteCell(e promela.Expr) (ref, bool) {
	r, ok := c.cell(e)
	return r, ok && (r.cell == layout.CellU8 || r.cell == layout.CellBit || r.cell == layout.CellU8M)
}
