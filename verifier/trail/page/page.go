package page

import (
	"embed"
	"encoding/json"
	"html/template"
	"io"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"gospin/verifier/trail/story"
)

// About is what a page shows besides the run.
type About struct {
	Model   string // path of the model
	Verdict string // what the run shows, in one line; "" to conclude it from the run's end
	// Violates is the violated property, for a formula its text; "" if unknown.
	Violates string
	Remarks  []string // about fairness, say
	// the formulas that the user of a live page can search violations of
	Formulas []string
	Replay   string // the command that replays the run, or ""
	// Read reads source files; nil for os.ReadFile. Files that can't be read are left out.
	Read func(path string) ([]byte, error)
}

// run is the data of the script.
type run struct {
	Processes []string `json:"processes"` // by pid; if several processes had a pid, the first one's name
	Files     []file   `json:"files"`
	Start     []change `json:"start"` // from nothing to the initial state
	Steps     []step   `json:"steps"`
	Cycle     int      `json:"cycle"` // the step before which the cycle begins, or -1
	Wrong     bool     `json:"wrong"` // the run shows an error
	Verdict   string   `json:"verdict"`
	Formulas  []string `json:"formulas,omitempty"`
}

type file struct {
	Name  string   `json:"name"`
	Lines []string `json:"lines"`
}

// step is a move of the model or the claim. A handshake has two parts.
type step struct {
	Number  int      `json:"n"`
	Claim   bool     `json:"claim,omitempty"`
	Parts   []part   `json:"parts"`
	Changes []change `json:"changes,omitempty"`
	Notes   []string `json:"notes,omitempty"`  // the model's output
	Faults  []string `json:"faults,omitempty"` // errors
}

type part struct {
	Pid  int    `json:"pid"` // -1: the claim
	File int    `json:"file"`
	Line int    `json:"line"`
	Text string `json:"text"`
	// the statement's columns in its line, in units of UTF-16; both are 0 if Text is not found there
	From int `json:"from,omitempty"`
	To   int `json:"to,omitempty"`
	// of a send or receive: the channel, the message, and the step of the matching receive or send; -1 if it
	// is not in this run
	Channel string `json:"channel,omitempty"`
	Message string `json:"message,omitempty"`
	Receive bool   `json:"receive,omitempty"`
	Other   int    `json:"other"`
	// places of the inline calls from which the statement was expanded, the innermost first
	Calls []call `json:"calls,omitempty"`
}

type call struct {
	Name string `json:"name"`
	File int    `json:"file"`
	Line int    `json:"line"`
}

// change is a change of a variable or a process's place. Before or After is "" if there is no value.
type change struct {
	Name   string `json:"name,omitempty"`
	Owner  int    `json:"owner"` // the process that has the variable; -1 for a global, -2 for an expression
	Before string `json:"before"`
	After  string `json:"after"`
	File   int    `json:"file,omitempty"` // for a place, whose lines are Before and After
	Place  bool   `json:"place,omitempty"`
	Queue  bool   `json:"queue,omitempty"` // the values are a channel's contents
}

//go:embed page.css
var style string

//go:embed run.js steps.js panels.js keys.js live.js
var scripts embed.FS

// script returns the scripts of a page, in a scope of their own.
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

// Options returns the options with which a page's events have to be computed.
func Options() story.Options { return story.Options{Whole: true, Sends: true, Receives: true} }

// Name names the model: by its path, or if that is an absolute one, by its file.
func (a About) Name() string {
	if filepath.IsAbs(a.Model) {
		return filepath.Base(a.Model)
	}
	return a.Model
}

// Write writes the page of a run, whose events come from story.Replay with Options.
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
