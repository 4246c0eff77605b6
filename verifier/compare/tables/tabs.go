package tables

import (
	_ "embed"
	"html/template"
	"io"
	"strings"
	"sync"
)

// Tab is a whole page that is shown within another one.
type Tab struct {
	Name string `json:"name"`
	HTML string `json:"html"`
}

//go:embed tabs.html
var tabsText string

var tabsPage = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("tabs").Parse(strings.TrimSpace(tabsText) + "\n"))
})

// WriteTabs joins pages into one, which shows one of them at a time and needs no other file.
func WriteTabs(w io.Writer, title string, tabs []Tab) error {
	return tabsPage().Execute(w, map[string]any{"Title": title, "Tabs": tabs})
}
