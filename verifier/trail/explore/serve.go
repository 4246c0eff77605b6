package explore

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// Local is the only address that the server listens on.
const Local = "127.0.0.1"

// longestAct limits the time of one request.
const longestAct = time.Minute

// newToken returns a token that nobody can guess.
func newToken() string { return strings.ToLower(rand.Text()) }

// Listen listens on a port of this machine; 0 selects a free port.
func Listen(port int) (net.Listener, error) {
	return net.Listen("tcp", net.JoinHostPort(Local, strconv.Itoa(port)))
}

// Address returns the page's address for a listener.
func (s *Server) Address(l net.Listener) string {
	return fmt.Sprintf("http://%s/%s/", l.Addr(), s.token)
}

// patience is the default of Config.Patience.
const patience = 10 * time.Second

// Serve answers requests until ctx is done.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	srv := &http.Server{
		Handler:           s.Handler(l.Addr().String()),
		ReadHeaderTimeout: s.c.Patience,
		IdleTimeout:       6 * s.c.Patience,
		BaseContext:       func(net.Listener) context.Context { return ctx },
	}
	stop := context.AfterFunc(ctx, func() { srv.Close() })
	defer stop()
	if err := srv.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// Handler answers requests that have the token and name one of the listener's own addresses as the host.
func (s *Server) Handler(host string) http.Handler {
	_, port, _ := net.SplitHostPort(host)
	hosts := map[string]bool{host: true, "localhost:" + port: true}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Cache-Control", "no-store")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("X-Frame-Options", "DENY")
		h.Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; "+
			"script-src 'unsafe-inline'; connect-src 'self'; frame-ancestors 'none'")
		origin := r.Header.Get("Origin")
		if !hosts[r.Host] || origin != "" && origin != "http://"+r.Host {
			http.Error(w, "another host", http.StatusForbidden)
			return
		}
		token, what, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
		if subtle.ConstantTimeCompare([]byte(token), []byte(s.token)) != 1 {
			http.NotFound(w, r)
			return
		}
		s.answer(w, r, what)
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
		ctx, cancel := context.WithTimeout(r.Context(), longestAct)
		defer cancel()
		s.do(ctx, act, o, &text)
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

// do performs an act and writes the result as JSON.
func (s *Server) do(ctx context.Context, act act, o order, out io.Writer) {
	s.mu.Lock()
	defer s.mu.Unlock()
	had := s.live.Len()
	o.At = max(0, min(o.At, had))
	s.same = had
	said, bad := act(s, ctx, o)
	s.explain()
	run := s.live.Since(min(s.same, s.live.Len()))
	json.NewEncoder(out).Encode(map[string]any{"said": said, "bad": bad, "run": run})
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
