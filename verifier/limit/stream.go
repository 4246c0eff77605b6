package limit

import (
	"context"
	"io"
)

// Reader returns a reader that fails with the cause of a context as soon as that has ended.
func Reader(ctx context.Context, r io.Reader) io.Reader { return stream{ctx, r.Read} }

// Writer returns a writer that fails with the cause of a context as soon as that has ended.
func Writer(ctx context.Context, w io.Writer) io.Writer { return stream{ctx, w.Write} }

// stream reads or writes, as long as its context has not ended.
type stream struct {
	ctx context.Context
	do  func(p []byte) (int, error)
}

func (s stream) Read(p []byte) (int, error) { return s.pass(p) }

func (s stream) pass(p []byte) (int, error) {
	if why := Cause(s.ctx); why != "" {
		return 0, why
	}
	return s.do(p)
}

func (s stream) Write(p []byte) (int, error) { return s.pass(p) }
