package por

import "gospin/vm"

// The values of operations, as in package vm.

func truth(b bool) int32 {
	if b {
		return 1
	}
	return 0
}

func compares(op vm.Op, x, y int32) bool {
	switch op {
	case vm.OpEq:
		return x == y
	case vm.OpNe:
		return x != y
	case vm.OpLt:
		return x < y
	case vm.OpLe:
		return x <= y
	case vm.OpGt:
		return x > y
	}
	return x >= y
}

func unary(in *vm.Instr, x value) value {
	if !x.known {
		return anything
	}
	switch in.Op {
	case vm.OpNeg:
		return constant(-x.v)
	case vm.OpNot:
		return constant(truth(x.v == 0))
	case vm.OpCompl:
		return constant(^x.v)
	case vm.OpBool:
		return constant(truth(x.v != 0))
	case vm.OpAddC:
		return constant(x.v + in.A)
	}
	return constant(truth(compares(vm.OpEq+in.Op-vm.OpEqC, x.v, in.A)))
}

func binary(op vm.Op, a, b value) value {
	if !a.known || !b.known {
		return anything
	}
	x, y := a.v, b.v
	switch op {
	case vm.OpAdd:
		return constant(x + y)
	case vm.OpSub:
		return constant(x - y)
	case vm.OpMul:
		return constant(x * y)
	case vm.OpDiv, vm.OpMod:
		if y == 0 || y == -1 {
			return anything
		}
		if op == vm.OpDiv {
			return constant(x / y)
		}
		return constant(x % y)
	case vm.OpAnd:
		return constant(x & y)
	case vm.OpOr:
		return constant(x | y)
	case vm.OpXor:
		return constant(x ^ y)
	case vm.OpShl:
		return constant(x << (uint32(y) & 31))
	case vm.OpShr:
		return constant(x >> (uint32(y) & 31))
	case vm.OpEq, vm.OpNe, vm.OpLt, vm.OpLe, vm.OpGt, vm.OpGe:
		return constant(truth(compares(op, x, y)))
	}
	return anything
}
