package compile

import (
	"context"
	"errors"
	"fmt"

	"gospin/promela"
	"gospin/promela/diag"
	"gospin/vm"
	"gospin/vm/layout"
)

// Options configure the compiler.
type Options struct {
	// include every byte of pan's vector: alignment, process numbers, rendezvous channels, constants
	Padded bool
	Lossy  bool // sends to full channels lose the message (spin -m)
	Strict bool // end states need empty channels (pan -q)
	Phases bool // reserve a byte for the search in vectors with a claim
	Silent bool // failures of a trace assertion are no faults
	// SPIN's default reductions: merge statements that no other process can notice (-o3), reset variables
	// that are not read any more (-o1, which requires DropUnread), and drop globals that are never read
	// (-o2).
	Merge, Dataflow, DropUnread bool
	Own                         bool // use our own rules instead of SPIN's

	// Fits checks that values fit into variables and messages. If one does not, it is a fault with Overflow;
	// otherwise the machine records it.
	Fits, Overflow bool
	// Explain compiles what explains runs: conditions and their variables.
	Explain bool

	Claim string // a never claim or ltl block of the model, AcceptanceClaim or NonProgressClaim, or ""

	overlook overlook // for tests
}

type compiler struct {
	ctx     context.Context
	model   *promela.Model
	o       Options
	p       *vm.Program
	lay     *layout.Layout
	flows   []*flow
	nextID  int
	dos     int // number of loops so far
	procNo  map[*promela.Proc]int
	locs    map[*promela.Var]loc
	structs map[*promela.Typedef]int
	written map[*promela.Var]bool
	msgs    map[string]int32
	lastOff int
	maxMsg  int
	cur     []vm.Instr // the current block
	// For simulations: the index in Proctype.Shown of each variable of the current process, and the channels
	// that the initialisers of globals create.
	shownHere           map[*promela.Var]int32
	firstChan, numChans map[*promela.Var]int
	inEvents            bool // compiling the trace assertion
	reduce              reduction
	rendezvous          bool // there is a rendezvous channel
	locality            *locality
	errs                diag.List
}

// Compile compiles the model. The error is a diag.List or, if ctx is done, its cause.
func Compile(ctx context.Context, m *promela.Model, o Options) (p *vm.Program, err error) {
	c := &compiler{ctx: ctx, model: m, o: o, procNo: map[*promela.Proc]int{}, locs: map[*promela.Var]loc{},
		structs: map[*promela.Typedef]int{}, written: map[*promela.Var]bool{}, msgs: map[string]int32{},
		firstChan: map[*promela.Var]int{}, numChans: map[*promela.Var]int{}}
	defer func() {
		if r := recover(); r == errEnded {
			p, err = nil, context.Cause(ctx)
		} else if r != nil {
			panic(r)
		}
	}()
	c.p = &vm.Program{
		Name:        m.Name,
		ClaimType:   ClaimType(m, o.Claim),
		UsesTimeout: m.UsesTimeout,
		UsesPrio:    m.UsesPriority,
		Lossy:       o.Lossy,
		Overflow:    o.Overflow,
		Strict:      o.Strict,
	}
	c.p.Trans = make([]vm.Trans, 1) // number 0 means no partner
	c.p.Code = []vm.Instr{{Op: vm.OpEnd}}
	c.findWrites()
	c.mark()
	c.reductions()
	var claim, events *flow
	var hops []*elem
	never, trace := c.findClaim(), c.findEvents()
	if trace != nil {
		c.p.Events = &vm.Events{}
	}
	for _, p := range m.Order {
		f := newFlow(c, p)
		if len(f.elems) > maxStates {
			c.errorf(p.Pos, "make several proctypes of it, or a loop of what is repeated",
				"%s has more than %d control states", p.Name, maxStates)
			return nil, c.errs.Err()
		}
		hops = append(hops, f.hops...)
		switch p {
		case never:
			claim = f
		case trace:
			events = f
		}
		if p.Kind == promela.Proctype || p.Kind == promela.Init {
			c.flows = append(c.flows, f)
		}
	}
	// SPIN numbers these when it reads the references, mostly in formulas, which come last.
	for _, e := range hops {
		e.id = c.nextID
		c.nextID++
	}
	c.layOut()
	c.p.Layout = c.lay
	c.showGlobals()
	c.globals()
	for i, f := range c.flows {
		c.proctype(i, f)
	}
	if events != nil {
		c.events(events)
	}
	if c.o.Claim != "" {
		n := len(c.p.Procs)
		if c.claim(claim); len(c.p.Procs) > n {
			c.p.Claim = &c.p.Procs[n]
			c.p.Claim.Claim = true
			c.p.ClaimAccepts = c.o.Claim == NonProgressClaim
		}
	}
	c.findTraps(c.locality.safe)
	c.p.Marks.Local = append(c.p.Marks.Local, make([]bool, len(c.p.Trans)-len(c.p.Marks.Local))...)
	c.analyse()
	if c.o.Own {
		c.own()
	}
	c.measures()
	c.p.ClaimTimeout = c.p.Claim != nil && c.asksForTimeout()
	c.p.MaxMsg = c.maxMsg
	if err := c.errs.Err(); err != nil {
		return nil, err
	}
	return c.p, nil
}

