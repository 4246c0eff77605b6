package vm

import (
	"fmt"
	"io"
	"strings"
)

var opNames = map[Op]string{OpEnd: "END", OpConst: "CONST", OpLoad: "LOAD", OpLoadX: "LOADX", OpStore: "STORE", OpStoreX: "STOREX",
	OpAddr: "ADDR", OpLoadA: "LOADA", OpStoreA: "STOREA", OpPop: "POP", OpNeg: "NEG", OpNot: "NOT", OpCompl: "COMPL",
	OpAdd: "ADD", OpSub: "SUB", OpMul: "MUL", OpDiv: "DIV", OpMod: "MOD", OpAnd: "AND", OpOr: "OR", OpXor: "XOR", OpShl: "SHL",
	OpShr: "SHR", OpEq: "EQ", OpNe: "NE", OpLt: "LT", OpLe: "LE", OpGt: "GT", OpGe: "GE", OpEqC: "EQC", OpNeC: "NEC",
	OpLtC: "LTC", OpLeC: "LEC", OpGtC: "GTC", OpGeC: "GEC", OpAddC: "ADDC", OpBool: "BOOL", OpJump: "JUMP", OpJumpZ: "JUMPZ",
	OpJumpNZ: "JUMPNZ", OpTestC: "TESTC", OpTestV: "TESTV", OpTestS: "TESTS", OpTestCh: "TESTCH", OpTrue: "TRUE",
	OpFalse: "FALSE", OpLoadV: "LOADV", OpStoreV: "STOREV", OpCopy: "COPY", OpInc: "INC", OpLen: "LEN", OpFull: "FULL",
	OpEmpty: "EMPTY", OpPoll: "POLL", OpRun: "RUN", OpPid: "PID", OpNrPr: "NRPR", OpTimeout: "TIMEOUT", OpMsg: "MSG",
	OpAssert: "ASSERT", OpNp: "NP", OpRemPC: "REMPC", OpRemVar: "REMVAR", OpEnabled: "ENABLED", OpPcValue: "PCVALUE",
	OpGetPrio: "GETPRIO", OpSetPrio: "SETPRIO", OpPrint: "PRINT", OpFault: "FAULT"}

var compareSigns = map[Op]string{OpEq: "==", OpNe: "!=", OpLt: "<", OpLe: "<=", OpGt: ">", OpGe: ">=", OpFull: "full", OpEmpty: "empty"}

// block says what the code at an address is for.
type block struct {
	proc int // proctype; -1: none
	what string
}

// WriteCode prints the bytecode: each block with what it is for, operands by name where they have one.
func (p *Program) WriteCode(w io.Writer) {
	blocks := p.blocks()
	proc := -1
	for i := range p.Code {
		if b, ok := blocks[int32(i)]; ok && i > 0 {
			proc = b.proc
			fmt.Fprintf(w, "%s\n", b.what)
		}
		fmt.Fprintf(w, "%5d  %s\n", i, p.instr(&p.Code[i], proc))
	}
}

func (p *Program) blocks() map[int32]block {
	out := map[int32]block{p.GlobalInit: {-1, "initial values of globals"}}
	for i := range p.Procs {
		pt := &p.Procs[i]
		out[pt.Init] = block{i, pt.title() + ": initial values"}
		if pt.Provided >= 0 {
			out[pt.Provided] = block{i, pt.title() + ": provided"}
		}
	}
	for i := range p.Trans {
		t := &p.Trans[i]
		add := func(wanted bool, at int32, part string) {
			if wanted {
				out[at] = block{int(t.Proc), fmt.Sprintf("%s, state %d, %s: %s", p.Procs[t.Proc].Name, t.From, part, p.Stmts[t.Stmt].Text)}
			}
		}
		passes := t.Guard == GuardSend || t.Guard == GuardRecv
		add(t.Guard == GuardExpr, t.GuardPC, "guard")
		add(passes && t.Chan == 0 && !t.ChanVar, t.ChanPC, "channel")
		add(t.Guard == GuardSend, t.ArgsPC, "arguments")
		add((t.Effect == EffectCode || t.Effect == EffectRecv) && t.EffectPC > 0, t.EffectPC, "effect")
	}
	return out
}

