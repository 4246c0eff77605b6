package lsp

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"
)

// frames filters the client's messages: it answers malformed ones itself, since they would end the
// connection, and passes on the others. It reads ahead, and inspects each message before its turn.
type frames struct {
	end    io.Closer
	in     *bufio.Reader
	seen   func(method string, params []byte)
	ahead  chan []byte   // messages waiting for their turn; closed after the last one
	why    error         // why there are no more, set before ahead is closed
	closed chan struct{} // closed with the connection
	close  func()
	next   bytes.Reader // the rest of the current frame

	mu  sync.Mutex // makes writing a frame atomic
	out io.Writer
}

func newFrames(rw io.ReadWriteCloser, seen func(method string, params []byte)) *frames {
	f := &frames{end: rw, in: bufio.NewReader(rw), out: rw, seen: seen,
		ahead: make(chan []byte, maxAhead), closed: make(chan struct{})}
	f.close = sync.OnceFunc(func() { close(f.closed) })
	go f.readAhead()
	return f
}

// maxAhead limits the messages that are read ahead.
const maxAhead = 64

func (f *frames) Close() error {
	f.close()
	return f.end.Close()
}

// JSON-RPC's error codes for malformed requests.
const (
	parseError     = -32700
	invalidRequest = -32600
)

const (
	lengthHeader = "Content-Length:"
	maxFrame     = 256 << 20
	maxHeader    = 4 << 10
)

func (f *frames) Write(p []byte) (int, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.out.Write(p)
}

func (f *frames) Read(p []byte) (int, error) {
	for f.next.Len() == 0 {
		select {
		case m, is := <-f.ahead:
			if !is {
				return 0, f.why
			}
			f.next.Reset(framed(m))
		case <-f.closed:
			return 0, io.ErrClosedPipe
		}
	}
	return f.next.Read(p)
}

func (f *frames) readAhead() {
	defer close(f.ahead)
	for {
		var body []byte
		if body, f.why = f.frame(); f.why != nil {
			return
		}
		m, bad := readMessage(body)
		if bad == nil {
			body, bad = m.text()
		}
		if bad != nil {
			if f.why = f.answer(bad); f.why != nil {
				return
			}
			continue
		}
		if m.Method != nil {
			f.seen(*m.Method, m.Params)
		}
		select {
		case f.ahead <- body:
		case <-f.closed:
			return
		}
	}
}

func framed(body []byte) []byte {
	return append([]byte(lengthHeader+" "+strconv.Itoa(len(body))+"\r\n\r\n"), body...)
}

func (f *frames) answer(bad *badMessage) error {
	body, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": bad.id,
		"error": map[string]any{"code": bad.code, "message": bad.why}})
	if err == nil {
		_, err = f.Write(framed(body))
	}
	return err
}

// frame returns the body of the next frame. If there is no header, it answers once and skips to the next
// length, which may stand at the end of a line, since bodies don't end with a line break.
func (f *frames) frame() ([]byte, error) {
	length, told := -1, false
	for {
		line, err := f.line()
		if err != nil {
			return nil, err
		}
		if line == "" && length >= 0 {
			return f.body(length)
		}
		before, n := readHeader(line)
		if n >= 0 || before != "" {
			length = n
		}
		if (line == "" || before != "") && !told {
			told = true
			why := fmt.Sprintf("a message begins with %s N, up to %d", lengthHeader, maxFrame)
			if err := f.answer(&badMessage{code: parseError, why: why}); err != nil {
				return nil, err
			}
		}
	}
}

// readHeader returns the length in a header line, or -1, and any text that is not part of a header.
func readHeader(line string) (wrong string, length int) {
	at := strings.LastIndex(strings.ToLower(line), strings.ToLower(lengthHeader))
	if at < 0 {
		if !strings.Contains(line, ":") {
			return line, -1
		}
		return "", -1 // another header
	}
	n, err := strconv.Atoi(strings.TrimSpace(line[at+len(lengthHeader):]))
	if err != nil || n <= 0 || n > maxFrame {
		return line, -1
	}
	return line[:at], n
}

