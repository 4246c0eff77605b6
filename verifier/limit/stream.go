package limit

import (
	"context"
	"io"
)

// Reader returns a reader that fails with the cause of a context as soon as that has ended.
func Reader(ctx context.Context, r io.Reader) io.Reader { return reader{ctx, r} }

type reader struct {
	ctx context.Context
	io.Reader
}

func (r reader) Read(p []byte) (int, error) {
	if why := Cause(r.ctx); why != "" {
		return 0, why
	}
	return r.Reader.Read(p)
}

// Writer returns a writer that fails with the cause of a context as soon as that has ended.
func Writer(ctx context.Context, w io.Writer) io.Writer { return writer{ctx, w} }

type writer struct {
	ctx context.Context
	io.Writer
}

func (w writer) Write(p []byte) (int, error) {
	if why := Cause(w.ctx); why != "" {
		return 0, why
	}
	return w.Writer.Write(p)
}
