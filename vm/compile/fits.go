package compile

import (
	"gospin/promela"
	"gospin/vm"
	"gospin/vm/layout"
)

// SPIN's remark on a value that is cut names the width of the type so; that of unsigned variables is always
// 5.
var toldWidths = map[promela.Kind]int32{
	promela.Unsigned: 5, promela.Bit: 1, promela.Byte: 8, promela.Pid: 8, promela.Mtype: 8, promela.Short: 16,
}

// fits has the value on the stack checked that is about to go into a variable or a field of a type, if that
// is asked for.
func (c *compiler) fits(t promela.Type) {
	width := toldWidths[t.Kind]
	if !c.o.Fits || width == 0 || c.inEvents {
		return
	}
	cell, mask := cellOf(t, false)
	c.emit(vm.Instr{Op: vm.OpFits, C: cell, Mask: mask, D: width})
}

// mayNotFit reports whether a constant has to be checked.
func (c *compiler) mayNotFit(t promela.Type, k int32) bool {
	return c.o.Fits && !fitsIn(t, k)
}

// fitsIn reports whether a constant fits into a variable of a type.
func fitsIn(t promela.Type, k int32) bool {
	cell, mask := cellOf(t, false)
	return toldWidths[t.Kind] == 0 || layout.Truncate(cell, mask, k) == k
}

// typeOf is the type of what a reference is about: of a typedef's field, the field's.
func typeOf(v *promela.VarRef) promela.Type {
	for v.Field != nil {
		v = v.Field
	}
	return v.Var.Type
}

// fieldTypes are those of the messages of a channel, if its variable has one of its own.
func fieldTypes(v *promela.VarRef) []promela.Type {
	for v.Field != nil {
		v = v.Field
	}
	if v.Var.Chan == nil {
		return nil
	}
	return v.Var.Chan.Fields
}
