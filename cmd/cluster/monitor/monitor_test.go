package monitor

import (
	"context"
	"errors"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func cluster() *Overview {
	return &Overview{
		Searches: []Search{{
			ID: "abc", Label: "-DN=3 m.pml", Errors: 2, Depth: 7,
			Partitions: []Partition{
				{Owner: "a-1", Stored: 1500, Open: 20, Bytes: 1 << 20, Elsewhere: 100, Spared: 10, Batches: 3,
					Sent: 900},
				{Stored: 500, Open: 5, Bytes: 1 << 20, Elsewhere: 100, Spared: 30, Batches: 2, Sent: 700},
			},
			Owners: []Owner{{Name: "a-1", Waiting: 0.25, Partitions: 1, Stored: 1500, Bytes: 1 << 20},
				{Name: "b-2", Lost: true}},
		}},
		Runs: []Run{
			{ID: "r1", Command: []string{"gospin", "sweep", "<m>.pml"}, Jobs: 4, Done: 1, Started: 2,
				Waits: "no worker is there"},
			{ID: "r2", Command: []string{"gospin"}, Jobs: 2, Done: 2, GivenUp: 1},
		},
		Workers: []Worker{{Name: "w", Memory: 2 << 30, Free: 1 << 30, Jobs: 2, Done: 5, At: []string{"-DN=2 m.pml"}}},
	}
}

func TestText(t *testing.T) {
	var out strings.Builder
	require.NoError(t, cluster().Write(&out))
	text := out.String()
	require.Contains(t, text, `search abc: -DN=3 m.pml
  2000 states, 25 open, errors 2, in 2 partitions: of 200 successors that belong to another partition, `+
		`80% were sent, in 5 batches, 10.0 bytes each
  worker a-1: 1 partitions, 1500 states, 1.0 MiB, 25% of its time waiting
  worker b-2: no sign of life
`)
	require.Contains(t, text, ": 1 of 4 jobs are done, 2 begun; the others wait: no worker is there\n  gospin sweep <m>.pml\n")
	require.Contains(t, text, ": 2 of 2 jobs are done; 1 given up, as they end their workers\n")
	require.Contains(t, text, "worker w: 1 of 2 jobs, 1.0 GiB of 2.0 GiB free, 5 done\n  -DN=2 m.pml\n")
	out.Reset()
	require.NoError(t, (&Overview{}).Write(&out))
	require.Equal(t, "no runs\nno workers: gospin worker makes this machine one\n", out.String())
}

func get(t *testing.T, p *Page, what string) (int, string) {
	t.Helper()
	w := httptest.NewRecorder()
	p.Answer(w, httptest.NewRequest("GET", "/x/"+what, nil), what)
	return w.Code, w.Body.String()
}

func TestPage(t *testing.T) {
	p := &Page{Read: func(context.Context) (*Overview, error) { return cluster(), nil }}
	code, whole := get(t, p, "")
	require.Equal(t, 200, code)
	require.Contains(t, whole, "<!DOCTYPE html>")
	code, part := get(t, p, "live")
	require.Equal(t, 200, code)
	require.NotContains(t, part, "<html")
	require.Contains(t, whole, part)
	for _, text := range []string{"<b>2\u202f000</b> states", "<b>25 %</b> of the workers", "&lt;m&gt;.pml", "no sign of life",
		"partition 1: 500 states, of nobody", `<progress max="4" value="1">`} {
		require.Contains(t, part, text)
	}
	code, _ = get(t, p, "other")
	require.Equal(t, 404, code)
}

// TestRates: the rate is that of the last seconds, a snapshot is read twice a second at most, and searches
// that are gone are forgotten.
func TestRates(t *testing.T) {
	o, reads := cluster(), 0
	p := &Page{Read: func(context.Context) (*Overview, error) { reads++; return o, nil }}
	now := time.Now()
	look := func() *view {
		v, err := p.look(t.Context(), now)
		require.NoError(t, err)
		return v
	}
	require.Zero(t, look().Details[0].Rate)
	for range 60 {
		now = now.Add(time.Second)
		c := cluster()
		c.Searches[0].Partitions[0].Stored = o.Searches[0].Partitions[0].Stored + 300
		o = c
		look()
	}
	require.Equal(t, 61, reads)
	d := look().Details[0]
	require.Equal(t, 61, reads)
	require.InDelta(t, 300, d.Rate, 1e-6)
	require.InDelta(t, 300, d.Most, 1e-6)
	require.Equal(t, "1m0s", d.Since)
	require.Len(t, strings.Fields(d.Line), 60)
	now, o = now.Add(2*span), &Overview{}
	look()
	require.Empty(t, p.traces)
}

// TestServerIsGone: the page says so, and goes on with what it has seen when the server is back.
func TestServerIsGone(t *testing.T) {
	gone := errors.New("no <server>")
	p := &Page{Read: func(context.Context) (*Overview, error) { return nil, gone }}
	code, text := get(t, p, "")
	require.Equal(t, 200, code)
	require.Contains(t, text, "no &lt;server&gt;")
	code, _ = get(t, p, "live")
	require.Equal(t, 502, code)
}

func TestCount(t *testing.T) {
	require.Equal(t, "1\u202f234\u202f567", count(uint64(1234567)))
	require.Equal(t, "999", count(999.4))
	require.Equal(t, "0", count(0))
}
