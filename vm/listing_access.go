package vm

import (
	"fmt"
	"io"
	"strings"
)

// writeAccesses prints what each transition reads and writes.
func (p *Program) writeAccesses(w io.Writer) {
	for i := range p.Procs {
		pt := &p.Procs[i]
		for _, c := range pt.Exclusive.XR {
			fmt.Fprintf(w, "%s: xr %s\n", pt.title(), p.cellsName(c, i))
		}
		for _, c := range pt.Exclusive.XS {
			fmt.Fprintf(w, "%s: xs %s\n", pt.title(), p.cellsName(c, i))
		}
		for n := range pt.States {
			st := &pt.States[n]
			for k := st.First; k < st.First+st.N; k++ {
				a := &p.Accesses[k]
				text := p.part("guard", &a.Guard, i) + p.part("effect", &a.Effect, i)
				if a.Blocks {
					text = "; may block" + text
				}
				fmt.Fprintf(w, "%s, state %d, %s%s\n", pt.Name, n, p.Stmts[p.Trans[k].Stmt].All(), text)
			}
		}
	}
}

// part describes a guard or an effect, or returns "" if it has no accesses.
func (p *Program) part(what string, a *Access, proc int) string {
	if text := p.accessText(a, proc); text != "" {
		return "; " + what + " " + text
	}
	return ""
}

func (p *Program) accessText(a *Access, proc int) string {
	var clauses []string
	list := func(what string, n int, item func(i int) string) {
		for i := range n {
			what += " " + item(i)
		}
		if n > 0 {
			clauses = append(clauses, what)
		}
	}
	flag := func(is bool, what string) {
		if is {
			clauses = append(clauses, what)
		}
	}
	flag(a.Timeout, "asks for timeout")
	flag(a.ReadsAll, "reads all")
	flag(a.WritesAll, "writes all")
	list("reads", len(a.Reads), func(i int) string { return p.cellsName(a.Reads[i], proc) })
	list("writes", len(a.Writes), func(i int) string { return p.cellsName(a.Writes[i], proc) })
	list("sends", len(a.Sends), func(i int) string { return p.channelName(a.Sends[i], proc) })
	list("receives", len(a.Recvs), func(i int) string { return p.channelName(a.Recvs[i], proc) })
	list("polls", len(a.Polls), func(i int) string {
		return pollNames[a.Polls[i].Kind] + "(" + p.channelName(a.Polls[i].Channel, proc) + ")"
	})
	list("looks for", len(a.Labels), func(i int) string {
		return fmt.Sprintf("%s@%d", p.Procs[a.Labels[i].Proc].Name, a.Labels[i].State)
	})
	flag(a.Meets, "may be a rendezvous")
	flag(a.Counts, "counts processes")
	flag(a.Creates, "creates a process")
	flag(a.Ends, "ends the process")
	return strings.Join(clauses, ", ")
}

var pollNames = [...]string{PollMessage: "message", PollLen: "len", PollFull: "full", PollNFull: "nfull",
	PollEmpty: "empty", PollNEmpty: "nempty"}

// channelName names a channel by its variable, with # and its number if known, or "own" and its index among
// the process's own channels.
func (p *Program) channelName(c Channel, proc int) string {
	name := p.cellsName(c.In, proc)
	switch {
	case c.In.Len == 0:
		return "any"
	case c.Assigned:
		return name + "=any"
	case c.ID > 0:
		return fmt.Sprintf("%s#%d", name, c.ID)
	case c.Own > 0:
		return fmt.Sprintf("%s#own%d", name, c.Own)
	}
	return name
}

// cellsName names a variable, or an array with its index in brackets, ? if unknown.
func (p *Program) cellsName(c Cells, proc int) string {
	base, of := c.Base, ""
	if base == BaseOther {
		base, proc, of = BaseSelf, int(c.Proc), p.Procs[c.Proc].Name+":"
	}
	name, index := of+p.cellName(base, c.Off, proc), "?"
	switch c.Index.Known {
	case InCell:
		index = p.cellName(c.Index.Base, c.Index.Off, proc)
	case OwnPid:
		index = "_pid"
	}
	if c.Stride == 0 {
		return name
	}
	if c.Index.Known == AnyIndex {
		return strings.ReplaceAll(name, "[0]", "[?]")
	}
	return strings.Replace(name, "[0]", "["+index+"]", 1)
}
