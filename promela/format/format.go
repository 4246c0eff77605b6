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

// ErrChanged means that formatting would change the model.
var ErrChanged = errors.New("laid out, the model would be read as another one: it is left as it is")

// Text formats any text.
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

// sameItem compares items, ignoring the indentation in comments.
func sameItem(a, b item) bool {
	if a.kind == comment {
		return b.kind == comment && bytes.Equal(words(a.Text), words(b.Text))
	}
	return a.kind == b.kind && a.Type == b.Type && a.Text == b.Text
}

func words(s string) []byte { return bytes.Join(bytes.Fields([]byte(s)), []byte(" ")) }

// Model formats a model. Syntax errors are a diag.List as from resolve.ParseFile; other errors in the model
// are ignored. It returns the file's text and the formatted text.
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
		if ctx.Err() != nil { // the comparison was cut short
			return before, nil, context.Cause(ctx)
		}
		if same(toks, laid) || bytes.Contains(before, []byte("__LINE__")) {
			return before, after, nil
		}
		err = ErrChanged
	}
	return before, nil, err
}

// tokens returns the tokens that the parser reads, and reports whether it accepts them.
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

// same compares tokens, ignoring separators before the end of an option or a selection.
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
