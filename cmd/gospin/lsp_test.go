package main

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// messages are as the protocol sends them.
func messages(list ...string) string {
	var b strings.Builder
	for _, m := range list {
		fmt.Fprintf(&b, "Content-Length: %d\r\n\r\n%s", len(m), m)
	}
	return b.String()
}

// watched is output in which something is waited for.
type watched struct {
	text   bytes.Buffer
	wanted string
	seen   chan struct{} // closed when it has come
	once   sync.Once
}

func (w *watched) Write(p []byte) (int, error) {
	n, err := w.text.Write(p)
	if strings.Contains(w.text.String(), w.wanted) {
		w.once.Do(func() { close(w.seen) })
	}
	return n, err
}

// after is input that begins when what is waited for has come.
func (w *watched) after(in io.Reader) io.Reader {
	return readerFunc(func(p []byte) (int, error) {
		select {
		case <-w.seen:
		case <-time.After(time.Minute):
		}
		return in.Read(p)
	})
}

type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }

func TestLsp(t *testing.T) {
	const hello = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"processId":null,"rootUri":null,"capabilities":{}}}`
	const open = `{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"untitled:m",` +
		`"languageId":"promela","version":1,"text":"init { assert(N == 3 && x) }"}}}`
	const bye, exit = `{"jsonrpc":"2.0","id":2,"method":"shutdown"}`, `{"jsonrpc":"2.0","method":"exit"}`
	told := &watched{wanted: "undeclared variable: x", seen: make(chan struct{})}
	in := io.MultiReader(
		strings.NewReader(messages(hello, open)), told.after(strings.NewReader(messages(bye, exit))))
	var complaints bytes.Buffer
	code := run([]string{"gospin", "lsp", "-DN=3"}, in, told, &complaints)
	errs, out := complaints.String(), told.text.String()
	require.Equal(t, 0, code, errs)
	require.Contains(t, out, `"hoverProvider":true`)
	require.Contains(t, out, "undeclared variable: x")
	require.NotContains(t, out, "undeclared variable: N")
	code, _, _ = command(messages(hello, exit), "lsp")
	require.Equal(t, 1, code)
	code, _, errs = command("", "lsp", "m.pml")
	require.Equal(t, 2, code)
	require.Contains(t, errs, "lsp takes no models")
	code, _, errs = command("", "lsp", "-mem", "abc")
	require.Equal(t, 2, code)
	require.Contains(t, errs, "512M")
	code, _, _ = command("", "lsp") // the editor has gone
	require.Equal(t, 0, code)
}