// instr is an operation with its operands.
func (p *Program) instr(in *Instr, proc int) string {
	name := opNames[in.Op]
	cell := p.cellName(in.Base, in.A, proc)
	array, _, _ := strings.Cut(cell, "[0]")
	switch in.Op {
	case OpConst, OpLoadA, OpStoreA, OpMsg, OpPoll, OpEqC, OpNeC, OpLtC, OpLeC, OpGtC, OpGeC, OpAddC:
		return fmt.Sprintf("%s %d", name, in.A)
	case OpLoad, OpStore:
		return name + " " + cell
	case OpLoadX, OpStoreX:
		return fmt.Sprintf("%s %s of %d", name, array, in.B)
	case OpLoadV:
		return fmt.Sprintf("%s %s of %d, index %s", name, array, in.B, p.cellName(uint8(in.K), in.Mask, proc))
	case OpStoreV:
		return fmt.Sprintf("%s %s of %d, index %s", name, array, in.B, p.cellName(uint8(in.K), in.D, proc))
	case OpAddr:
		return fmt.Sprintf("%s %d of %d bytes", name, in.B, in.D)
	case OpInc:
		return fmt.Sprintf("%s %s by %d", name, cell, in.B)
	case OpCopy:
		return fmt.Sprintf("%s %s := %s", name, cell, p.cellName(uint8(in.K), in.B, proc))
	case OpJump, OpJumpZ, OpJumpNZ:
		return fmt.Sprintf("%s %d", name, in.D)
	case OpTestC:
		return fmt.Sprintf("%s %s %s %d, else %d", name, cell, compareSigns[in.K], in.B, in.D)
	case OpTestV:
		return fmt.Sprintf("%s %s %s %s, else %d", name, cell, compareSigns[in.K], p.cellName(uint8(in.Mask), in.B, proc), in.D)
	case OpTestS:
		return fmt.Sprintf("%s %s %d, else %d", name, compareSigns[in.K], in.B, in.D)
	case OpTestCh:
		not := ""
		if in.Mask == 0 {
			not = "not "
		}
		return fmt.Sprintf("%s %s %s%s, else %d", name, cell, not, compareSigns[in.K], in.D)
	case OpRun, OpRemVar:
		return fmt.Sprintf("%s %s", name, p.Procs[in.A].Name)
	case OpRemPC:
		return fmt.Sprintf("%s %s, state %d", name, p.Procs[in.A].Name, in.B)
	case OpAssert, OpFault:
		return fmt.Sprintf("%s %q", name, p.Msgs[in.A])
	case OpPrint:
		return fmt.Sprintf("%s %q", name, p.Formats[in.A].Text)
	case OpBool, OpEnd:
		return name
	}
	if name == "" {
		name = fmt.Sprintf("op %d", in.Op)
	}
	if in.A|in.B|in.D != 0 {
		return fmt.Sprintf("%s %d %d %d", name, in.A, in.B, in.D)
	}
	return name
}

// cellName finds the variable at an address, or says where it is.
func (p *Program) cellName(base uint8, at int32, proc int) string {
	vars, where := p.Shown, "globals"
	if base == BaseSelf {
		vars, where = nil, "process"
		if proc >= 0 {
			vars = p.Procs[proc].Shown
		}
	}
	for i := range vars {
		v := &vars[i]
		if k := int(at) - v.Elem.Off; k >= 0 && k < v.Len*max(1, v.Stride) {
			return v.Item(k / max(1, v.Stride))
		}
	}
	return fmt.Sprintf("%s+%d", where, at)
}
