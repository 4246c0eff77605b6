package tune

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"math/bits"

	"gospin/compression"
	"gospin/compression/train"
	"gospin/verifier/ask"
	"gospin/verifier/report"
	"gospin/verifier/source"
	"gospin/verifier/way"
	"gospin/vm/layout"
)

// MemoryUse prints what fills the state vector of a model: for each component and variable its size and the
// number of different values, from the model's profile or a training run. It also suggests ways to save
// memory: hiding a variable, a smaller type, another mode.
func MemoryUse(ctx context.Context, w io.Writer, o ask.Options, t TrainOptions) error {
	o.Compress = "trained"
	m, prog, err := load(ctx, &o)
	if err != nil {
		return err
	}
	p, err := train.Read(ProfilePath(o.Model), source.Digest(prog))
	from := "the profile " + ProfilePath(o.Model)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, train.ErrModel) {
		t.uses = true
		p, err = learn(ctx, &o, t, prog)
		from = "a training run"
	}
	if err != nil {
		return err
	}
	l := prog.Layout
	u := &memoryUse{w: w, p: p}
	fmt.Fprintf(
		w,
		"values by %s of %d states\n\n%-28s %6s %8s %6s %8s\n",
		from,
		p.States,
		"",
		"bytes",
		"values",
		"bits",
		"hidden",
	)
	u.class(0, "globals", l.Globals, l.Fields, l.Hidden+layout.ShapeBytes)
	for i, pt := range l.Procs {
		u.class(1+i, "process "+pt.Name, pt.Size, pt.Fields, 0)
	}
	for i, ct := range l.Chans {
		u.class(1+len(l.Procs)+i, p.Names[1+len(l.Procs)+i], ct.Size, nil, 0)
	}
	fmt.Fprintln(
		w,
		"\nbits: what the different values of each byte take; hidden: different values of the component without the variable",
	)
	if len(u.advice) > 0 {
		fmt.Fprintln(w, "\nin the states seen:")
	}
	for _, a := range u.advice {
		fmt.Fprintln(w, a)
	}
	whole, err := m.Compile(ctx, o.Aim(way.Store{Padded: true}, "", false))
	if err != nil {
		return err
	}
	u.modes(l, whole.Layout)
	return nil
}

type memoryUse struct {
	w      io.Writer
	p      *train.Profile
	advice []string
}

// class prints the components of a class. The offsets of its fields begin at base.
func (u *memoryUse) class(k int, name string, size int, fields []*layout.Field, base int) {
	stats := &u.p.Training.Classes[k]
	sum, _ := u.p.Bits(k)
	values := "many"
	if stats.Distinct > 0 {
		values = fmt.Sprint(stats.Distinct)
	}
	fmt.Fprintf(u.w, "%-28s %6d %8s %6d\n", name, size, values, sum)
	for i, f := range fields {
		if f.Hidden {
			continue
		}
		var use *train.Use
		if k < len(u.p.Uses) && i < len(u.p.Uses[k]) {
			use = &u.p.Uses[k][i]
		}
		u.field(name, f, stats, f.Elem.Off-base, use)
	}
}

// field prints a variable whose first element is at an offset of the component.
func (u *memoryUse) field(
	owner string,
	f *layout.Field,
	stats *compression.ValueStats,
	from int,
	use *train.Use,
) {
	n := layout.CellSize(f.Elem.Cell)
	bytes, sum := f.Len*n, 0
	for i := range f.Len {
		for b := range n {
			sum += bits.Len(uint(max(len(stats.Values[from+i*max(f.Stride, n)+b]), 1) - 1))
		}
	}
	if use == nil {
		fmt.Fprintf(u.w, "  %-26s %6d %8s %6d %8s\n", f.Name, bytes, "many", sum, "many")
		return
	}
	fmt.Fprintf(u.w, "  %-26s %6d %8d %6d %8d\n", f.Name, bytes, use.Values, sum, use.Hidden)
	say := func(format string, a ...any) {
		u.advice = append(u.advice, owner+": "+f.Name+" "+fmt.Sprintf(format, a...))
	}
	switch {
	case sum == 0 && use.Min == use.Max:
		say(
			"was %d in every state: a constant, or hidden if it is used within steps only, saves %s",
			use.Min,
			report.Count(bytes, "byte"),
		)
		return
	case sum == 0:
		say(
			"was the same in every state: constants, or hidden if it is used within steps only, save %s",
			report.Count(bytes, "byte"),
		)
		return
	case n > 1 && use.Min >= 0 && use.Max <= 255:
		say("is %d to %d and fits a byte: saves %s", use.Min, use.Max, report.Count(f.Len*(n-1), "byte"))
	case n > 2 && use.Min >= math.MinInt16 && use.Max <= math.MaxInt16:
		say("is %d to %d and fits a short: saves %s", use.Min, use.Max, report.Count(f.Len*(n-2), "byte"))
	}
	if use.Hidden <= stats.Distinct/2 {
		say(
			"hidden, if nothing depends on it, saves %s and leaves %d of %d values of the component",
			report.Count(bytes, "byte"),
			use.Hidden,
			stats.Distinct,
		)
	}
}

// modes compares the size of the largest sampled state in the modes that have keys of their own length;
// padded is the layout of mode none.
func (u *memoryUse) modes(l, padded *layout.Layout) {
	size, position, whole, none := 0, 0, 0, 0
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
		shape := padded.Root()
		for _, p := range procs {
			shape = padded.Child(shape, p)
		}
		none = max(none, shape.Size-padded.Hidden)
		for _, k := range classes {
			stats := &u.p.Training.Classes[k]
			s += len(stats.Values)
			n, _ := u.p.Bits(k)
			a += n
			if stats.Distinct > 0 {
				n = min(n, bits.Len(uint(stats.Distinct-1)))
			}
			b += n
		}
		if s > size {
			size, position, whole = s, a, b
		}
	}
	fmt.Fprintln(u.w, "\na state of the largest shape takes, tables apart:")
	for _, m := range []struct {
		mode string
		bits int
	}{{"none", 8 * none}, {"mask", 8 * size}, {"collapse", whole}, {"trained", u.p.RootBits}} {
		fmt.Fprintf(u.w, "  %-10s %s\n", m.mode, report.Count((m.bits+7)/8, "byte"))
	}
	fmt.Fprintf(u.w, "(byte by byte, it has %d bits); gospin compare runs all modes\n", position)
}
