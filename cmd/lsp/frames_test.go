package lsp

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// wire is a client that sends a text and receives until the end.
type wire struct {
	io.Reader
	bytes.Buffer
}

func (w *wire) Read(p []byte) (int, error) { return w.Reader.Read(p) }
func (w *wire) Close() error               { return nil }

// served returns the server's answer to text, and its result.
func served(text string) (string, error) {
	w := &wire{Reader: strings.NewReader(text)}
	err := Serve(context.Background(), w, Options{})
	return w.String(), err
}

func frame(body string) string { return fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(body), body) }

const (
	hello   = `{"jsonrpc":"2.0","id":7,"method":"initialize","params":{"capabilities":{}}}`
	bye     = `{"jsonrpc":"2.0","id":"bye","method":"shutdown"}`
	leave   = `{"jsonrpc":"2.0","method":"exit"}`
	hasLeft = `"id":"bye","result":null`
)

// TestBadFramesAreAnswered: the error has JSON-RPC's code, and the server continues.
func TestBadFramesAreAnswered(t *testing.T) {
	for text, want := range map[string]string{
		frame(`{"jsonrpc":`):                     `"code":-32700`,
		frame("\x00"):                            `"code":-32700`,
		frame(strings.Repeat("[", 20000)):        `"code":-32700`,
		"Content-Length: -3\r\n\r\n":             `"code":-32700`,
		"Content-Length: 99999999999999\r\n\r\n": `"code":-32700`,
		"Content-Type: x\r\n\r\n":                `"code":-32700`,
		"nonsense\r\n":                           `"code":-32700`,
		"Content-Length: 5\r\n\r\n" + hello:      `"code":-32700`, // too short
		strings.Repeat("x", 1<<20):               `"code":-32700`,
		frame(`null`):                            `"code":-32600`,
		frame(`[]`):                              `"code":-32600`,
		frame(`"x"`):                             `"code":-32600`,
		frame(`{}`):                              `"code":-32600`,
		frame(`{"jsonrpc":"2.0","id":5}`):        `"id":5`,
		frame(`{"jsonrpc":"2.0","id":[],"method":"shutdown"}`):        `"id":null`,
		frame(`{"jsonrpc":"1.0","id":6,"method":"shutdown"}`):         `"id":6`,
		frame(`{"jsonrpc":"2.0","id":6,"method":3}`):                  `"id":6`,
		frame(`{"jsonrpc":"2.0","id":6,"method":null}`):               `"id":6`,
		frame(`{"jsonrpc":"2.0","id":"a","method":"m","params":1}`):   `"id":"a"`,
		frame(`{"jsonrpc":"2.0","id":6,"method":"m","result":1}`):     `"code":-32600`,
		frame(`{"jsonrpc":"2.0","id":6,"error":null}`):                `"code":-32600`,
		frame(`{"jsonrpc":"2.0","id":6,"result":1}`):                  hasLeft, // of no request: dropped
		frame(`{"jsonrpc":"2.0","id":6,"method":"hover"}`):            `"id":6`,
		frame(`{"jsonrpc":"2.0","method":"nothing","params":{}}`):     hasLeft,
		frame(`{"jsonrpc":"2.0","method":"textDocument/didOpen"}`):    hasLeft,
		frame(`{"jsonrpc":"2.0","id":6,"method":"initialize","x":1}`): `"id":6`,
	} {
		out, err := served(text + frame(hello) + frame(bye) + frame(leave))
		require.NoError(t, err, text)
		require.Contains(t, out, want, text)
		require.Contains(t, out, hasLeft, text)
		require.Contains(t, out, `"hoverProvider":true`, text)
	}
	_, err := served(frame(hello)[:60])
	require.Error(t, err, "the client has gone in a message")
}

// TestDamagedFrames: whatever happens to a message, the server answers the next ones.
func TestDamagedFrames(t *testing.T) {
	const open = `{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{` +
		`"uri":"file:///m.pml","languageId":"promela","version":1,"text":"init { skip }"}}}`
	r := rand.New(rand.NewPCG(5, 6))
	signs := []byte("{}[]\",:\\u0dn1-.e\x00\xff ")
	for range 400 {
		body := []byte([]string{hello, open, bye}[r.IntN(3)])
		for range 1 + r.IntN(3) {
			switch at := r.IntN(len(body)); r.IntN(3) {
			case 0:
				body[at] = signs[r.IntN(len(signs))]
			case 1:
				body = append(body[:at:at], body[at+1:]...)
			default:
				body = append(body[:at:at], append([]byte{signs[r.IntN(len(signs))]}, body[at:]...)...)
			}
		}
		out, err := served(frame(string(body)) + frame(hello) + frame(bye) + frame(leave))
		require.NoError(t, err, string(body))
		require.Contains(t, out, hasLeft, string(body))
		for rest := out; rest != ""; {
			var n int
			_, err := fmt.Sscanf(rest, "Content-Length: %d\r\n\r\n", &n)
			require.NoError(t, err, rest)
			_, rest, _ = strings.Cut(rest, "\r\n\r\n")
			require.True(t, json.Valid([]byte(rest[:n])), rest[:n])
			rest = rest[n:]
		}
	}
}
