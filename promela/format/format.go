package format

import (
	"bytes"
	"context"
	"errors"
	"slices"

	"gospin/promela/expr"
	"gospin/promela/preproc"
	"gospin/promela/resolve"
	"gospin/promela/syntax"
)

// ErrChanged says that the result would not mean the same.
var ErrChanged = errors.New("laid out, the model would be read as another one: it is left as it is")

// Text lays a text out, whatever it is.
func Text(text []byte) ([]byte, error) { return lay(text, false) }

func lay(text []byte, calls bool) ([]byte, error) {
	text = bytes.TrimPrefix(text, []byte("\xef\xbb\xbf"))
	text = bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))
	l := newLayout(items(text, calls))
	l.run()
	out := l.render()
	if !slices.EqualFunc(l.items, items(out, calls), sameItem) {
		return nil, ErrChanged
	}
	return out, nil
}

// sameItem compares items, comments but for the blanks that begin their lines.
func sameItem(a, b item) bool {
	if a.kind == comment {
		return b.kind == comment && bytes.Equal(words(a.Text), words(b.Text))
	}
	return a.kind == b.kind && a.Type == b.Type && a.Text == b.Text
}

func words(s string) []byte { return bytes.Join(bytes.Fields([]byte(s)), []byte(" ")) }

// Model lays the text of a model out. An error of the model's form is a diag.List, as resolve.ParseFile has
// it; other errors of a model are none here. The text of the file and what becomes of it are returned.
func Model(ctx context.Context, path string, o resolve.Options) (before, after []byte, err error) {
	read := o.ReadFile
	if read == nil {
		read = preproc.ReadFile
	}
	if before, err = read(path); err != nil {
		_, err := resolve.ParseFile(ctx, path, o)
		return nil, nil, err
	}
	toks, whole := tokens(ctx, path, before, o)
	if !whole {
		if _, err := resolve.ParseFile(ctx, path, o); err != nil {
			return before, nil, err
		}
	}
	for _, calls := range []bool{false, true} {
		if after, err = lay(before, calls); err != nil {
			continue
		}
		laid, _ := tokens(ctx, path, after, o)
		if ctx.Err() != nil { // what was compared is cut short
			return before, nil, context.Cause(ctx)
		}
		if same(toks, laid) || bytes.Contains(before, []byte("__LINE__")) {
			return before, after, nil
		}
		err = ErrChanged
	}
	return before, nil, err
}

// tokens are those that the parser reads, and whether it can.
func tokens(ctx context.Context, path string, text []byte, o resolve.Options) ([]syntax.Token, bool) {
	src, errs := preproc.Run(ctx, path, preproc.Options{Defines: o.Defines, Undefs: o.Undefs,
		ReadFile: func(name string) ([]byte, error) {
			switch {
			case name == path:
				return text, nil
			case o.ReadFile != nil:
				return o.ReadFile(name)
			}
			return preproc.ReadFile(name)
		}})
	if errs.Errors() > 0 {
		return nil, false
	}
	f, errs := syntax.Read(ctx, src)
	out := f.Toks
	for _, b := range f.Formulas {
		out = append(out, b...)
	}
	return out, errs.Errors() == 0 && f.Whole()
}

// same compares tokens. Separators before the end of an option or a selection are none.
func same(a, b []syntax.Token) bool {
	return slices.EqualFunc(significant(a), significant(b), func(s, t syntax.Token) bool {
		return s.Text == t.Text && s.Type == t.Type
	})
}

func significant(toks []syntax.Token) (out []syntax.Token) {
	for i, t := range toks {
		if t.Type == expr.Separator && i+1 < len(toks) {
			if n := &toks[i+1]; n.Is("::") || n.Is("fi") || n.Is("od") || n.Is("}") {
				continue
			}
		}
		out = append(out, t)
	}
	return out
}
