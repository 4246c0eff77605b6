package source

import (
	"crypto/sha256"
	"fmt"

	"gospin/vm"
)

// Digest identifies a program by its statements and the layout of its vectors, not by how statements
// are merged.
func Digest(p *vm.Program) string {
	h := sha256.New()
	l := p.Layout
	fmt.Fprint(h, l.Hidden, l.Padded, l.Globals, l.Global, l.Chans, p.Order, p.Lossy)
	for i := range l.Procs {
		q := &l.Procs[i]
		fmt.Fprint(h, q.Name, q.PC, q.Size, q.Chans)
	}
	for i := range p.Stmts {
		s := &p.Stmts[i]
		fmt.Fprint(h, s.Line, s.State, s.Text)
	}
	for pc := p.GlobalInit; p.Code[pc].Op != vm.OpEnd; pc++ {
		fmt.Fprint(h, p.Code[pc])
	}
	return fmt.Sprintf("%x", h.Sum(nil))
}
