//go:build nats

package cluster

import (
	"context"
	"crypto/rand"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"

	"gospin/verifier/checkpoint"
)

// served is what the process with the embedded server publishes to others on this machine.
type served struct {
	Port        int    `json:"port"`
	TLS         bool   `json:"tls"`
	Credentials string `json:"credentials"` // file
	CA          string `json:"ca,omitempty"`
}

// url is the server's address on this machine.
func (v *served) url() string {
	scheme := "nats"
	if v.TLS {
		scheme = "tls"
	}
	return scheme + "://" + net.JoinHostPort("127.0.0.1", strconv.Itoa(v.Port))
}

// mostPayload is the maximum size of a message to the embedded server.
const mostPayload = 8 << 20

// patience is the time to wait for a server that another process is starting.
const patience = 10 * time.Second

// embedded starts the server, or finds that of another process, and returns its URL and options.
func (s *Session) embedded(
	ctx context.Context, l *Link, options []nats.Option,
) (string, []nats.Option, error) {
	if err := os.MkdirAll(l.Folder, 0o700); err != nil {
		return "", nil, err
	}
	about := filepath.Join(l.Folder, "server.json")
	var known served
	if text, err := os.ReadFile(about); err == nil {
		_ = json.Unmarshal(text, &known) // if it is damaged, it is written again
	}
	var err error
	if s.lock, err = checkpoint.LockFile(filepath.Join(l.Folder, "lock")); errors.Is(err, checkpoint.ErrLocked) {
		return join(ctx, l, about, options)
	}
	if err != nil {
		return "", nil, err
	}
	if err := l.generate(); err != nil {
		return "", nil, err
	}
	o, err := l.options(known.Port)
	if err != nil {
		return "", nil, err
	}
	if s.server, err = server.NewServer(o); err != nil {
		return "", nil, err
	}
	go s.server.Start()
	if !s.server.ReadyForConnections(patience) {
		return "", nil, fmt.Errorf("the server does not start at %s:%d: is the port in use? -listen takes another, "+
			"and without it, removing %s", o.Host, o.Port, about)
	}
	at, _ := s.server.Addr().(*net.TCPAddr)
	now := served{Port: at.Port, TLS: l.Cert != "", Credentials: absolute(l.Credentials), CA: absolute(l.CA)}
	text, err := json.Marshal(now)
	if err != nil {
		return "", nil, err
	}
	s.Join = "-cluster"
	if l.Listen != "" {
		s.Join = l.join(at)
	}
	options = append(options, nats.InProcessServer(s.server))
	return s.server.ClientURL(), options, os.WriteFile(about, text, 0o600)
}

// join returns the URL and options for the server of another process.
func join(
	ctx context.Context, l *Link, about string, options []nats.Option,
) (string, []nats.Option, error) {
	if l.Listen != "" {
		return "", nil, fmt.Errorf("another process runs the server of %s already: -listen is for the first", l.Folder)
	}
	for end := time.Now().Add(patience); ; time.Sleep(100 * time.Millisecond) {
		var v served
		text, err := os.ReadFile(about)
		if err == nil && json.Unmarshal(text, &v) == nil {
			l.Credentials, l.CA = v.Credentials, v.CA
			c, err := net.DialTimeout("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(v.Port)), time.Second)
			if err == nil {
				_ = c.Close()
				return v.url(), options, nil
			}
		}
		if time.Now().After(end) || ctx.Err() != nil {
			return "", nil, fmt.Errorf("the process that has locked %s does not answer", l.Folder)
		}
	}
}

// options returns the server's configuration: no listener but the one for clients.
func (l *Link) options(port int) (*server.Options, error) {
	o := &server.Options{ServerName: "gospin", Host: "127.0.0.1", Port: port, JetStream: true,
		StoreDir: l.Folder, NoSigs: true, NoLog: true, MaxPayload: mostPayload, MaxPending: 64 << 20,
		SyncInterval: 10 * time.Second}
	if port == 0 {
		o.Port = server.RANDOM_PORT
	}
	if l.Listen != "" {
		host, text, err := net.SplitHostPort(l.Listen)
		if err != nil {
			return nil, err
		}
		if o.Host = host; host == "" {
			o.Host = "0.0.0.0"
		}
		if o.Port, err = strconv.Atoi(text); err != nil {
			return nil, fmt.Errorf("-listen takes ADDRESS:PORT, not %q", l.Listen)
		}
		if o.Port == 0 {
			o.Port = server.RANDOM_PORT
		}
	}
	token, user, password, isNATS, err := secret(l.Credentials)
	if err == nil && isNATS {
		err = fmt.Errorf("%s: the embedded server takes a token or USER:PASSWORD", l.Credentials)
	}
	if err != nil {
		return nil, err
	}
	o.Authorization, o.Username, o.Password = token, user, password
	if l.Cert != "" {
		pair, err := tls.LoadX509KeyPair(l.Cert, l.Key)
		if err != nil {
			return nil, err
		}
		o.TLS, o.TLSTimeout = true, 5
		o.TLSConfig = &tls.Config{Certificates: []tls.Certificate{pair}, MinVersion: tls.VersionTLS13}
	}
	return o, nil
}

// generate makes missing credentials, certificate and key: credentials always, since other users
// of this machine can reach 127.0.0.1.
func (l *Link) generate() error {
	if l.Credentials == "" {
		l.Credentials = filepath.Join(l.Folder, "credentials")
		if _, err := os.Stat(l.Credentials); errors.Is(err, os.ErrNotExist) {
			if err := os.WriteFile(l.Credentials, []byte(rand.Text()+"\n"), 0o600); err != nil {
				return err
			}
		}
	}
	if l.Generate && l.Cert == "" {
		l.Cert, l.Key = filepath.Join(l.Folder, "cert.pem"), filepath.Join(l.Folder, "key.pem")
		l.CA = l.Cert
		if _, err := os.Stat(l.Cert); errors.Is(err, os.ErrNotExist) {
			host, _, _ := net.SplitHostPort(l.Listen)
			return certify(l.Cert, l.Key, host)
		}
	}
	return nil
}

// join returns the flags with which other machines connect.
func (l *Link) join(at *net.TCPAddr) string {
	v := served{Port: at.Port, TLS: l.Cert != ""}
	text := "-nats " + v.url()
	if !at.IP.IsLoopback() {
		name := at.IP.String()
		if at.IP.IsUnspecified() {
			name, _ = os.Hostname()
		}
		text = "-nats tls://" + net.JoinHostPort(name, strconv.Itoa(at.Port))
	}
	text += " -credentials " + l.Credentials
	if l.CA != "" {
		text += " -ca " + l.CA
	}
	return text
}

func absolute(path string) string {
	if all, err := filepath.Abs(path); err == nil && path != "" {
		return all
	}
	return path
}

// Others returns the link by which other processes on this machine reach the same server.
func (l *Link) Others() (*Link, error) {
	if l.URL == "" {
		folder, err := filepath.Abs(l.Folder)
		return &Link{Folder: folder}, err
	}
	return &Link{URL: l.URL, Credentials: absolute(l.Credentials), CA: absolute(l.CA), Plain: l.Plain}, nil
}
