//go:build !js

package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"gospin/promela/lint"
	"gospin/verifier/ask"
	"gospin/verifier/compare"
	"gospin/verifier/compare/papers"
	"gospin/verifier/formats"
	"gospin/verifier/graph"
	"gospin/verifier/tune"
	"gospin/verifier/way"
)

// shells has the scripts for completion. They call gospin complete WORDS, where the last word is incomplete.
// It prints a line for each completion, with its meaning after a tab.
var shells = map[string]string{"bash": bashScript, "zsh": zshScript, "fish": fishScript}

// Bash breaks words at = and : too; it only replaces the part after the last of them.
const bashScript = `# gospin completion bash
_gospin() {
	local line=${COMP_LINE:0:COMP_POINT} words cut tab=$'\t'
	read -ra words <<<"$line"
	[[ $line == *[[:space:]] ]] && words+=("")
	local cur=${words[-1]}
	cut=${cur%"${cur##*[=:]}"}
	COMPREPLY=()
	while IFS= read -r line; do
		line=${line%%$tab*}
		COMPREPLY+=("${line#"$cut"}")
		[[ $line == */ || $line == *= || $line == *: ]] && compopt -o nospace 2>/dev/null
	done < <("${words[0]/#\~/$HOME}" complete "${words[@]:1}" 2>/dev/null)
}
complete -F _gospin gospin
`

const zshScript = `#compdef gospin
# gospin completion zsh
_gospin() {
	local -a lines plain open
	local line
	lines=("${(@f)$("${words[1]/#\~/$HOME}" complete "${(@)words[2,CURRENT]}" 2>/dev/null)}")
	for line in $lines; do
		line=${line%%$'\t'*}
		case $line in
		"") ;;
		*/ | *= | *:) open+=("$line") ;;
		*) plain+=("$line") ;;
		esac
	done
	(( $#plain )) && compadd -- $plain
	(( $#open )) && compadd -S '' -- $open
	(( $#plain + $#open ))
}
if [ "$funcstack[1]" = "_gospin" ]; then _gospin "$@"; else compdef _gospin gospin; fi
`

const fishScript = `# gospin completion fish
function __gospin_complete
	set -l words (commandline -opc) (commandline -ct)
	$words[1] complete $words[2..-1] 2>/dev/null
end
complete -c gospin -f -a '(__gospin_complete)'
`

func completionCommand() *cli.Command {
	return &cli.Command{
		Name: "completion", Usage: "print a script that completes commands, flags, their values and models",
		ArgsUsage: "bash|zsh|fish",
		Action: func(c *cli.Context) error {
			script := shells[c.Args().First()]
			if c.NArg() != 1 || script == "" {
				return fmt.Errorf("completion takes the name of a shell: bash, zsh or fish")
			}
			_, err := io.WriteString(c.App.Writer, script)
			return err
		},
	}
}

// candidate is a possible word with its meaning.
type candidate struct{ word, meaning string }

// complete prints the completions of the last word.
func complete(w io.Writer, words []string, commands []*cli.Command) {
	if len(words) == 0 {
		return
	}
	for _, c := range candidates(words, commands) {
		if strings.HasPrefix(c.word, words[len(words)-1]) {
			fmt.Fprintf(w, "%s\t%s\n", c.word, c.meaning)
		}
	}
}

func candidates(words []string, commands []*cli.Command) []candidate {
	cur := words[len(words)-1]
	var out []candidate
	if len(words) == 1 {
		for _, c := range commands {
			if !c.Hidden {
				out = append(out, candidate{c.Name, c.Usage})
			}
		}
		return append(out, candidate{"-V", "print the version"}, candidate{"-h", "help"})
	}
	i := slices.IndexFunc(commands, func(c *cli.Command) bool { return c.Name == words[0] })
	if i < 0 {
		return nil
	}
	c := commands[i]
	if name, value, given := strings.Cut(cur, "="); given && strings.HasPrefix(cur, "-") {
		for _, v := range valuesOf(c, strings.TrimLeft(name, "-"), value) {
			out = append(out, candidate{name + "=" + v.word, v.meaning})
		}
		return out
	}
	if before := words[len(words)-2]; len(words) > 2 && strings.HasPrefix(before, "-") {
		name := strings.TrimLeft(before, "-")
		if takes, _ := flagOf(c, name); takes && alone[name] == "" {
			return valuesOf(c, name, cur)
		}
	}
	if strings.HasPrefix(cur, "-") {
		return flagsOf(c, strings.HasPrefix(cur, "--"))
	}
	switch c.Name {
	case "completion":
		return named("bash", "fish", "zsh")
	case "version", "ltl":
		return nil
	case "check":
		return append(out, filesLike(cur, ".cert")...)
	case "graph":
		if len(words) == 2 {
			out = named("walk", "check", "export", "stat")
		}
		return append(out, filesLike(cur, ".pml", ".graph")...)
	}
	return append(out, filesLike(cur, ".pml")...)
}

