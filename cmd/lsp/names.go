package lsp

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"sync"

	"gospin/promela/expr"
	"gospin/promela/format"
	"gospin/promela/resolve"
)

type (
	// macro and inline are symbols that are found in the text
	macro  struct{ text string }
	inline struct{ head string }
)

// symbol is what a name refers to.
type symbol struct {
	name   string
	of     any // as in resolve.Use, or a *macro or *inline
	places []occurrence
}

// occurrence is a place where a symbol is used.
type occurrence struct {
	path     string
	from, to int
	as       resolve.Access
	written  bool // the name itself stands there, not a macro that contains it
}

// names has the symbols of a reading.
type names struct {
	symbols []*symbol
	of      map[any]*symbol
	at      map[string][]*mark // by path, in text order
	spots   map[spot]int       // the last of a symbol's places that begin there
}

// spot is where an occurrence of a symbol begins.
type spot struct {
	symbol *symbol
	path   string
	from   int
}

// mark is an occurrence with its symbol.
type mark struct {
	occurrence
	symbol *symbol
}

// collector collects the uses that are reported while a model is read.
type collector struct {
	uses map[resolve.Use]bool
	list []resolve.Use
}

func (c *collector) add(u resolve.Use) {
	if !c.uses[u] {
		c.uses[u] = true
		c.list = append(c.list, u)
	}
}

// names builds the symbols of a reading from the reported uses, and adds its macros and inlines.
func (c *collector) names(r *reading) *names {
	n := &names{of: map[any]*symbol{}, at: map[string][]*mark{}, spots: map[spot]int{}}
	for _, u := range c.list {
		t := r.files[u.Pos.File]
		if t == nil {
			continue
		}
		from := t.at(u.Pos.Line, u.Pos.Col)
		word, start := t.word(from)
		o := occurrence{
			path: u.Pos.File,
			from: from,
			to:   from + len(u.Name),
			as:   u.As,
			written: word == u.Name &&
				start == from,
		}
		if !o.written {
			o.to = t.extent(from)
		}
		n.add(u.Name, u.Of, o)
	}
	n.sort()
	taken := map[occurrence]bool{}
	for path, marks := range n.at {
		for _, m := range marks {
			if m.written {
				taken[occurrence{path: path, from: m.from}] = true
			}
		}
	}
	n.textual(r, taken)
	n.sort()
	return n
}

// add adds an occurrence of a symbol. A more specific use replaces the plain read that is reported first.
func (n *names) add(name string, of any, o occurrence) {
	s := n.of[of]
	if s == nil {
		s = &symbol{name: name, of: of}
		n.of[of] = s
		n.symbols = append(n.symbols, s)
	}
	k := spot{s, o.path, o.from}
	if i, ok := n.spots[k]; ok {
		if p := &s.places[i]; p.written == o.written && (p.as == resolve.Reads || o.as == resolve.Reads) {
			p.as = max(p.as, o.as)
			return
		}
	}
	n.spots[k] = len(s.places)
	s.places = append(s.places, o)
}

func (n *names) sort() {
	clear(n.at)
	for _, s := range n.symbols {
		slices.SortStableFunc(s.places, func(a, b occurrence) int {
			return cmp.Or(cmp.Compare(a.path, b.path), cmp.Compare(a.from, b.from))
		})
		for _, o := range s.places {
			n.at[o.path] = append(n.at[o.path], &mark{o, s})
		}
	}
	for _, marks := range n.at {
		slices.SortStableFunc(marks, func(a, b *mark) int { return cmp.Compare(a.from, b.from) })
	}
}

var define = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?m)^[ \t]*#[ \t]*define[ \t]+([A-Za-z_]\w*)(?:.*\\[ \t]*\n)*.*`)
})

// textual adds macros and inlines, with their calls.
func (n *names) textual(r *reading, taken map[occurrence]bool) {
	known := map[string]any{}
	paths := r.paths()
	for _, path := range paths {
		t := r.files[path]
		for _, m := range define().FindAllStringSubmatchIndex(t.s, -1) {
			name := t.s[m[2]:m[3]]
			if known[name] == nil {
				known[name] = &macro{strings.TrimSpace(t.s[m[0]:m[1]])}
			}
			n.add(name, known[name], occurrence{path, m[2], m[3], resolve.Declares, true})
		}
	}
	for _, path := range paths {
		t := r.files[path]
		toks := t.tokens()
		for i := range toks[:max(len(toks)-1, 0)] {
			if k, x := &toks[i], &toks[i+1]; k.Is("inline") && x.Type == expr.Name {
				end := min(i+2, len(toks)-1)
				for end < len(toks)-1 && !toks[end].Is(")") && !toks[end].Is("{") {
					end++
				}
				if known[x.Text] == nil {
					known[x.Text] = &inline{t.s[k.Start:toks[end].End]}
				}
				n.add(x.Text, known[x.Text], occurrence{path, x.Start, x.End, resolve.Declares, true})
				taken[occurrence{path: path, from: x.Start}] = true
			}
		}
		for _, k := range toks {
			if known[k.Text] != nil && k.Type != expr.String &&
				!taken[occurrence{path: path, from: k.Start}] {
				n.add(k.Text, known[k.Text], occurrence{path, k.Start, k.End, resolve.Reads, true})
			}
		}
	}
}

// paths returns the paths of the files read, in order.
func (r *reading) paths() []string {
	var out []string
	for p := range r.files {
		out = append(out, p)
	}
	slices.Sort(out)
	return out
}

// tokens returns the tokens of the text before preprocessing, with their offsets.
func (t *text) tokens() []expr.Token { return format.Tokens([]byte(t.s)) }

// find returns the occurrence at an offset, or nil if there is none.
func (n *names) find(path string, offset int) *mark {
	var found *mark
	for _, m := range n.at[path] {
		if m.written && m.from <= offset && offset <= m.to && (found == nil || offset < m.to) {
			found = m
		}
	}
	return found
}

// named returns the symbols with a name.
func (n *names) named(name string) (out []*symbol) {
	for _, s := range n.symbols {
		if s.name == name {
			out = append(out, s)
		}
	}
	return out
}

// lookup finds the symbol at an offset of a document: in the present reading, or, by name, in the last
// version without errors. The mark's place is in the present document.
func (d *document) lookup(offset int) (*mark, *reading) {
	if m := d.now.names.find(d.path, offset); m != nil {
		return m, d.now
	}
	word, from := d.text.word(offset)
	if word == "" || d.good == nil || d.good == d.now {
		return nil, nil
	}
	for _, t := range d.text.tokens() {
		if t.Start == from && t.Type == expr.Name {
			if all := d.good.names.named(word); len(all) > 0 {
				return &mark{
					occurrence{path: d.path, from: from, to: from + len(word), written: true},
					all[0],
				}, d.good
			}
		}
	}
	return nil, nil
}

// declared returns where a symbol is declared, or nil.
func (s *symbol) declared() *occurrence {
	for i := range s.places {
		if s.places[i].as == resolve.Declares {
			return &s.places[i]
		}
	}
	return nil
}
