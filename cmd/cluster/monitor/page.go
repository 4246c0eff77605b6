package monitor

import (
	"bytes"
	"context"
	_ "embed"
	"fmt"
	"html/template"
	"net/http"
	"strings"
	"sync"
	"time"

	"gospin/verifier/report"
)

//go:embed page.html
var pageText string

var pageTemplate = sync.OnceValue(func() *template.Template {
	with := template.FuncMap{"size": report.Size, "count": count, "join": strings.Join,
		"percent": func(x float64) string { return fmt.Sprintf("%.0f %%", 100*x) }}
	return template.Must(template.New("page").Funcs(with).Parse(pageText))
})

// Page shows overviews of a cluster.
type Page struct {
	Read func(context.Context) (*Overview, error)

	mutex  sync.Mutex
	last   *Overview
	at     time.Time           // when last was read
	traces map[string][]sample // by search
}

// sample is the number of states of a search at a time.
type sample struct {
	at     time.Time
	stored uint64
}

// fresh is how long an overview is shown again, span for how long samples are kept, and recent the time over
// which the present rate is computed.
const (
	fresh  = 500 * time.Millisecond
	span   = 5 * time.Minute
	recent = 5 * time.Second
)

// Answer answers requests for the page, and for its part that is renewed ("live").
func (p *Page) Answer(w http.ResponseWriter, r *http.Request, what string) {
	if r.Method != http.MethodGet || what != "" && what != "live" {
		http.NotFound(w, r)
		return
	}
	view, err := p.look(r.Context(), time.Now())
	if err != nil && what != "" {
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	name := "page"
	if what != "" {
		name = what
	}
	var out bytes.Buffer
	if e := pageTemplate().ExecuteTemplate(&out, name, map[string]any{"View": view, "Error": err}); e != nil {
		http.Error(w, e.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_, _ = w.Write(out.Bytes())
}

// view is what a page shows.
type view struct {
	*Overview
	At      time.Time
	Details []detail // of the searches
}

// detail is a search with what is computed for the page.
type detail struct {
	*Search
	Sum   Partition
	Rate  float64 // states per second
	Since string  // how long the page has seen it
	Line  string  // points of the rate's line
	Most  float64 // of the line
	Bars  []bar
}

// bar is a partition's share.
type bar struct {
	X, Y, W, H float64
	Title      string
}

// look reads an overview, unless the last one is fresh, and computes what the page shows.
func (p *Page) look(ctx context.Context, now time.Time) (*view, error) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if p.last == nil || now.Sub(p.at) > fresh {
		o, err := p.Read(ctx)
		if err != nil {
			return nil, err
		}
		p.last, p.at = o, now
		p.sample()
	}
	v := &view{Overview: p.last, At: p.at}
	for i := range p.last.Searches {
		v.Details = append(v.Details, p.detail(&p.last.Searches[i]))
	}
	return v, nil
}

// sample adds the searches' states to their traces, and forgets searches that are gone.
func (p *Page) sample() {
	traces := map[string][]sample{}
	for i := range p.last.Searches {
		s := &p.last.Searches[i]
		trace := append(p.traces[s.ID], sample{p.at, s.Sum().Stored})
		for p.at.Sub(trace[0].at) > span {
			trace = trace[1:]
		}
		traces[s.ID] = trace
	}
	p.traces = traces
}

// width and height are those of the diagrams.
const width, height = 320.0, 48.0

func (p *Page) detail(s *Search) detail {
	trace := p.traces[s.ID]
	d := detail{Search: s, Sum: s.Sum(), Since: p.at.Sub(trace[0].at).Round(time.Second).String()}
	rates := make([]float64, len(trace))
	for i, begin := range trace {
		for j := i - 1; j >= 0 && trace[i].at.Sub(begin.at) < recent; j-- {
			begin = trace[j]
		}
		if t := trace[i].at.Sub(begin.at).Seconds(); t > 0 && trace[i].stored > begin.stored {
			rates[i] = float64(trace[i].stored-begin.stored) / t
		}
		d.Most = max(d.Most, rates[i])
	}
	d.Rate = rates[len(rates)-1]
	var line strings.Builder
	for i := 1; i < len(trace) && d.Most > 0; i++ {
		x := width * (1 - p.at.Sub(trace[i].at).Seconds()/max(10, p.at.Sub(trace[0].at).Seconds()))
		fmt.Fprintf(&line, "%.1f,%.1f ", x, height*(1-rates[i]/d.Most))
	}
	d.Line = line.String()
	most := uint64(1)
	for i := range s.Partitions {
		most = max(most, s.Partitions[i].Stored)
	}
	w := width / float64(len(s.Partitions))
	for i := range s.Partitions {
		part := &s.Partitions[i]
		owner := part.Owner
		if owner == "" {
			owner = "nobody"
		}
		h := height * float64(part.Stored) / float64(most)
		d.Bars = append(d.Bars, bar{float64(i) * w, height - h, max(w-1, 0.5), h,
			fmt.Sprintf("partition %d: %s states, of %s", i, count(part.Stored), owner)})
	}
	return d
}

// count formats a number with spaces between groups of three digits.
func count(n any) string {
	text := ""
	switch n := n.(type) {
	case float64:
		text = fmt.Sprintf("%.0f", n)
	default:
		text = fmt.Sprint(n)
	}
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "\u202f" + text[i:]
	}
	return text
}
