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

// Local is the only address that is listened on.
const Local = "127.0.0.1"

// longestAct bounds what one click makes.
const longestAct = time.Minute

// newToken is what nobody guesses.
func newToken() string { return strings.ToLower(rand.Text()) }

// Listen listens on a port of this machine, 0: any that is free.
func Listen(port int) (net.Listener, error) {
	return net.Listen("tcp", net.JoinHostPort(Local, strconv.Itoa(port)))
}

// Address is where the page is, with a listener.
func (s *Server) Address(l net.Listener) string {
	return fmt.Sprintf("http://%s/%s/", l.Addr(), s.token)
}

// patience is how long a request may take to come, by default.
const patience = 10 * time.Second

// Serve answers until ctx is done.
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

// Handler answers those who know the token, and name one of the listener's own addresses as the host.
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

// answer reads all of a request and writes all of an answer outside the lock: a slow client holds up nobody.
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

// readOrder reads what the page asks for. A body that doesn't come ends the request.
func (s *Server) readOrder(w http.ResponseWriter, r *http.Request) (o order, err error) {
	c := http.NewResponseController(w)
	_ = c.SetReadDeadline(time.Now().Add(s.c.Patience)) // a recorder of tests has none
	err = json.NewDecoder(http.MaxBytesReader(w, r.Body, 1<<16)).Decode(&o)
	if err == nil {
		_ = c.SetReadDeadline(time.Time{}) // else the end of that time would end the act
	}
	return o, err
}

// do changes the run as asked, and tells as JSON what has become of it.
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
	text, _ := json.Marshal(what) // of texts and numbers
	write(w, code, append(text, '\n'))
}

func write(w http.ResponseWriter, code int, text []byte) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(code)
	w.Write(text)
}
