package cluster

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/cmd/sweeps"
)

// TestJobsNameNoFile: a job has the flags that read and write nothing, and reads what it carries.
func TestJobsNameNoFile(t *testing.T) {
	secret := filepath.Join(t.TempDir(), "secret")
	require.NoError(t, os.WriteFile(secret, []byte("x"), 0o600))
	job := func(args ...string) *Job {
		return &Job{Model: "m.pml", Files: []sweeps.File{{Path: "m.pml"}, {Path: "../a/b.pml"}}, Args: args, Memory: 1}
	}
	for _, a := range []string{"-DN=3", "-U=N", "-lossy", "-ltl=[] p", "-compress=tree", "-m=100", "-W=unused=off",
		"-sweep=x", "-cache=10%", "-open-mem=1G", "-safety"} {
		require.NoError(t, job(a).Check(), a)
	}
	for a, why := range map[string]string{
		"-checkpoint=/tmp/x": "could name a file", "-resume=x": "could name a file", "-trail=x": "could name a file",
		"-graph=x": "could name a file", "-certificate=x": "could name a file", "-profile=x": "could name a file",
		"-code=x": "could name a file", "-report=html:x": "could name a file", "-cpuprofile=x": "could name a file",
		"-open": "could name a file", "-mem=1T": "could name a file", "--trail=x": "could name a file",
		"-trail": "could name a file", "-m100": "could name a file", "-D": "", "x.pml": "takes flags only",
		"-compress=trained": "reads a file",
	} {
		if err := job(a).Check(); why != "" {
			require.ErrorContains(t, err, why, a)
		}
	}
	other := job()
	other.Model = secret
	require.ErrorContains(t, other.Check(), "does not carry its model")
	none := job()
	none.Memory = 0
	require.ErrorContains(t, none.Check(), "how much memory")
	_, err := job().Read("../a/b.pml")
	require.NoError(t, err)
	for _, path := range []string{secret, "/etc/passwd", "b.pml", "a/../m.pml", ""} {
		_, err := job().Read(path)
		require.ErrorContains(t, err, "only what it carries", path)
	}
}

func TestClassesOfMemory(t *testing.T) {
	for class := smallest; class < 24; class++ {
		require.Equal(t, class, classOf(leastOf(class)))
		require.Equal(t, class, classOf(1<<(20+class)))
		require.Equal(t, class+1, classOf(leastOf(class+1)))
	}
	require.Equal(t, smallest, classOf(1))
}

// TestNothingIsOpenUnasked: what is refused before anything listens or is sent.
func TestNothingIsOpenUnasked(t *testing.T) {
	for _, c := range []struct {
		link Link
		why  string // "": it is allowed
	}{
		{Link{}, ""},
		{Link{Listen: "127.0.0.1:4222"}, ""},
		{Link{Listen: "localhost:4222"}, ""},
		{Link{Listen: "[::1]:4222"}, ""},
		{Link{Listen: "0.0.0.0:4222"}, "-credentials FILE says who may come in"},
		{Link{Listen: ":4222"}, "-credentials FILE"},
		{Link{Listen: "[::]:4222"}, "-credentials FILE"},
		{Link{Listen: "192.168.0.1:4222"}, "-credentials FILE"},
		{Link{Listen: "localhost.example.org:4222"}, "-credentials FILE"},
		{Link{Listen: "0.0.0.0:4222", Credentials: "f"}, "needed for TLS"},
		{Link{Listen: "0.0.0.0:4222", Cert: "c", Key: "k"}, "-credentials FILE"},
		{Link{Listen: "0.0.0.0:4222", Cert: "c"}, "-cert and -key go together"},
		{Link{Listen: "0.0.0.0:4222", Credentials: "f", Cert: "c", Key: "k"}, ""},
		{Link{Listen: "0.0.0.0:4222", Generate: true}, ""},
		{Link{Listen: "4222"}, "ADDRESS:PORT"},
		{Link{Listen: "0.0.0.0:4222", Plain: true}, "-credentials FILE"},
		{Link{URL: "nats://127.0.0.1:4222"}, ""},
		{Link{URL: "nats://localhost:4222"}, ""},
		{Link{URL: "nats://10.0.0.1:4222"}, "clear text"},
		{Link{URL: "nats://10.0.0.1:4222", Credentials: "f"}, "clear text"},
		{Link{URL: "nats://127.0.0.1:4222,nats://10.0.0.1:4222"}, "clear text"},
		{Link{URL: "tls://10.0.0.1:4222"}, "-credentials FILE is needed"},
		{Link{URL: "tls://token@10.0.0.1:4222"}, ""},
		{Link{URL: "tls://10.0.0.1:4222", Credentials: "f"}, ""},
		{Link{URL: "nats://10.0.0.1:4222", Plain: true}, ""},
		{Link{URL: "http://127.0.0.1"}, "nats:// or tls://"},
		{Link{URL: "10.0.0.1"}, "takes a URL"},
		{Link{URL: "nats://127.0.0.1:4222", Listen: "127.0.0.1:1"}, "embedded server, not for -nats"},
		{Link{URL: "nats://127.0.0.1:4222", Generate: true}, "embedded server, not for -nats"},
	} {
		err := c.link.Check()
		if c.why == "" {
			require.NoError(t, err, "%+v", c.link)
			continue
		}
		require.ErrorContains(t, err, c.why, "%+v", c.link)
	}
}

func TestSecrets(t *testing.T) {
	path := filepath.Join(t.TempDir(), "f")
	for text, want := range map[string][3]string{"abc\n": {"abc"}, "me:se:cret": {"", "me", "se:cret"}} {
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		token, user, password, isNATS, err := secret(path)
		require.NoError(t, err)
		require.Equal(t, want, [3]string{token, user, password})
		require.False(t, isNATS)
	}
	for _, text := range []string{"", "\n", "a\nb\n"} {
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		_, _, _, _, err := secret(path)
		require.ErrorContains(t, err, "credentials are one line")
	}
}
