package main

import "strings"

// example is a command line with its description.
type example struct{ line, does string }

// linesOf has the examples in the helps of commands.
var linesOf = map[string][]example{
	"verify": {
		{"gospin verify -DN=6 leader.pml", "all properties, with a macro defined"},
		{"gospin verify -ltl '[] (p -> <> q)' m.pml", "this formula only"},
		{"gospin verify -mem 4G -compress=tree m.pml", "with few bytes for a state"},
	},
	"sweep": {
		{"gospin sweep -D N=2..8 m.pml", "a table over sizes, and how states grow"},
		{"gospin sweep -D N=4..6 -over compress=roots,tree m.pml", "each with two stores"},
		{"gospin sweep -swarm 32 -mem 8G m.pml", "32 approximate searches of a model that is too large"},
	},
	"worker": {
		{"gospin worker -cluster", "with the embedded server, which others on this machine find"},
		{"gospin worker -nats tls://hub:4222 -credentials token -ca cert.pem", "on another machine"},
		{"gospin worker -nats nats://127.0.0.1:4222 -idle 10m", "until nothing comes any more"},
	},
	"new": {
		{"gospin new lock", "write lock.pml"},
		{"gospin new models/lock", "in another folder"},
		{"gospin new lock.pml", "the same as the first"},
	},
	"examples": {
		{"gospin examples", "what there is"},
		{"gospin examples peterson", "write peterson.pml"},
		{"gospin examples all", "write all"},
	},
	"simulate": {
		{"gospin simulate m.pml", "one run, at random"},
		{"gospin simulate -n1 -p -g m.pml", "with a seed; each step, and the globals it sets"},
		{"gospin simulate -i m.pml", "you choose the steps"},
	},
	"replay": {
		{"gospin replay m.pml", "the run of m.pml.trail, and what each step changes"},
		{"gospin replay -p -g -k other.trail m.pml", "another trail, in SPIN's words"},
		{"gospin replay -html run.html m.pml", "as a page for a browser"},
	},
	"inspect": {
		{"gospin inspect -automata m.pml", "the automata of processes"},
		{"gospin inspect -memory m.pml", "what fills the state vector"},
		{"gospin inspect -por m.pml", "why there is no reduction, or little"},
	},
	"compare": {
		{"gospin compare m.pml", "all ways to store its states"},
		{"gospin compare -modes mask,tree -format html -o m.html m.pml", "two of them, as a page"},
		{"gospin compare -por -against pan m.pml", "the reductions, and SPIN's"},
	},
	"train": {
		{"gospin train m.pml", "write m.pml.profile"},
		{"gospin train -states 1000000 -search walk m.pml", "from long random walks"},
		{"gospin train -print m.pml", "print the profile that is there"},
	},
	"graph": {
		{"gospin graph m.pml", "write m.pml.graph"},
		{"gospin graph check -ctl 'AG EF (x == 0)' m.pml.graph m.pml", "ask it something"},
		{"gospin graph export -format dot m.pml.graph", "for Graphviz"},
	},
	"ltl": {
		{"gospin ltl '[] (p -> <> q)'", "the claim that accepts what satisfies it"},
		{"gospin ltl -negate '[] p'", "the claim for verifying it"},
		{"gospin ltl -dot '<> p' | dot -Tsvg >p.svg", "as a picture"},
	},
	"completion": {
		{"source <(gospin completion bash)", "for this shell; in ~/.bashrc, for all"},
		{"gospin completion zsh >~/.zfunc/_gospin", "in a folder of fpath"},
		{"gospin completion fish >~/.config/fish/completions/gospin.fish", ""},
	},
	"help": {
		{"gospin help tutorial", "the first steps"},
		{"gospin help verify", "the flags of a command"},
		{"gospin help promela atomic", "a word of the language"},
	},
	"version": {
		{"gospin version", "with commit, Go's version and the machine; also gospin -V"},
		{"gospin version -json", "for scripts"},
		{"gospin version -schema >report.schema.json", "of what verify -json prints"},
	},
}

const (
	exitCodes = "Exit codes: 0 the properties hold, 1 violated, 2 wrong usage or a model error, 3 inconclusive, 4 gospin failed."
	exitPlain = "Exit codes: 0 done, 2 wrong usage or a model error, 4 gospin failed."
)

// exits has the exit codes of commands that differ from exitPlain.
var exits = map[string]string{
	"verify":   exitCodes,
	"graph":    exitCodes,
	"simulate": "Exit codes: 0 the run ends, 1 it meets an error, 2 wrong usage or a model error, 4 gospin failed.",
	"compare":  "Exit codes: 0 done, 2 wrong usage or a model error, 3 interrupted: rows are missing, 4 gospin failed.",
}

// headings has the headings of flags that declare none: for each heading, the flags' names.
var headings = []struct{ heading, flags string }{
	{"How the model is read", " D U lossy "},
	{"Output", " p g l s r c T b B v json dot print o w d html chart show list automata layout memory por " +
		"kinds progress symmetry bytecode merging "},
}

// headingOf returns a flag's heading in a command's help.
func headingOf(flag string) string {
	for _, h := range headings {
		if strings.Contains(h.flags, " "+flag+" ") {
			return h.heading
		}
	}
	return "What is done"
}
