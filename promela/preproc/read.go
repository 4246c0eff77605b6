package preproc

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
)

var errLarge = fmt.Errorf("is larger than %d MiB", maxFile>>20)

// ReadFile is os.ReadFile for paths that may be a large file, a pipe, or an endless device. It reads only
// until it is clear that a file is too large or not text.
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

// ReadAll is ReadFile for an open file. It ends when ctx is done, even if the reader blocks.
func ReadAll(ctx context.Context, r io.Reader) ([]byte, error) {
	return waitFor(ctx, func() ([]byte, error) { return readAll(r) })
}

// ReadDevice is ReadFile, but ends when ctx is done, even if the file blocks.
func ReadDevice(ctx context.Context, path string) ([]byte, error) {
	return waitFor(ctx, func() ([]byte, error) { return ReadFile(path) })
}

// waitFor returns the result of read. When ctx is done, it returns and lets read continue.
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

// readAll reads to the end, to the first part that is not text, or to the size limit.
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
