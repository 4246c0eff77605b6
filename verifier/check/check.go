package check

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"slices"
	"sync"
	"sync/atomic"

	"gospin/promela/resolve"
	"gospin/verifier/check/interpret"
	"gospin/verifier/limit"
)

// Options say how a certificate is checked.
type Options struct {
	Workers int
	Memory  int64 // bytes; 0: any number
	// Formulas has names of formulas of the model to check, too; an empty name means all.
	Formulas []string
}

// Result has what a certificate proves.
type Result struct {
	Header
	Transitions uint64 // arrivals at states, including that at the initial state
	// Symmetric means that each state stands for those to which permutations map it.
	Symmetric bool
	Formulas  []Verdict
}

// Run checks a certificate. The error is Refused if it proves nothing, and Unable if that is not known.
func Run(ctx context.Context, f io.ReaderAt, size int64, o Options) (*Result, error) {
	h, in, err := open(ctx, f, size)
	if err != nil {
		return nil, err
	}
	need := h.Bytes + 16*h.States
	if o.Memory > 0 && need > uint64(o.Memory) || h.States >= 1<<32-1 {
		return nil, limit.Memory
	}
	md, err := read(ctx, h.Text)
	if err != nil {
		return nil, err
	}
	c := &checker{ctx: ctx, memory: max(0, o.Memory-int64(need))}
	if text, is := h.symmetry(); is {
		if c.orbits, err = interpret.NewOrbits(md, []byte(text)); err != nil {
			return nil, refused("%s", err)
		}
		if len(o.Formulas) > 0 {
			return nil, Unable("formulas are checked on all states, and the search that wrote this identified some of them")
		}
	}
	all, err := readStates(ctx, in, h)
	if err != nil {
		return nil, err
	}
	all.index()
	c.states = all
	if err := c.run(md, max(1, o.Workers)); err != nil {
		return nil, err
	}
	r := &Result{Header: *h, Transitions: c.arrivals.Load(), Symmetric: c.orbits != nil}
	if len(o.Formulas) > 0 {
		r.Formulas, err = c.formulas(md, slices.DeleteFunc(o.Formulas, func(s string) bool { return s == "" }))
	}
	return r, err
}

// Read reads the header of a certificate, and checks that the file is complete.
func Read(ctx context.Context, f io.ReaderAt, size int64) (*Header, error) {
	h, _, err := open(ctx, f, size)
	return h, err
}

func open(ctx context.Context, f io.ReaderAt, size int64) (*Header, *bufio.Reader, error) {
	in, err := checkSum(ctx, f, size)
	if err != nil {
		return nil, nil, err
	}
	h, err := readHeader(in)
	return h, in, err
}

// Unable is why a model can't be checked.
type Unable = interpret.Unable

// Takes returns an Unable if no certificate of a model can be checked.
func Takes(ctx context.Context, text string) error {
	_, err := read(ctx, text)
	return err
}

// Form proves that the permutations of a group map the steps of a model to steps, and returns the function
// that gives states their form in a certificate with that group. The function's result is valid until it is
// called again.
func Form(ctx context.Context, text string, group []byte) (func(state []byte) []byte, error) {
	md, err := read(ctx, text)
	if err != nil {
		return nil, err
	}
	o, err := interpret.NewOrbits(md, group)
	if err != nil {
		return nil, err
	}
	return o.Normaliser().Normal, nil
}

// modelFile is the name of the model in a certificate.
const modelFile = "model"

// read compiles the model in a certificate.
func read(ctx context.Context, text string) (*interpret.Model, error) {
	tree, err := resolve.ParseString(ctx, modelFile, text, resolve.Options{
		ReadFile: func(path string) ([]byte, error) { return nil, fmt.Errorf("%s is not in the certificate", path) },
	})
	if err != nil {
		return nil, err
	}
	return interpret.New(tree)
}

// checker expands the states of a certificate.
type checker struct {
	*states
	orbits   *interpret.Orbits // nil: the states are all states
	ctx      context.Context
	memory   int64 // bytes for a formula; 0: any number
	arrivals atomic.Uint64
	reached  uint64 // states that were reached
}

// many is the number of states that a worker takes at a time.
const many = 256

// run expands the initial state, then its successors, and so on. All of them must be in the certificate, and
// at the end all states of the certificate must have been reached.
func (c *checker) run(md *interpret.Model, workers int) (err error) {
	var first []byte
	crew := make([]*worker, workers)
	for i := range crew {
		w := &worker{form: c.form()}
		crew[i] = w
		if err := interpret.Try(func() { w.machine, first = interpret.NewMachine(md) }); err != nil {
			return refused("the initial state: %s", err)
		}
	}
	n, ok := c.find(c.form()(first))
	if !ok {
		return refused("the initial state is missing")
	}
	c.mark(n)
	c.arrivals.Add(1)
	level := []uint32{uint32(n)}
	for len(level) > 0 {
		c.reached += uint64(len(level))
		if level, err = c.expand(crew, level); err != nil {
			return err
		}
	}
	if c.reached < c.n {
		return refused("%d of its %d states are never reached", c.n-c.reached, c.n)
	}
	return nil
}

// form returns a function that gives a state the form that it has in the certificate.
func (c *checker) form() func(state []byte) []byte {
	if c.orbits == nil {
		return func(state []byte) []byte { return state }
	}
	return c.orbits.Normaliser().Normal
}

// mark records that a state was reached, and reports whether it is the first time.
func (c *checker) mark(n uint64) bool {
	return atomic.OrUint32(&c.marks[n/32], 1<<(n%32))>>(n%32)&1 == 0
}

// expand returns the successors of a level's states that were not reached before.
func (c *checker) expand(crew []*worker, level []uint32) (next []uint32, err error) {
	crew = crew[:min(len(crew), len(level)/many+1)]
	var at atomic.Int64
	var all sync.WaitGroup
	nexts, errs := make([][]uint32, len(crew)), make([]error, len(crew))
	for i, w := range crew {
		work := func() {
			for errs[i] == nil {
				from := int(at.Add(many)) - many
				if from >= len(level) {
					return
				}
				if errs[i] = context.Cause(c.ctx); errs[i] == nil {
					nexts[i], errs[i] = c.part(w, level[from:min(from+many, len(level))], nexts[i])
				}
			}
		}
		if len(crew) == 1 {
			work()
		} else {
			all.Go(work)
		}
	}
	all.Wait()
	next = nexts[0]
	for i, list := range nexts {
		if errs[i] != nil {
			return nil, errs[i]
		}
		if i > 0 {
			next = append(next, list...)
		}
	}
	return next, nil
}

// worker has what one of those that expand states needs.
type worker struct {
	machine *interpret.Machine
	form    func(state []byte) []byte
	batch   batch
}

// part expands some of the states, in one worker.
func (c *checker) part(w *worker, part, next []uint32) ([]uint32, error) {
	b, now := &w.batch, uint32(0)
	b.bytes, b.all = b.bytes[:0], b.all[:0]
	found := func(state []byte) { b.add(w.form(state), now) }
	err := interpret.Try(func() {
		for _, now = range part {
			w.machine.Expand(c.get(uint64(now)), found)
		}
	})
	c.arrivals.Add(uint64(len(b.all)))
	if err != nil {
		return nil, refused("state %d: %s", now, err)
	}
	c.findAll(b)
	for i := range b.all {
		a := &b.all[i]
		if a.n == none {
			return nil, refused("state %d: a state that comes after it is missing", a.from)
		}
		if c.mark(a.n) {
			next = append(next, uint32(a.n))
		}
	}
	return next, nil
}
