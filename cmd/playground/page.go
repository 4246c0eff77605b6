package playground

import (
	"bytes"
	"compress/gzip"
	"embed"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"

	"gospin/examples"
)

//go:embed page.html page.css engine.js worker.js language.js editor.js app.js
var assets embed.FS

//go:embed models
var first embed.FS

// Program is the program compiled to WebAssembly.
type Program struct {
	Start []byte // Go's wasm_exec.js
	Code  []byte // to be contained in the page
	From  string // or the address that it is loaded from
}

// model is a model to begin with.
type model struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

// models returns the short models that the page begins with, and then the examples.
func models() (out []model) {
	for _, from := range []fs.FS{first, examples.Models} {
		for _, pattern := range []string{"models/*.pml", "*.pml"} {
			names, _ := fs.Glob(from, pattern)
			for _, name := range names {
				text, _ := fs.ReadFile(from, name)
				_, short, _ := strings.Cut("/"+name, "/")
				out = append(out, model{short[strings.LastIndex(short, "/")+1:], string(text)})
			}
		}
	}
	at := slices.IndexFunc(out, func(m model) bool { return m.Name == opening })
	out[0], out[at] = out[at], out[0]
	return out
}

// opening is the model that a new user sees.
const opening = "philosophers.pml"

// Page writes the page, for the program in WebAssembly, or, without one, for the server.
func Page(w io.Writer, p *Program) error {
	text := func(name string) string {
		b, _ := assets.ReadFile(name)
		return string(b)
	}
	all, err := json.Marshal(models())
	if err != nil {
		return err
	}
	program := ""
	if p != nil {
		if program, err = p.element(text("worker.js")); err != nil {
			return err
		}
	}
	script := text("engine.js") + text("language.js") + text("editor.js") + text("app.js")
	_, err = strings.NewReplacer(
		"{{style}}", text("page.css"), "{{program}}", program,
		"{{models}}", strings.ReplaceAll(string(all), "</", `<\/`),
		"{{script}}", "\"use strict\";\n(() => {\n"+script+"})();\n",
	).WriteString(w, text("page.html"))
	return err
}

// element returns the HTML elements that contain the program and the scripts that run it.
func (p *Program) element(worker string) (string, error) {
	var packed bytes.Buffer
	if p.From == "" {
		z, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
		if err != nil {
			return "", err
		}
		if _, err := z.Write(p.Code); err != nil {
			return "", err
		}
		if err := z.Close(); err != nil {
			return "", err
		}
	}
	return fmt.Sprintf("<script type=\"text/plain\" id=\"worker\">%s\n%s</script>\n"+
		"<script type=\"text/plain\" id=\"program\" data-from=\"%s\">%s</script>\n",
		p.Start, worker, p.From, base64.StdEncoding.EncodeToString(packed.Bytes())), nil
}
