package explore

import (
	"context"
	"crypto/rand"
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

// Serve answers until ctx is done.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	srv := &http.Server{
		Handler: s.Handler(l.Addr().String()), ReadHeaderTimeout: 10 * time.Second,
		BaseContext: func(net.Listener) context.Context { return ctx },
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

func (s *Server) answer(w http.ResponseWriter, r *http.Request, what string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	act := acts[what]
	switch {
	case r.Method == http.MethodGet && what == "":
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		s.live.Write(w)
	case r.Method == http.MethodGet && what == "choices":
		at, err := strconv.Atoi(r.URL.Query().Get("at"))
		if err != nil || at < 0 {
			reply(w, http.StatusBadRequest, map[string]any{"error": "at takes a number"})
			return
		}
		list, why := s.choices(at)
		reply(w, http.StatusOK, map[string]any{"choices": list, "why": why})
	case r.Method == http.MethodPost && act != nil:
		var o order
		if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, 1<<16)).Decode(&o); err != nil {
			reply(w, http.StatusBadRequest, map[string]any{"error": "this is no order: " + err.Error()})
			return
		}
		ctx, cancel := context.WithTimeout(r.Context(), longestAct)
		defer cancel()
		had := s.live.Len()
		o.At = max(0, min(o.At, had))
		before := s.run
		said, bad := act(s, ctx, o)
		from := had
		if s.run != before { // it was begun anew, up to what was kept
			from = max(0, min(o.At, s.live.Len(), had-1))
		}
		reply(w, http.StatusOK, map[string]any{"said": said, "bad": bad, "run": s.live.Since(from)})
	default:
		http.NotFound(w, r)
	}
}

func reply(w http.ResponseWriter, code int, what any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(code)
	json.NewEncoder(w).Encode(what)
}
