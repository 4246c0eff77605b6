package vm

import (
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
)

var compareSigns = map[Op]string{OpEq: "==", OpNe: "!=", OpLt: "<", OpLe: "<=", OpGt: ">", OpGe: ">=",
	OpFull: "full", OpEmpty: "empty"}

// block describes a block of code.
type block struct {
	proc int // proctype, or -1
	what string
}

// WriteCode prints the bytecode: each block with its purpose, and operands with names if they have one. After
// that it prints what each transition reads and writes.
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
	fmt.Fprintln(w, "accesses of transitions:")
	p.writeAccesses(w)
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
				out[at] = block{
					int(t.Proc),
					fmt.Sprintf(
						"%s, state %d, %s: %s",
						p.proctype(int(t.Proc)).Name,
						t.From,
						part,
						p.Stmts[t.Stmt].Text,
					),
				}
			}
		}
		passes := t.Guard == GuardSend || t.Guard == GuardRecv
		add(t.Guard == GuardExpr, t.GuardPC, "guard")
		add(passes && t.Chan == 0 && !t.ChanVar, t.ChanPC, "channel")
		add(t.Guard == GuardSend, t.ArgsPC, "arguments")
		add(t.EffectPC > 0, t.EffectPC, "effect")
	}
	return out
}

// proctype returns a proctype by number. The trace assertion follows all others.
func (p *Program) proctype(n int) *Proctype {
	if n == len(p.Procs) {
		return &p.Events.Proc
	}
	return &p.Procs[n]
}

// instr formats an operation with its operands.
func (p *Program) instr(in *Instr, proc int) string {
	info := in.Op.info()
	if info.operands == "" {
		return info.name
	}
	return info.name + " " + os.Expand(
		info.operands,
		func(word string) string { return p.operand(in, proc, word) },
	)
}

// operand formats an operand, named by a word in the operation's table entry.
func (p *Program) operand(in *Instr, proc int, word string) string {
	switch word {
	case "A":
		return fmt.Sprint(in.A)
	case "B":
		return fmt.Sprint(in.B)
	case "D":
		return fmt.Sprint(in.D)
	case "K":
		return compareSigns[in.K]
	case "cell":
		return p.cellName(in.Base, in.A, proc)
	case "array":
		array, _, _ := strings.Cut(p.cellName(in.Base, in.A, proc), "[0]")
		return array
	case "atMask":
		return p.cellName(uint8(in.K), in.Mask, proc)
	case "atD":
		return p.cellName(uint8(in.K), in.D, proc)
	case "atB":
		return p.cellName(uint8(in.K), in.B, proc)
	case "atBMask":
		return p.cellName(uint8(in.Mask), in.B, proc)
	case "proctype":
		return p.Procs[in.A].Name
	case "message":
		return strconv.Quote(p.Msgs[in.A])
	case "format":
		return strconv.Quote(p.Formats[in.A].Text)
	case "not":
		if in.Mask == 0 {
			return "not "
		}
	}
	return ""
}

// cellName returns the variable at an address, or describes the address.
func (p *Program) cellName(base uint8, at int32, proc int) string {
	vars, where := p.Shown, "globals"
	if base == BaseSelf {
		vars, where = nil, "process"
		if proc >= 0 {
			vars = p.proctype(proc).Shown
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
