package preproc

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
)

var errLarge = fmt.Errorf("is larger than %d MiB", maxFile>>20)

// ReadFile is os.ReadFile for paths that may be a large file, a pipe, or a device without end. It reads no
// more than is needed to see that a file is too large, or no text.
func ReadFile(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if st, err := f.Stat(); err == nil && st.Mode().IsRegular() && st.Size() > maxFile {
		return nil, errLarge
	}
	return readAll(f)
}

// ReadAll is ReadFile for what is open. It ends when ctx is done, though the reader may have nothing to give.
func ReadAll(ctx context.Context, r io.Reader) ([]byte, error) {
	return waitFor(ctx, func() ([]byte, error) { return readAll(r) })
}

// ReadDevice is ReadFile that ends when ctx is done, though there may be nothing to read.
func ReadDevice(ctx context.Context, path string) ([]byte, error) {
	return waitFor(ctx, func() ([]byte, error) { return ReadFile(path) })
}

// waitFor is what read returns. When ctx is done, read is left to itself.
func waitFor(ctx context.Context, read func() ([]byte, error)) ([]byte, error) {
	type result struct {
		text []byte
		err  error
	}
	done := make(chan result, 1)
	go func() {
		text, err := read()
		done <- result{text, err}
	}()
	select {
	case r := <-done:
		return r.text, r.err
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}

// readAll reads up to the end, to the first piece that is no text, or until there is too much.
func readAll(r io.Reader) ([]byte, error) {
	var text bytes.Buffer
	piece := make([]byte, 64<<10)
	for {
		n, err := r.Read(piece)
		text.Write(piece[:n])
		switch {
		case err == io.EOF || bytes.IndexByte(piece[:n], 0) >= 0:
			return text.Bytes(), nil
		case err != nil:
			return nil, err
		case text.Len() > maxFile:
			return nil, errLarge
		}
	}
}