// maxStates is the limit of control states in a process, which two bytes of a state can hold.
const maxStates = 1<<16 - 1

// errEnded is the panic value of look.
var errEnded = errors.New("ended")

// look ends the compilation when the context is done. It is called per statement, and per round of
// iterations.
func (c *compiler) checkContext() {
	if c.ctx.Err() != nil {
		panic(errEnded)
	}
}

// analyse computes what transitions read and write.
func (c *compiler) analyse() {
	if c.p.Analyse(c.ctx) != nil {
		panic(errEnded)
	}
}

func (c *compiler) errorf(pos promela.Pos, hint, format string, args ...any) {
	c.errs = append(c.errs, &diag.Diagnostic{Pos: pos, Msg: fmt.Sprintf(format, args...), Hint: hint})
}

func (c *compiler) msg(s string) int32 {
	if i, ok := c.msgs[s]; ok {
		return i
	}
	i := int32(len(c.p.Msgs))
	c.p.Msgs = append(c.p.Msgs, s)
	c.msgs[s] = i
	return i
}

// globals compiles the initialisation of globals, grouped by type as in SPIN.
func (c *compiler) globals() {
	for _, ch := range c.globalChans() {
		c.p.ChanVars = append(c.p.ChanVars, vm.Instr{C: layout.CellU8, A: int32(ch.loc.off)})
	}
	if c.model.UsesLast {
		c.p.LastVar = &vm.Instr{C: layout.CellU8, A: int32(c.lastOff)}
	}
	c.p.GlobalInit = c.code(func() {
		for _, v := range group(c.model.Globals) {
			if v.Special == promela.NotSpecial {
				c.initVar(v)
			}
		}
	})
	for i, p := range c.model.Procs {
		for n := 0; n < p.Active; n++ {
			c.p.Order = append(c.p.Order, int32(i))
		}
	}
}

// initVar compiles the initialisation of a variable, including typedef fields.
func (c *compiler) initVar(v *promela.Var) {
	at := c.locs[v]
	if v.Type.Kind == promela.Struct {
		for i := 0; i < max(1, v.Len); i++ {
			c.initFields(v.Type.Struct, loc{at.base, at.off + i*c.structSize(v.Type.Struct)})
		}
		return
	}
	c.initAt(v, at)
}

func (c *compiler) initFields(t *promela.Typedef, at loc) {
	for _, f := range t.Fields {
		fat := loc{at.base, at.off + c.locs[f].off}
		if f.Type.Kind != promela.Struct {
			c.initAt(f, fat)
			continue
		}
		for i := 0; i < max(1, f.Len); i++ {
			c.initFields(f.Type.Struct, loc{fat.base, fat.off + i*c.structSize(f.Type.Struct)})
		}
	}
}

func (c *compiler) initAt(v *promela.Var, at loc) {
	if v.Init == nil && len(v.List) == 0 {
		return
	}
	k, mask := cellOf(v.Type, v.Len > 0)
	for i := 0; i < max(1, v.Len); i++ {
		if v.Init != nil {
			c.expr(v.Init)
		} else {
			c.push(v.List[min(i, len(v.List)-1)])
		}
		c.emit(
			vm.Instr{
				Op:   vm.OpStore,
				C:    k,
				Base: at.base,
				Mask: mask,
				A:    int32(at.off + i*layout.CellSize(k)),
			},
		)
	}
}

// findWrites records the variables that statements assign, including those of the claim.
func (c *compiler) findWrites() {
	for _, p := range c.model.Procs {
		c.writesIn(p.Body)
	}
	if never := c.findClaim(); never != nil {
		c.writesIn(never.Body)
	}
}

func (c *compiler) writesIn(s *promela.Seq) {
	promela.EachStmt(s, func(st promela.Stmt) {
		switch st := st.(type) {
		case *promela.Assign:
			c.written[st.L.Var] = true
		case *promela.Recv:
			for _, a := range st.Args {
				if a.Kind == promela.ArgVar {
					c.written[a.Var.Var] = true
				}
			}
		}
	})
}
