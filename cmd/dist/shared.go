package main

import (
	"bytes"
	"fmt"
	"html"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/cpuguy83/go-md2man/v2/md2man"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"

	"gospin/cmd/gospin/manual"
	"gospin/examples"
)

// writeShared writes what is the same on all platforms: license, examples, manual, man pages, completions.
func writeShared(dir string) error {
	if err := os.CopyFS(filepath.Join(dir, "examples"), examples.Models); err != nil {
		return err
	}
	for _, name := range []string{"LICENSE", "README.md"} {
		text, err := os.ReadFile(name)
		if err != nil {
			return fmt.Errorf("start dist in the top folder of the repository: %w", err)
		}
		if err := write(dir, name, text); err != nil {
			return err
		}
	}
	page, err := manualPage()
	if err != nil {
		return err
	}
	if err := write(dir, "manual.html", page); err != nil {
		return err
	}
	for _, p := range manual.Pages() {
		head := "% gospin-" + p.Name + " 7\n\n"
		if err := write(dir, "man/man7/gospin-"+p.Name+".7", md2man.Render([]byte(head+p.Text))); err != nil {
			return err
		}
	}
	for name, args := range map[string][]string{
		"man/man1/gospin.1":       {"-tags", "man", "./cmd/gospin", "man"},
		"completions/gospin.bash": {"./cmd/gospin", "completion", "bash"},
		"completions/_gospin":     {"./cmd/gospin", "completion", "zsh"},
		"completions/gospin.fish": {"./cmd/gospin", "completion", "fish"},
	} {
		run := exec.Command("go", append([]string{"run", "-trimpath"}, args...)...)
		run.Stderr = os.Stderr
		text, err := run.Output()
		if err != nil {
			return fmt.Errorf("%v: %w", args, err)
		}
		if err := write(dir, name, text); err != nil {
			return err
		}
	}
	return nil
}

// write writes a file in a folder, and creates missing folders.
func write(dir, name string, text []byte) error {
	path := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, text, 0o644)
}

// style makes the manual readable on screens of all widths, with light and dark colours.
const style = `:root{color-scheme:light dark;--ink:#1b1d21;--paper:#fff;--link:#1a4fb4}
@media(prefers-color-scheme:dark){:root{--ink:#e4e6ea;--paper:#16181c;--link:#8fb8ff}}
body{max-width:52rem;margin:2rem auto;padding:0 1rem;font:1rem/1.55 system-ui,sans-serif;color:var(--ink);background:var(--paper)}
a{color:var(--link)}code{font-size:.92em;overflow-wrap:anywhere}table{display:block;overflow-x:auto}
pre{overflow-x:auto;padding:.7rem;border:1px solid #8884;border-radius:.3rem;tab-size:4}
pre code{font-size:.82rem;line-height:1.45;overflow-wrap:normal}
table{border-collapse:collapse}td,th{border:1px solid #8886;padding:.25rem .5rem;text-align:left;vertical-align:top}
section{border-top:1px solid #8886;margin-top:3rem}nav li{margin:.2rem 0}`

// manualPage returns the manual as one page that needs no other file.
func manualPage() ([]byte, error) {
	md := goldmark.New(
		goldmark.WithExtensions(extension.Table), goldmark.WithParserOptions(parser.WithAutoHeadingID()),
	)
	var out bytes.Buffer
	out.WriteString(`<!doctype html><html lang="en"><meta charset="utf-8">` +
		`<meta name="viewport" content="width=device-width"><title>gospin: the manual</title><style>` +
		style + "</style>\n<nav><h1>The manual of gospin</h1><ul>\n")
	for _, p := range manual.Pages() {
		fmt.Fprintf(&out, "<li><a href=\"#%s\">%s</a>: %s</li>\n", p.Name, html.EscapeString(p.Title),
			html.EscapeString(p.About))
	}
	out.WriteString("</ul></nav>\n")
	for _, p := range manual.Pages() {
		text := p.Text
		for _, to := range manual.Pages() {
			text = strings.ReplaceAll(text, "("+to.Name+".md)", "(#"+to.Name+")")
		}
		fmt.Fprintf(&out, "<section id=%q>\n", p.Name)
		if err := md.Convert([]byte(text), &out); err != nil {
			return nil, err
		}
		out.WriteString("</section>\n")
	}
	out.WriteString("</html>\n")
	return out.Bytes(), nil
}
