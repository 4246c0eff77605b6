package tables

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"html/template"
	"io"
	"strings"
	"sync"
)

// Tab is a whole page that is shown within another one.
type Tab struct {
	Name string
	HTML []byte
}

//go:embed tabs.html
var tabsText string

var tabsPage = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("tabs").Parse(strings.TrimSpace(tabsText) + "\n"))
})

// WriteTabs joins pages into one, which shows one of them at a time and needs no other file.
func WriteTabs(w io.Writer, title string, tabs []Tab) error {
	type packed struct {
		Name string `json:"name"`
		Gzip []byte `json:"gzip"` // in base 64: a fifth of the text
	}
	var all []packed
	for _, t := range tabs {
		var b bytes.Buffer
		z, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
		if err != nil {
			return err
		}
		if _, err = z.Write(t.HTML); err == nil {
			err = z.Close()
		}
		if err != nil {
			return err
		}
		all = append(all, packed{Name: t.Name, Gzip: b.Bytes()})
	}
	return tabsPage().Execute(w, map[string]any{"Title": title, "Tabs": all})
}