func (f *frames) body(length int) ([]byte, error) {
	var body bytes.Buffer
	_, err := io.CopyN(&body, f.in, int64(length))
	if errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF
	}
	return body.Bytes(), err
}

// line returns the next line without its end. It only keeps the end of a long line.
func (f *frames) line() (string, error) {
	var line []byte
	for {
		part, err := f.in.ReadSlice('\n')
		line = append(line, part...)
		line = line[max(0, len(line)-maxHeader):]
		switch {
		case err == nil:
			return strings.TrimRight(string(line), "\r\n"), nil
		case errors.Is(err, bufio.ErrBufferFull):
		case errors.Is(err, io.EOF) && len(line) > 0:
			return "", io.ErrUnexpectedEOF
		default:
			return "", err
		}
	}
}

// badMessage explains why a message is not passed on.
type badMessage struct {
	id   any // nil if it could not be read
	code int
	why  string
}

// message has the fields of requests, notifications and responses.
type message struct {
	Version string          `json:"jsonrpc"`
	ID      any             `json:"id,omitempty"`
	Method  *string         `json:"method,omitempty"`
	Params  json.RawMessage `json:"params,omitempty"`
	Result  json.RawMessage `json:"result,omitempty"`
	Error   json.RawMessage `json:"error,omitempty"`
}

// readMessage parses a message, or explains why it is malformed.
func readMessage(body []byte) (*message, *badMessage) {
	if !json.Valid(body) {
		return nil, &badMessage{code: parseError, why: "the message is no JSON"}
	}
	var parts map[string]json.RawMessage
	if json.Unmarshal(body, &parts) != nil || parts == nil {
		return nil, &badMessage{code: invalidRequest, why: "the message is no JSON object"}
	}
	m := &message{Version: "2.0"}
	id, ok := readID(parts["id"])
	bad := &badMessage{id: id, code: invalidRequest}
	if !ok {
		bad.why = "id takes a string or a whole number"
		return nil, bad
	}
	m.ID = id
	var version string
	if json.Unmarshal(parts["jsonrpc"], &version) != nil || version != m.Version {
		bad.why = `jsonrpc has to be "2.0"`
		return nil, bad
	}
	if bad.why = m.fill(parts); bad.why != "" {
		return nil, bad
	}
	return m, nil
}

// text encodes the message again as it was understood, so that duplicate or misspelled fields can't be
// understood differently later.
func (m *message) text() ([]byte, *badMessage) {
	out, err := json.Marshal(m)
	if err != nil {
		return nil, &badMessage{id: m.ID, code: invalidRequest, why: err.Error()}
	}
	return out, nil
}

// fill sets the fields of a request or response. It returns what is wrong with them, or "".
func (m *message) fill(parts map[string]json.RawMessage) (wrong string) {
	has := func(name string) bool { return len(parts[name]) > 0 }
	switch {
	case has("method") && (has("result") || has("error")):
		return "a message is a request or an answer, not both"
	case has("method"):
		if json.Unmarshal(parts["method"], &m.Method) != nil || m.Method == nil || *m.Method == "" {
			return "method takes a name"
		}
		m.Params = parts["params"]
		if len(m.Params) > 0 && m.Params[0] != '{' && m.Params[0] != '[' && string(m.Params) != "null" {
			return "params takes an object or an array"
		}
	case has("result") && !has("error"):
		m.Result = parts["result"]
	case has("error") && !has("result"):
		var e *struct {
			Code    int32  `json:"code"`
			Message string `json:"message"`
		}
		if json.Unmarshal(parts["error"], &e) != nil || e == nil {
			return "error takes an object with a code and a message"
		}
		m.Error, _ = json.Marshal(e)
	default:
		return "a request has a method, an answer a result or an error"
	}
	return ""
}

// readID parses a request's ID: null, a string or an integer.
func readID(text json.RawMessage) (id any, ok bool) {
	var name string
	var number int64
	switch {
	case len(text) == 0 || string(text) == "null":
		return nil, true
	case json.Unmarshal(text, &number) == nil:
		return number, true
	case json.Unmarshal(text, &name) == nil:
		return name, true
	}
	return nil, false
}
