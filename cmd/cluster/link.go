package cluster

import (
	"errors"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"os"
	"strings"
)

// Link has the server and how to reach it. Nothing listens beyond 127.0.0.1, and nothing is sent beyond it in
// clear text, unless requested.
type Link struct {
	URL    string // of an existing server, or several with commas; "" for the embedded one
	Folder string // of the embedded server
	Listen string // address of the embedded server; "" for a port of 127.0.0.1
	// Files: a token, USER:PASSWORD or NATS credentials; the server's certificate and key; certificates of
	// authorities to trust.
	Credentials, Cert, Key, CA string
	Generate                   bool // make credentials, certificate and key that are missing
	Plain                      bool // permit a server beyond 127.0.0.1 without TLS and credentials
}

// Check refuses a link that would be open to others.
func (l *Link) Check() error {
	if (l.Cert == "") != (l.Key == "") {
		return errors.New("-cert and -key go together")
	}
	if l.URL != "" {
		if l.Listen != "" || l.Generate || l.Cert != "" {
			return errors.New("-listen, -generate, -cert and -key are for the embedded server, not for -nats")
		}
		return l.checkURL()
	}
	if l.Listen == "" {
		return nil
	}
	host, port, err := net.SplitHostPort(l.Listen)
	if err != nil || port == "" {
		return fmt.Errorf("-listen takes ADDRESS:PORT, not %q", l.Listen)
	}
	switch {
	case isLoopback(host) || l.Generate:
		return nil
	case l.Credentials == "":
		return fmt.Errorf("-listen %s is open to other machines: -credentials FILE says who may come in; "+
			"-generate makes credentials and a certificate", l.Listen)
	case l.Cert == "":
		return fmt.Errorf("-listen %s is open to other machines: -cert and -key are needed for TLS; "+
			"-generate makes them", l.Listen)
	}
	return nil
}

// checkURL refuses to send jobs, or a secret, through a network in clear text.
func (l *Link) checkURL() error {
	for _, text := range strings.Split(l.URL, ",") {
		u, err := url.Parse(text)
		if err != nil || u.Host == "" {
			return fmt.Errorf("-nats takes a URL such as nats://127.0.0.1:4222, not %q", text)
		}
		switch {
		case u.Scheme != "nats" && u.Scheme != "tls":
			return fmt.Errorf("-nats takes nats:// or tls://, not %s://", u.Scheme)
		case isLoopback(u.Hostname()) || l.Plain:
			continue
		case u.Scheme != "tls":
			return fmt.Errorf("%s is beyond this machine, and nats:// is clear text: take tls://, or -plain if "+
				"the network is safe", u.Host)
		case u.User == nil && l.Credentials == "":
			return fmt.Errorf("%s is beyond this machine: -credentials FILE is needed, or -plain if the network "+
				"is safe", u.Host)
		}
	}
	return nil
}

// isLoopback reports whether a host is this machine, by an address or name that no other can answer to.
func isLoopback(host string) bool {
	a, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && a.IsLoopback()
}

// secret reads credentials: a token, or USER:PASSWORD. NATS credentials have neither.
func secret(path string) (token, user, password string, isNATS bool, err error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return "", "", "", false, err
	}
	line := strings.TrimSpace(string(text))
	switch {
	case strings.Contains(line, "BEGIN NATS USER JWT"):
		return "", "", "", true, nil
	case line == "" || strings.Contains(line, "\n"):
		return "", "", "", false, fmt.Errorf("%s: credentials are one line, a token or USER:PASSWORD, or a NATS "+
			"credentials file", path)
	}
	if user, password, is := strings.Cut(line, ":"); is {
		return "", user, password, false, nil
	}
	return line, "", "", false, nil
}
