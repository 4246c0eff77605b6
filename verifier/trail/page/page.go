package page

import (
	_ "embed"
	"encoding/json"
	"html/template"
	"io"
	"iter"
	"os"
	"strings"

	"gospin/verifier/trail/story"
)

// About is what a page tells besides the run.
type About struct {
	Model   string   // path of the model
	Verdict string   // what the run shows, a line; "": what its end tells
	Remarks []string // about fairness, say
	Replay  string   // the command that shows the run, "" for none
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
	// of a send or receive: the channel, what is passed, and the step in which the message is sent or
	// received; -1: not in this run
	Channel string `json:"channel,omitempty"`
	Message string `json:"message,omitempty"`
	Receive bool   `json:"receive,omitempty"`
	Other   int    `json:"other"`
	queue   int
}

// change is of a variable, or of the place of a process. Before and After are "" where there is none.
type change struct {
	Name   string `json:"name,omitempty"`
	Owner  int    `json:"owner"` // the process whose variable it is; -1: a global
	Before string `json:"before"`
	After  string `json:"after"`
	File   int    `json:"file,omitempty"` // of a place: the lines are Before and After
	Place  bool   `json:"place,omitempty"`
}

//go:embed page.css
var style string

//go:embed page.js
var script string

//go:embed page.html
var text string

var page = template.Must(template.New("page").Parse(text))

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
	if about.Verdict == "" {
		about.Verdict = b.verdict()
	}
	data, err := json.Marshal(b.run)
	if err != nil {
		return err
	}
	return page.Execute(w, map[string]any{
		"About": about, "Steps": len(b.run.Steps),
		"Style": template.CSS(style), "Script": template.JS(script),
		"Data": template.JS(strings.ReplaceAll(string(data), "</", `<\/`)),
	})
}

func newBuilder(about About) *builder {
	if about.Read == nil {
		about.Read = os.ReadFile
	}
	return &builder{about: about, run: run{Cycle: -1}, files: map[string]int{}, sent: map[int][]int{}}
}
