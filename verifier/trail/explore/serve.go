//go:build !js

package explore

import (
	"bytes"
	"context"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// Local is the only address that the server listens on.
const Local = "127.0.0.1"

// Listen listens on a port of this machine; 0 selects a free port.
func Listen(port int) (net.Listener, error) {
	return net.Listen("tcp", net.JoinHostPort(Local, strconv.Itoa(port)))
}

// Address returns the page's address for a listener.
func (s *Server) Address(l net.Listener) string { return Address(l, s.token) }

// Address returns the address of a page with a token.
func Address(l net.Listener, token string) string {
	return fmt.Sprintf("http://%s/%s/", l.Addr(), token)
}

// Serve answers requests until ctx is done.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	return Serve(ctx, l, s.Handler(l.Addr().String()), s.c.Patience)
}

// Serve answers requests until ctx is done. A request's header has to come within a time.
func Serve(ctx context.Context, l net.Listener, h http.Handler, within time.Duration) error {
	srv := &http.Server{
		Handler:           h,
		ReadHeaderTimeout: within,
		IdleTimeout:       6 * within,
		BaseContext:       func(net.Listener) context.Context { return ctx },
	}
	stop := context.AfterFunc(ctx, func() { srv.Close() })
	defer stop()
	if err := srv.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// policy allows a page its own scripts and styles, and requests to where it comes from.
const policy = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; connect-src 'self'; " +
	"frame-ancestors 'none'"

// Handler answers requests that have the token and name one of the listener's own addresses as the host.
func (s *Server) Handler(host string) http.Handler { return Guard(host, s.token, policy, s.answer) }

// Guard answers requests that have the token and name one of the listener's own addresses as the host. The
// handler gets the rest of the path.
func Guard(
	host, token, policy string, answer func(w http.ResponseWriter, r *http.Request, what string),
) http.Handler {
	_, port, _ := net.SplitHostPort(host)
	hosts := map[string]bool{host: true, "localhost:" + port: true}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Cache-Control", "no-store")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("X-Frame-Options", "DENY")
		h.Set("Content-Security-Policy", policy)
		origin := r.Header.Get("Origin")
		if !hosts[r.Host] || origin != "" && origin != "http://"+r.Host {
			http.Error(w, "another host", http.StatusForbidden)
			return
		}
		asked, what, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
		if subtle.ConstantTimeCompare([]byte(asked), []byte(token)) != 1 {
			http.NotFound(w, r)
			return
		}
		answer(w, r, what)
	})
}

// answer reads the whole request and writes the whole answer without holding the lock, so a slow client
// blocks nobody.
func (s *Server) answer(w http.ResponseWriter, r *http.Request, what string) {
	var text bytes.Buffer
	act := acts[what]
	switch {
	case r.Method == http.MethodGet && what == "":
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		s.mu.Lock()
		s.live.Write(&text)
		s.mu.Unlock()
		w.Write(text.Bytes())
	case r.Method == http.MethodGet && what == "choices":
		at, err := strconv.Atoi(r.URL.Query().Get("at"))
		if err != nil || at < 0 {
			reply(w, http.StatusBadRequest, map[string]any{"error": "at takes a number"})
			return
		}
		s.mu.Lock()
		said := s.next(at)
		s.mu.Unlock()
		reply(w, http.StatusOK, said)
	case r.Method == http.MethodPost && act != nil:
		o, err := s.readOrder(w, r)
		if err != nil {
			reply(w, http.StatusBadRequest, map[string]any{"error": "this is no order: " + err.Error()})
			return
		}
		s.do(r.Context(), act, o, &text)
		write(w, http.StatusOK, text.Bytes())
	default:
		http.NotFound(w, r)
	}
}

// readOrder reads a request's body. It gives up if the body does not arrive in time.
func (s *Server) readOrder(w http.ResponseWriter, r *http.Request) (o order, err error) {
	c := http.NewResponseController(w)
	_ = c.SetReadDeadline(time.Now().Add(s.c.Patience)) // test recorders have no deadline
	err = json.NewDecoder(http.MaxBytesReader(w, r.Body, 1<<16)).Decode(&o)
	if err == nil {
		_ = c.SetReadDeadline(time.Time{}) // otherwise the deadline would end the act
	}
	return o, err
}

func reply(w http.ResponseWriter, code int, what any) {
	text, _ := json.Marshal(what) // cannot fail: only texts and numbers
	write(w, code, append(text, '\n'))
}

func write(w http.ResponseWriter, code int, text []byte) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(code)
	w.Write(text)
}
