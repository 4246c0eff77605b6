package main

import (
	"fmt"
	"strings"
	"testing"

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

func TestLsp(t *testing.T) {
	const hello = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"processId":null,"rootUri":null,"capabilities":{}}}`
	const open = `{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"untitled:m",` +
		`"languageId":"promela","version":1,"text":"init { assert(N == 3 && x) }"}}}`
	const bye, exit = `{"jsonrpc":"2.0","id":2,"method":"shutdown"}`, `{"jsonrpc":"2.0","method":"exit"}`
	code, out, errs := command(messages(hello, open, bye, exit), "lsp", "-DN=3")
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
