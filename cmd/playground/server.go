//go:build !js

package playground

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode/utf8"
)

// Server runs the page's commands on this machine, each in a process and a folder of its own.
type Server struct {
	Program string // the path of gospin

	mu      sync.Mutex
	running map[string]*running
}

// running is a running command.
type running struct {
	input io.WriteCloser
	stop  func()
}

// request is a request of the page. Files have the names that the command sees.
type request struct {
	ID    string            `json:"id"`
	Args  []string          `json:"args"`
	Files map[string]string `json:"files"`
	Input string            `json:"input"`
}

// commands are those that the page may run.
var commands = []string{"verify", "simulate", "replay", "explore", "lint", "fmt", "lsp", "version"}

const (
	maxBytes   = 16 << 20        // of a request, and of a file that a command has written
	maxWait    = 3 * time.Second // for a command to end
	maxRunning = 16
)

// Answer answers a request for the page ("") or for a command.
func (s *Server) Answer(w http.ResponseWriter, r *http.Request, what string) {
	if r.Method == http.MethodGet && what == "" {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_ = Page(w, nil)
		return
	}
	var q request
	if r.Method != http.MethodPost {
		http.NotFound(w, r)
		return
	}
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxBytes)).Decode(&q); err != nil {
		http.Error(w, "this is no request: "+err.Error(), http.StatusBadRequest)
		return
	}
	s.mu.Lock()
	one := s.running[q.ID]
	s.mu.Unlock()
	switch {
	case what == "run" && one == nil:
		if err := s.run(w, r, &q); err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
		}
	case what == "input" && one != nil:
		_, _ = io.WriteString(one.input, q.Input)
	case what == "stop" && one != nil:
		one.stop()
	case what == "stop":
	default:
		http.NotFound(w, r)
	}
}

// run runs a command, and streams what it prints, as lines of JSON, until it ends. It returns an error if the
// command was not started.
func (s *Server) run(w http.ResponseWriter, r *http.Request, q *request) error {
	if err := q.check(); err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "gospin-playground-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	for name, text := range q.Files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			return err
		}
	}
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	cmd := exec.CommandContext(ctx, s.Program, q.Args...)
	cmd.Dir, cmd.WaitDelay = dir, maxWait
	cmd.Env = append(os.Environ(), "NO_COLOR=1")
	cmd.Cancel = func() error {
		if cmd.Process.Signal(os.Interrupt) != nil { // Windows has none
			return cmd.Process.Kill()
		}
		return nil
	}
	input, err := cmd.StdinPipe()
	if err != nil {
		return err
	}
	to := &stream{w: w, c: http.NewResponseController(w)}
	cmd.Stdout, cmd.Stderr = part{to, "out"}, part{to, "err"}
	if err := s.begin(q.ID, &running{input, cancel}); err != nil {
		return err
	}
	defer s.end(q.ID)
	if err := cmd.Start(); err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/x-ndjson")
	to.say(map[string]any{}) // the command is ready for input
	_ = cmd.Wait()           // the stream reports the exit code
	to.say(map[string]any{"exit": cmd.ProcessState.ExitCode(), "files": written(dir, q.Files)})
	return nil
}

func (s *Server) begin(id string, one *running) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.running) >= maxRunning {
		return fmt.Errorf("%d commands are running already", maxRunning)
	}
	if s.running == nil {
		s.running = map[string]*running{}
	}
	s.running[id] = one
	return nil
}

func (s *Server) end(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.running, id)
}

// check rejects dangerous requests. Arguments may come from a link, so they must not name files outside of
// the command's folder.
func (q *request) check() error {
	if q.ID == "" || len(q.Args) == 0 || !slices.Contains(commands, q.Args[0]) {
		return errors.New("the page runs " + strings.Join(commands, ", "))
	}
	for name := range q.Files {
		if name != filepath.Base(name) || !filepath.IsLocal(name) {
			return fmt.Errorf("%q is no name of a file", name)
		}
	}
	for i, a := range q.Args[1:] {
		text := strings.HasPrefix(a, "-D") || q.Args[i] == "-D" || q.Args[i] == "-ltl" || strings.HasPrefix(a, "-ltl=")
		if !text && strings.ContainsAny(a, `/\`) {
			return fmt.Errorf("%q is refused: there are no other folders here", a)
		}
	}
	return nil
}

// written returns the texts that a command has written, by name.
func written(dir string, given map[string]string) map[string]string {
	out := map[string]string{}
	all, _ := os.ReadDir(dir)
	for _, e := range all {
		info, err := e.Info()
		if _, is := given[e.Name()]; is || err != nil || !info.Mode().IsRegular() || info.Size() > maxBytes {
			continue
		}
		if text, err := os.ReadFile(filepath.Join(dir, e.Name())); err == nil && utf8.Valid(text) {
			out[e.Name()] = string(text)
		}
	}
	return out
}

// stream is the answer to a command.
type stream struct {
	mu sync.Mutex
	w  io.Writer
	c  *http.ResponseController
}

func (s *stream) say(what map[string]any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	_ = json.NewEncoder(s.w).Encode(what) // if the page is gone, the request's context ends the command
	_ = s.c.Flush()
}

// part is the output or the errors of a command.
type part struct {
	to   *stream
	name string
}

func (p part) Write(text []byte) (int, error) {
	if p.name == "out" {
		p.to.say(map[string]any{"out": bytes.Clone(text)}) // in base64: it may end within a character
	} else {
		p.to.say(map[string]any{"err": string(text)})
	}
	return len(text), nil
}
