package compile

import "gospin/vm"

// Code is built in blocks that end with OpEnd. Until a block is finished, jumps are relative to it. Blocks
// may be nested: the pattern of a receive may contain code.

func (c *compiler) emit(in vm.Instr) int {
	c.cur = append(c.cur, in)
	return len(c.cur) - 1
}

func (c *compiler) push(v int32) { c.emit(vm.Instr{Op: vm.OpConst, A: v}) }

// land makes jumps lead to the present position.
func (c *compiler) land(jumps ...int) {
	for _, i := range jumps {
		c.cur[i].D = int32(len(c.cur))
	}
}

// code builds a block, and returns its address.
func (c *compiler) code(build func()) int32 {
	outer := c.cur
	c.cur = nil
	build()
	c.emit(vm.Instr{Op: vm.OpEnd})
	block := c.cur
	c.cur = outer
	at := int32(len(c.p.Code))
	for i := range block {
		if block[i].Op.Jumps() {
			block[i].D += at
		}
	}
	c.p.Code = append(c.p.Code, block...)
	c.p.MaxStack = max(c.p.MaxStack, len(block))
	return at
}
