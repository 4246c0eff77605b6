package page

import (
	"embed"
	"encoding/json"
	"html/template"
	"io"
	"iter"
	"os"
	"slices"
	"strings"
	"sync"

	"gospin/verifier/trail/story"
)

// About is what a page tells besides the run.
type About struct {
	Model   string // path of the model
	Verdict string // what the run shows, a line; "": what its end tells
	// Violates is the property that the run violates, a formula with its text; "" if that is not known.
	Violates string
	Remarks  []string // about fairness, say
	// of a page whose run grows: the formulas of which violations can be looked for
	Formulas []string
	Replay   string // the command that shows the run, "" for none
	// Read reads the files that statements stand in; nil: os.ReadFile. What can't be read is left out.
	Read func(path string) ([]byte, error)
}

// run is what the script gets.
type run struct {
	Processes []string `json:"processes"` // by pid, all that there ever are: the first name of each
	Files     []file   `json:"files"`
	Start     []change `json:"start"` // from nothing to the initial state
	Steps     []step   `json:"steps"`
	Cycle     int      `json:"cycle"` // the step before which the cycle begins; -1: there is none
	Wrong     bool     `json:"wrong"` // the run shows an error
	Verdict   string   `json:"verdict"`
	Formulas  []string `json:"formulas,omitempty"`
}

type file struct {
	Name  string   `json:"name"`
	Lines []string `json:"lines"`
}

// step is a move, of which a handshake has two parts, or a move of the claim.
type step struct {
	Number  int      `json:"n"`
	Claim   bool     `json:"claim,omitempty"`
	Parts   []part   `json:"parts"`
	Changes []change `json:"changes,omitempty"`
	Notes   []string `json:"notes,omitempty"`  // what the model prints
	Faults  []string `json:"faults,omitempty"` // what is wrong
}

type part struct {
	Pid  int    `json:"pid"` // -1: the claim
	File int    `json:"file"`
	Line int    `json:"line"`
	Text string `json:"text"`
	// where it stands in its line, in units of UTF-16; both are 0 if it is not found there as Text
	From int `json:"from,omitempty"`
	To   int `json:"to,omitempty"`
	// of a send or receive: the channel, what is passed, and the step in which the message is sent or
	// received; -1: not in this run
	Channel string `json:"channel,omitempty"`
	Message string `json:"message,omitempty"`
	Receive bool   `json:"receive,omitempty"`
	Other   int    `json:"other"`
	// where the inlines are called that brought the statement, the innermost first
	Calls []call `json:"calls,omitempty"`
}

type call struct {
	Name string `json:"name"`
	File int    `json:"file"`
	Line int    `json:"line"`
}

// change is of a variable, or of the place of a process. Before and After are "" where there is none.
type change struct {
	Name   string `json:"name,omitempty"`
	Owner  int    `json:"owner"` // the process whose variable it is; -1: a global, -2: an expression
	Before string `json:"before"`
	After  string `json:"after"`
	File   int    `json:"file,omitempty"` // of a place: the lines are Before and After
	Place  bool   `json:"place,omitempty"`
	Queue  bool   `json:"queue,omitempty"` // the values are what a channel holds
}

//go:embed page.css
var style string

//go:embed run.js steps.js panels.js keys.js live.js
var scripts embed.FS

// script is that of a page, in one scope of its own.
func script(names ...string) template.JS {
	var b strings.Builder
	b.WriteString("\"use strict\";\n(() => {\n")
	for _, name := range names {
		text, _ := scripts.ReadFile(name)
		b.Write(text)
	}
	return template.JS(b.String() + "})();")
}

//go:embed page.html
var text string

var page = sync.OnceValue(func() *template.Template { return template.Must(template.New("page").Parse(text)) })

// Options are those of the story that a page is made of.
func Options() story.Options { return story.Options{Whole: true, Sends: true, Receives: true} }

// Write draws the run that events tell. They are those of story.Replay with Options.
func Write(w io.Writer, about About, events iter.Seq2[story.Event, error]) error {
	b := newBuilder(about)
	for e, err := range events {
		if err != nil {
			return err
		}
		b.event(e)
	}
	return b.write(w, "run.js", "steps.js", "panels.js", "keys.js")
}

func (b *builder) write(w io.Writer, names ...string) error {
	b.conclude()
	about := b.about
	about.Verdict = b.run.Verdict
	data, err := json.Marshal(b.run)
	if err != nil {
		return err
	}
	return page().Execute(w, map[string]any{
		"About": about, "Live": slices.Contains(names, liveScript),
		"Style": template.CSS(style), "Script": script(names...),
		"Data": template.JS(strings.ReplaceAll(string(data), "</", `<\/`)),
	})
}

func newBuilder(about About) *builder {
	if about.Read == nil {
		about.Read = os.ReadFile
	}
	return &builder{
		about: about,
		run:   run{Cycle: -1, Steps: []step{}, Files: []file{}, Formulas: about.Formulas},
		files: map[string]int{},
	}
}
