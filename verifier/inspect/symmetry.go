package inspect

import (
	"context"
	"fmt"
	"io"

	"gospin/verifier/source"
	"gospin/verifier/symmetry"
)

// Symmetry prints which processes can be permuted, and what prevents it for others.
func Symmetry(ctx context.Context, w io.Writer, s source.Source, a source.Aim) error {
	prog, err := s.Program(ctx, a)
	if err != nil {
		return err
	}
	g, against := symmetry.Find(prog)
	switch {
	case g != nil:
		fmt.Fprintln(w, g)
	case len(against) == 0:
		fmt.Fprintln(w, "no processes are alike")
	default:
		fmt.Fprintln(w, "no processes may change places")
	}
	if len(against) > 0 {
		fmt.Fprintln(w, "what stands against it:")
	}
	for _, a := range against {
		fmt.Fprintln(w, "  "+a.String())
		if a.Helps() != "" {
			fmt.Fprintln(w, "    what would help: "+a.Helps())
		}
	}
	return nil
}
