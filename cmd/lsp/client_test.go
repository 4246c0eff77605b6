package lsp

import (
	"context"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/stretchr/testify/require"
	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"gospin/verifier"
)

// client is a client based on a library with the whole protocol, with which gospin's part of it is compared.
type client struct {
	protocol.Server
	t    *testing.T
	uri  uri.URI
	path string

	mu       sync.Mutex
	told     []*protocol.PublishDiagnosticsParams
	messages []string
	changed  chan struct{}
}

func (c *client) note(f func()) error {
	c.mu.Lock()
	f()
	c.mu.Unlock()
	select {
	case c.changed <- struct{}{}:
	default:
	}
	return nil
}

// ear receives the server's notifications.
type ear struct {
	protocol.UnimplementedClient
	c *client
}

func (e ear) PublishDiagnostics(_ context.Context, p *protocol.PublishDiagnosticsParams) error {
	return e.c.note(func() { e.c.told = append(e.c.told, p) })
}

func (e ear) ShowMessage(_ context.Context, p *protocol.ShowMessageParams) error {
	return e.c.note(func() { e.c.messages = append(e.c.messages, p.Message) })
}

func (e ear) CodeLensRefresh(context.Context) error { return e.c.note(func() {}) }

// until waits for a notification.
func (c *client) until(is func() bool) {
	c.t.Helper()
	late := time.After(20 * time.Second)
	for {
		c.mu.Lock()
		ok := is()
		c.mu.Unlock()
		if ok {
			return
		}
		select {
		case <-c.changed:
		case <-late:
			c.t.Fatal("the server doesn't tell it")
		}
	}
}

// diagnostics waits for the diagnostics of a version.
func (c *client) diagnostics(version int32) (out []protocol.Diagnostic) {
	c.t.Helper()
	c.until(func() bool {
		for _, p := range c.told {
			if v, ok := p.Version.Get(); ok && v == version && p.URI == c.uri {
				out = p.Diagnostics
				return true
			}
		}
		return false
	})
	return out
}

// connect starts a server and opens a model.
func connect(t *testing.T, model string) *client {
	path := filepath.Join(t.TempDir(), "m.pml")
	require.NoError(t, os.WriteFile(path, []byte(model), 0o600))
	c := &client{t: t, uri: uri.File(path), path: path, changed: make(chan struct{}, 1)}
	here, there := net.Pipe()
	served := make(chan error, 1)
	o := Options{Still: 5 * time.Millisecond, Version: "test"}
	o.Verify.Limits = verifier.Limits{Memory: 1 << 28, Time: 20 * time.Second, Errors: 1}
	go func() { served <- Serve(context.Background(), there, o) }()
	ctx := context.Background()
	_, conn, server := protocol.NewClient(ctx, ear{c: c}, jsonrpc2.NewStream(here))
	c.Server = server
	_, err := server.Initialize(ctx, &protocol.InitializeParams{Capabilities: protocol.ClientCapabilities{
		Workspace: &protocol.WorkspaceClientCapabilities{
			CodeLens: &protocol.CodeLensWorkspaceClientCapabilities{RefreshSupport: ptr(true)}}}})
	require.NoError(t, err)
	require.NoError(t, server.Initialized(ctx, &protocol.InitializedParams{}))
	c.open(model)
	t.Cleanup(func() {
		require.NoError(t, server.Shutdown(ctx))
		require.NoError(t, server.Exit(ctx))
		select {
		case err := <-served:
			require.NoError(t, err)
		case <-time.After(20 * time.Second):
			t.Fatal("the server doesn't end")
		}
		here.Close()
		conn.Close()
	})
	return c
}

func (c *client) open(model string) {
	require.NoError(c.t, c.DidOpen(context.Background(), &protocol.DidOpenTextDocumentParams{
		TextDocument: protocol.TextDocumentItem{URI: c.uri, LanguageID: "promela", Version: 1, Text: model}}))
}

func (c *client) id() protocol.TextDocumentIdentifier {
	return protocol.TextDocumentIdentifier{URI: c.uri}
}

// change replaces a range, or the whole text.
func (c *client) change(version int32, at *protocol.Range, text string) {
	var e protocol.TextDocumentContentChangeEvent
	if e = (&protocol.TextDocumentContentChangeWholeDocument{Text: text}); at != nil {
		e = &protocol.TextDocumentContentChangePartial{Range: *at, Text: text}
	}
	require.NoError(c.t, c.DidChange(context.Background(), &protocol.DidChangeTextDocumentParams{
		TextDocument: protocol.VersionedTextDocumentIdentifier{
			TextDocumentIdentifier: c.id(),
			Version:                version,
		},
		ContentChanges: []protocol.TextDocumentContentChangeEvent{e}}))
}

func position(line, char int) protocol.Position {
	return protocol.Position{Line: uint32(line), Character: uint32(char)}
}

func (c *client) at(line, char int) protocol.TextDocumentPositionParams {
	return protocol.TextDocumentPositionParams{TextDocument: c.id(), Position: position(line, char)}
}

func (c *client) hover(line, char int) string {
	h, err := c.Hover(
		context.Background(),
		&protocol.HoverParams{TextDocumentPositionParams: c.at(line, char)},
	)
	require.NoError(c.t, err)
	if h == nil {
		return ""
	}
	return h.Contents.(*protocol.MarkupContent).Value
}

func (c *client) completions(line, char int) string {
	r, err := c.Completion(context.Background(),
		&protocol.CompletionParams{TextDocumentPositionParams: c.at(line, char)})
	require.NoError(c.t, err)
	var out []string
	for _, it := range r.(*protocol.CompletionList).Items {
		out = append(out, it.Label)
	}
	return " " + strings.Join(out, " ") + " "
}

func (c *client) lens(title string) *protocol.CodeLens {
	all, err := c.CodeLens(context.Background(), &protocol.CodeLensParams{TextDocument: c.id()})
	require.NoError(c.t, err)
	for _, l := range all {
		if strings.HasPrefix(l.Command.Title, title) {
			return &l
		}
	}
	return nil
}

func (c *client) choose(l *protocol.CodeLens) error {
	_, err := c.chosen(l)
	return err
}

// chosen performs the lens's command, and returns what the server answers.
func (c *client) chosen(l *protocol.CodeLens) (jsontext.Value, error) {
	return c.ExecuteCommand(
		context.Background(),
		&protocol.ExecuteCommandParams{Command: l.Command.Command,
			Arguments: l.Command.Arguments},
	)
}

func ptr[T any](v T) *T { return &v }
