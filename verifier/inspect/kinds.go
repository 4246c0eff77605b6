package inspect

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"gospin/verifier/batch"
	"gospin/verifier/report"
	"gospin/verifier/search"
	"gospin/verifier/source"
	"gospin/verifier/space"
	"gospin/vm"
	"gospin/vm/layout"
)

// Limits of the search of Kinds.
const (
	kindStates = 20_000
	kindTime   = time.Second
)

// Kinds prints how searches in batches remember the moves of each process: always the same, by what they
// depend on, or by transition. A short search determines that.
func Kinds(ctx context.Context, w io.Writer, s source.Source, a source.Aim) error {
	prog, err := s.Program(ctx, a)
	if err != nil {
		return err
	}
	if why := space.Takes(prog); why != "" {
		fmt.Fprintln(w, "the model is not searched in batches of roots: "+why)
		return nil
	}
	ctx, stop := context.WithTimeout(ctx, kindTime)
	defer stop()
	t := &batch.Task{Context: ctx, Limits: search.Limits{States: kindStates, NoEnd: true, NoAssert: true}}
	states, res, err := space.Search(prog, nil, nil, nil, nil, t)
	if errors.Is(err, batch.ErrWide) {
		fmt.Fprintln(w, "the model is not searched in batches of roots: "+err.Error())
		return nil
	}
	if err != nil {
		return err
	}
	v := &kindsView{w, prog}
	v.write(states, res)
	return nil
}

type kindsView struct {
	w    io.Writer
	prog *vm.Program
}

func (v *kindsView) write(states *space.Space, res *batch.Result) {
	did := states.Stats()
	fmt.Fprintf(v.w, "searched %d states, %d transitions; a state takes %s of the table, rebuilt %s\n",
		res.Stored, res.Stored+res.Matched, report.Count(did.Words, "word"), report.Often(did.Repacks))
	if finds := did.Finds; finds > 0 {
		fmt.Fprintf(v.w, "moves looked up %d times, %d of them not found; moves executed: %d to be remembered, %d that "+
			"can't be, and in %s without moves\n", finds, did.Misses, did.Learnt, did.Fallback,
			report.Count(int(did.Ends), "state"))
	}
	for _, k := range states.Kinds() {
		v.writeKind(&k)
	}
}

func (v *kindsView) writeKind(k *space.Kind) {
	fmt.Fprintf(v.w, "process %d, %s: %s of its own state\n", k.Pid, v.prog.Procs[k.Proctype].Name,
		report.Count(k.Values, "value"))
	for _, each := range []struct {
		n    int
		what string
	}{
		{k.Direct, "the same moves in every state"},
		{k.Hashed, "moves that depend on other parts of the state"},
		{k.Split, "moves of which each is remembered by itself"},
	} {
		if each.n > 0 {
			fmt.Fprintf(v.w, "  in %d: %s\n", each.n, each.what)
		}
	}
	if len(k.Looks) > 0 {
		fmt.Fprintln(v.w, "  depends on "+v.namesOf(k.Looks))
	}
	if k.Offers > 0 {
		fmt.Fprintf(v.w, "  may take part in a rendezvous: %s of a value and an offer\n", report.Count(k.Offers, "pair"))
	}
	if k.Stepped > 0 {
		fmt.Fprintf(v.w, "  atomic sequences remembered step by step: %s, with %s inside\n",
			report.Count(k.Stepped, "part"), report.Count(k.Within, "value"))
	}
	fmt.Fprintf(v.w, "  remembered: %s, from %s\n", entries(k.Entries), report.Count(k.Learnt, "execution"))
	if k.Slow > 0 {
		fmt.Fprintf(v.w, "  executed each time: in %s\n", report.Count(k.Slow, "case"))
	}
}

func entries(n int) string {
	if n == 1 {
		return "1 entry"
	}
	return fmt.Sprintf("%d entries", n)
}

// maxNamed limits the components that are named.
const maxNamed = 12

// looks names components. Elements of the same array, or channels of different processes, have one name.
func (v *kindsView) namesOf(looks []space.Look) string {
	var names []string
	met := map[string]int{}
	for i := range looks {
		name, array := v.look(&looks[i])
		if at, known := met[array]; known {
			names[at] = array
			continue
		}
		met[array] = len(names)
		names = append(names, name)
	}
	if n := len(names) - maxNamed; n > 0 {
		names = append(names[:maxNamed], fmt.Sprintf("and %d more", n))
	}
	return strings.Join(names, ", ")
}

// look names a component, and the array if it is an element.
func (v *kindsView) look(l *space.Look) (name, array string) {
	ends := ""
	if l.Ends {
		ends = "the ends of "
	}
	switch {
	case l.Component == layout.Globals:
		return v.variables(l.At, l.Len)
	case l.Component == layout.Process:
		name = fmt.Sprintf("process %d", l.At)
		return name, name
	case l.At < len(v.prog.ChanVars):
		name, array = v.variables(int(v.prog.ChanVars[l.At].A), 1)
		return ends + name, ends + array
	}
	name = fmt.Sprintf("%schannel %d", ends, l.At+1)
	return name, ends + "processes' channels"
}

// variables names the variables at an address.
func (v *kindsView) variables(at, n int) (name, array string) {
	for _, f := range v.prog.Layout.Fields {
		size := layout.CellSize(f.Elem.Cell)
		stride := max(f.Stride, size)
		end := f.Elem.Off + (f.Len-1)*stride + size
		switch {
		case at < f.Elem.Off || at >= end:
		case at+n > end:
			return f.Name + " and what follows", f.Name + " and what follows"
		case f.Len == 1:
			return f.Name, f.Name
		case n > size:
			return f.Name, f.Name
		default:
			return fmt.Sprintf("%s[%d]", f.Name, (at-f.Elem.Off)/stride), f.Name
		}
	}
	return "what has no name", "what has no name"
}
