package compile

import (
	"gospin/promela"
	"gospin/vm"
	"gospin/vm/layout"
)

// messageWidths are the widths of types in SPIN's messages about truncated values, which is always 5 for
// unsigned variables.
var messageWidths = map[promela.Kind]int32{
	promela.Unsigned: 5, promela.Bit: 1, promela.Byte: 8, promela.Pid: 8, promela.Mtype: 8, promela.Short: 16,
}

// fits emits a check that the value on the stack fits a type, if checks are requested.
func (c *compiler) fits(t promela.Type) {
	width := messageWidths[t.Kind]
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

// fitsIn reports whether a constant fits a variable of a type.
func fitsIn(t promela.Type, k int32) bool {
	cell, mask := cellOf(t, false)
	return messageWidths[t.Kind] == 0 || layout.Truncate(cell, mask, k) == k
}

// typeOf returns the type of a reference, for a typedef's field that of the field.
func typeOf(v *promela.VarRef) promela.Type {
	for v.Field != nil {
		v = v.Field
	}
	return v.Var.Type
}

// fieldTypes returns the types of a channel's message fields, if its variable has an initialiser.
func fieldTypes(v *promela.VarRef) []promela.Type {
	for v.Field != nil {
		v = v.Field
	}
	if v.Var.Chan == nil {
		return nil
	}
	return v.Var.Chan.Fields
}
