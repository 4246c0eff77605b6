package verifier

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/bits"

	"gospin/compression/train"
	"gospin/vm/layout"
)

// MemoryUse tells what fills the state vector of a model: by component and variable how many bytes there are and how many
// values they had, in the profile beside the model or in a training run, and what would save memory.
func MemoryUse(ctx context.Context, w io.Writer, o Options, t TrainOptions) error {
	o.Compress = "trained"
	if err := o.check(); err != nil {
		return err
	}
	_, prog, err := Load(&o)
	if err != nil {
		return err
	}
	p, err := train.Read(ProfilePath(o.Model), digest(prog))
	from := "the profile " + ProfilePath(o.Model)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, train.ErrModel) {
		p, err = learn(ctx, &o, t, prog)
		from = "a training run"
	}
	if err != nil {
		return err
	}
	l := prog.Layout
	u := &memoryUse{w: w, p: p}
	fmt.Fprintf(w, "values by %s of %d states\n\n%-28s %6s %8s %6s\n", from, p.States, "", "bytes", "values", "bits")
	u.class(0, "globals", l.Globals, l.Fields, l.Hidden+layout.ShapeBytes)
	for i, pt := range l.Procs {
		u.class(1+i, "process "+pt.Name, pt.Size, pt.Fields, 0)
	}
	for i, ct := range l.Chans {
		u.class(1+len(l.Procs)+i, p.Names[1+len(l.Procs)+i], ct.Size, nil, 0)
	}
	fmt.Fprintln(w)
	if len(u.advice) > 0 {
		fmt.Fprintln(w, "in the states seen:")
	}
	for _, a := range u.advice {
		fmt.Fprintln(w, a)
	}
	u.modes(l)
	return nil
}

type memoryUse struct {
	w      io.Writer
	p      *train.Profile
	advice []string
}

// class tells of the components of a class; base is where its fields' offsets begin.
func (u *memoryUse) class(k int, name string, size int, fields []*layout.Field, base int) {
	learnt := &u.p.Training.Classes[k]
	sum, _ := u.p.Bits(k)
	values := "many"
	if learnt.Distinct > 0 {
		values = fmt.Sprint(learnt.Distinct)
	}
	fmt.Fprintf(u.w, "%-28s %6d %8s %6d\n", name, size, values, sum)
	for _, f := range fields {
		if f.Hidden {
			continue
		}
		from, n := f.Elem.Off-base, layout.CellSize(f.Elem.Cell)
		u.field(name, f, learnt.Values, from, n)
	}
}

// field tells of a variable with cells of n bytes that begin at an offset of the component.
func (u *memoryUse) field(owner string, f *layout.Field, values [][]byte, from, n int) {
	stride := max(f.Stride, n)
	sum, most, high := 0, 0, 0 // bits of all cells; of the largest; bytes that are in use in some cell
	for i := range f.Len {
		cell := 0
		for b := range n {
			at := from + i*stride + b
			if at < 0 || at >= len(values) {
				return
			}
			v := values[at]
			cell += bits.Len(uint(max(len(v), 1) - 1))
			if len(v) > 1 || len(v) == 1 && v[0] != 0 {
				high = max(high, b+1)
			}
		}
		sum += cell
		most = max(most, cell)
	}
	count := "-"
	if n == 1 && f.Len == 1 {
		count = fmt.Sprint(len(values[from]))
	}
	fmt.Fprintf(u.w, "  %-26s %6d %8s %6d\n", f.Name, f.Len*n, count, sum)
	switch name := owner + ": " + f.Name; {
	case sum == 0 && f.Len*n > 0:
		u.advice = append(u.advice, fmt.Sprintf("%s never changed: a constant saves %s", name, plural(f.Len*n)))
	case n > 1 && high <= 1:
		u.advice = append(u.advice, fmt.Sprintf("%s fits a byte: saves %s", name, plural(f.Len*(n-1))))
	case n > 2 && high <= 2 && most > 8:
		u.advice = append(u.advice, fmt.Sprintf("%s fits a short: saves %s", name, plural(f.Len*(n-2))))
	case sum >= 16:
		u.advice = append(u.advice, fmt.Sprintf("%s has %d bits of information: if states that differ in it alone need not be told apart, hidden saves them", name, sum))
	}
}

func plural(n int) string {
	if n == 1 {
		return "1 byte"
	}
	return fmt.Sprintf("%d bytes", n)
}

// modes compares what a state of the largest shape met would take.
func (u *memoryUse) modes(l *layout.Layout) {
	size, position, whole := 0, 0, 0
	for _, procs := range u.p.Training.Shapes {
		classes := []int{0}
		for _, t := range l.Global {
			classes = append(classes, 1+len(l.Procs)+t)
		}
		for _, p := range procs {
			classes = append(classes, 1+p)
			for _, t := range l.Procs[p].Chans {
				classes = append(classes, 1+len(l.Procs)+t)
			}
		}
		s, a, b := layout.ShapeBytes, 0, 0
		for _, k := range classes {
			learnt := &u.p.Training.Classes[k]
			s += len(learnt.Values)
			n, _ := u.p.Bits(k)
			a += n
			if learnt.Distinct > 0 {
				n = min(n, bits.Len(uint(learnt.Distinct-1)))
			}
			b += n
		}
		if s > size {
			size, position, whole = s, a, b
		}
	}
	fmt.Fprintf(u.w, "a state of the largest shape: mask %d bytes, trained by position %d bits, by component (collapse) %d bits, as trained %d bits\n", size, position, whole, u.p.RootBits)
}
