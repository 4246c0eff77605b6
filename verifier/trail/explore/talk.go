package explore

import (
	"bufio"
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"time"
)

// longestAct limits the time of one request.
const longestAct = time.Minute

// Patience is the default of Config.Patience.
const Patience = 10 * time.Second

// NewToken returns a token that nobody can guess.
func NewToken() string { return strings.ToLower(rand.Text()) }

// question is a line of Talk's input.
type question struct {
	ID    int    `json:"id"`
	What  string `json:"what"` // "" for the page, choices, or an act
	Order order  `json:"order"`
}

// Talk answers the page's requests, a line of JSON each, where nothing can listen for them: in a browser. It
// ends with the input.
func (s *Server) Talk(ctx context.Context, in io.Reader, out io.Writer) error {
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var q question
		answer := map[string]any{}
		if err := json.Unmarshal(lines.Bytes(), &q); err != nil {
			answer["error"] = "this is no request: " + err.Error()
		} else {
			s.told(ctx, q, answer)
		}
		answer["id"] = q.ID
		if err := json.NewEncoder(out).Encode(answer); err != nil {
			return err
		}
	}
	return lines.Err()
}

// told fills in the answer to a question.
func (s *Server) told(ctx context.Context, q question, answer map[string]any) {
	var text bytes.Buffer
	switch act := acts[q.What]; {
	case q.What == "":
		s.mu.Lock()
		defer s.mu.Unlock()
		s.live.Write(&text)
		answer["page"] = text.String()
	case q.What == "choices":
		s.mu.Lock()
		defer s.mu.Unlock()
		answer["answer"] = s.next(max(0, q.Order.At))
	case act != nil:
		s.do(ctx, act, q.Order, &text)
		answer["answer"] = json.RawMessage(text.Bytes())
	default:
		answer["error"] = fmt.Sprintf("there is no %q", q.What)
	}
}

// do performs an act and writes the result as JSON.
func (s *Server) do(ctx context.Context, act act, o order, out io.Writer) {
	ctx, cancel := context.WithTimeout(ctx, longestAct)
	defer cancel()
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