// flagOf reports whether a command has a flag, and whether the flag takes a value.
func flagOf(c *cli.Command, name string) (takes, known bool) {
	for _, f := range c.Flags {
		if slices.Contains(f.Names(), name) {
			d, ok := f.(cli.DocGenerationFlag)
			return ok && d.TakesValue(), true
		}
	}
	return false, false
}

func flagsOf(c *cli.Command, two bool) []candidate {
	dash := "-"
	if two {
		dash = "--"
	}
	out := []candidate{{dash + "h", "help"}}
	for _, f := range c.Flags {
		if v, ok := f.(cli.VisibleFlag); ok && !v.IsVisible() || isHelp(f) {
			continue
		}
		if d, ok := f.(cli.DocGenerationFlag); ok {
			_, text := described(d)
			out = append(out, candidate{dash + f.Names()[0], text})
		}
	}
	return out
}

func named(words ...string) []candidate {
	var out []candidate
	for _, w := range words {
		out = append(out, candidate{word: w})
	}
	return out
}

// registered returns the values of flags whose ways are registered, with their meanings.
func registered(flag string) (out []candidate) {
	var words []way.Word
	switch flag {
	case "compress", "modes":
		words = way.StoreWords()
	case "order":
		words = way.OrderWords()
	case "por":
		words = way.RuleWords()
	}
	for _, w := range words {
		out = append(out, candidate{w.Typed, strings.ReplaceAll(w.About, "`", "")})
	}
	return out
}

// closed returns the values, or the beginnings of values, of other flags with few possible values.
func closed(command, flag string) []string {
	switch flag {
	case "modes":
		return append([]string{compare.Raw}, ask.Rules...)
	case "split":
		return way.Splits
	case "evict":
		return way.Evictions
	case "delta-compare":
		return way.Compares
	case "delta-whole":
		return way.Wholes
	case "diff-cells":
		return way.DiffCells
	case "merging":
		return []string{"spin", "own"}
	case "symmetry":
		return ask.Symmetries
	case "search":
		return tune.Searches
	case "W":
		out := []string{"all=off"}
		for _, l := range lint.All {
			out = append(out, l.Name+"=off", l.Name+"=error")
		}
		return out
	case "only":
		return []string{"safety", "claims"}
	case "sweep", "cache":
		return []string{"auto"}
	case "against":
		return []string{"pan"}
	case "paper":
		return papers.Names()
	case "sizes":
		return []string{"small", "large"}
	case "mem", "open-mem":
		return []string{"1G", "4G", "16G"}
	case "time", "shorten", "growth-time":
		return []string{"30s", "10m", "2h"}
	case "format":
		if command == "graph" {
			return graph.Formats
		}
		return compare.Formats
	}
	return nil
}

// written has the flags whose values are files, with the endings of file names.
var written = map[string]string{
	"profile": ".profile", "code": "", "graph": ".graph", "cpuprofile": "", "k": ".trail", "html": ".html", "o": "",
	"trail": "", "keep": "", "certificate": ".cert",
}

// valuesOf returns the values of a flag that begin with the typed text.
func valuesOf(c *cli.Command, flag, typed string) []candidate {
	if flag == "report" {
		format, path, given := strings.Cut(typed, ":")
		if !given {
			out := named(formats.Names...)
			for _, n := range formats.Names {
				out = append(out, candidate{n + ":", "to a file"})
			}
			return out
		}
		var out []candidate
		for _, f := range filesLike(path, "") {
			out = append(out, candidate{format + ":" + f.word, f.meaning})
		}
		return out
	}
	if end, ok := written[flag]; ok && !(flag == "k" && c.Name == "verify") {
		return filesLike(typed, end)
	}
	before := typed[:strings.LastIndexByte(typed, ',')+1] // in a list
	out := slices.Concat(registered(flag), named(closed(c.Name, flag)...))
	for i := range out {
		out[i].word = before + out[i].word
	}
	return out
}

// filesLike returns folders, and files with one of the endings, that begin with the typed text.
func filesLike(typed string, ends ...string) []candidate {
	dir, _ := filepath.Split(typed)
	from := dir
	if from == "" {
		from = "."
	}
	list, err := os.ReadDir(from)
	if err != nil {
		return nil
	}
	var out []candidate
	for _, f := range list {
		name := dir + f.Name()
		is, err := os.Stat(filepath.Join(from, f.Name()))
		hidden := strings.HasPrefix(f.Name(), ".") && !strings.HasPrefix(typed[len(dir):], ".")
		switch {
		case err != nil || hidden:
		case is.IsDir():
			out = append(out, candidate{name + "/", "folder"})
		case slices.ContainsFunc(ends, func(end string) bool { return strings.HasSuffix(name, end) }):
			out = append(out, candidate{word: name})
		}
	}
	return out
}
