package tables

import (
	_ "embed"
	"fmt"
	"html"
	"html/template"
	"slices"
	"strings"
)

// Explorer is a table of modes and models on a page, whose figure can be chosen and whose columns can be
// sorted, beside a chart of memory against time with the modes that nothing surpasses in both.
type Explorer struct {
	Baseline   string      `json:"baseline"` // the mode to which means are relative
	Models     []string    `json:"models"`
	Modes      []Mode      `json:"modes"`
	Figures    []Figure    `json:"figures"`
	Seconds    [][]float64 `json:"seconds"` // by mode, then model; 0 for none
	Memory     [][]float64 `json:"memory"`
	MemoryName string      `json:"memoryName"`
}

// Mode is a way to search, with what a page says about it. Keeps draws what is stored of a state, in words: b
// is a byte, _ a byte left out, #3 a number, and other words are shown as they are.
type Mode struct {
	Name  string `json:"name"`
	About string `json:"about"`
	Paper string `json:"-"`
	Keeps string `json:"-"`
}

// Figure is a quantity of all runs, by mode, then model. The value of a run that does not count is 0.
type Figure struct {
	Title  string      `json:"title"`
	Values [][]float64 `json:"values"`
	Texts  [][]string  `json:"texts"`
	More   bool        `json:"more"` // more is better
}

//go:embed explorer.js
var explorerText string

// Drawn reports whether there are drawings.
func (e *Explorer) Drawn() bool {
	return slices.ContainsFunc(e.Modes, func(m Mode) bool { return m.Keeps != "" })
}

// Script is the program of the page.
func (e *Explorer) Script() template.JS { return template.JS(explorerText) }

// Sizes of a drawing, in pixels.
const (
	boxHeight  = 18
	boxPerRune = 7
	boxRoom    = 10
)

// Drawing is a picture of what a mode keeps of a state.
func (m Mode) Drawing() template.HTML {
	if m.Keeps == "" {
		return ""
	}
	var b strings.Builder
	x := 1
	for word := range strings.FieldsSeq(m.Keeps) {
		class, text := "word", word
		switch {
		case word == "b":
			class, text = "byte", ""
		case word == "_":
			class, text = "out", ""
		case word[0] == '#':
			class, text = "number", word[1:]
		}
		width := boxRoom + boxPerRune*len([]rune(text))
		fmt.Fprintf(&b, `<rect class="%s" x="%d" y="1" width="%d" height="%d" rx="2"/>`, class, x, width, boxHeight)
		if text != "" {
			fmt.Fprintf(&b, `<text x="%d" y="14" text-anchor="middle">%s</text>`, x+width/2, html.EscapeString(text))
		}
		x += width + 2
	}
	return template.HTML(fmt.Sprintf(`<svg class="keeps" width="%d" height="%d" role="img" aria-label="what is kept">%s</svg>`,
		x, boxHeight+2, b.String()))
}
