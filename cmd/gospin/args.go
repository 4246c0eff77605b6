package main

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"gospin/promela/diag"
	"gospin/verifier/way"
)

// spelling rewrites arguments in SPIN's spelling for the flag parser.
type spelling struct {
	command *cli.Command
	known   map[string]cli.Flag
	rest    []string // arguments that are not flags
	flags   []string
	version bool  // the version was requested
	wrong   error // the first value that its flag does not accept
}

// gluedText has the one-letter flags to which any value can be glued: -DN=5. Other flags only accept numbers
// that way.
const gluedText = "DUW"

// normalise rewrites the arguments of a command: flags first, each with its value, in one form. Flags may
// stand anywhere, with one dash or two, and have their values glued on (-m50000, -DN=5), after = or after a
// blank.
func normalise(args []string, commands []*cli.Command) ([]string, error) {
	if len(args) < 2 {
		return args, nil
	}
	i := slices.IndexFunc(commands, func(c *cli.Command) bool { return c.Name == args[1] })
	switch args[1] {
	case "-V", "-v", "--version", "-version":
		return []string{args[0], "version"}, nil
	case "help", "-help", "-h":
		return append([]string{args[0], "help"}, args[2:]...), nil
	}
	if i < 0 {
		return args, wrongCommand(args[1], commands)
	}
	s := &spelling{command: commands[i], known: map[string]cli.Flag{"h": cli.HelpFlag, "help": cli.HelpFlag}}
	for _, f := range s.command.Flags {
		for _, n := range f.Names() {
			s.known[n] = f
		}
	}
	for todo := args[2:]; len(todo) > 0; {
		n, err := s.takeOne(todo)
		if err != nil {
			return nil, err
		}
		todo = todo[n:]
	}
	if slices.ContainsFunc(s.flags, func(f string) bool { return f == "--h" || f == "--help" }) {
		if len(s.rest) > 0 { // all, or the name of a flag
			s.command.CustomHelpTemplate = s.rest[0]
		}
		return []string{args[0], args[1], "--help"}, nil
	}
	if s.version {
		return []string{args[0], "version"}, nil
	}
	if s.wrong != nil {
		return nil, s.wrong
	}
	out := append([]string{args[0], args[1]}, s.flags...)
	return append(append(out, "--"), s.rest...), nil
}

// wrongCommand returns the error for an unknown command, or nil if the flag parser knows it.
func wrongCommand(a string, commands []*cli.Command) error {
	var names []string
	for _, c := range commands {
		names = append(names, c.Name)
	}
	switch strings.TrimLeft(a, "-") {
	case "help", "h", "version", "v", "generate-bash-completion":
		return nil
	case "run", "search", "a":
		return fmt.Errorf("%s: use gospin verify MODEL", a)
	case "t":
		return fmt.Errorf("%s: use gospin replay MODEL", a)
	case "f":
		return fmt.Errorf("%s: use gospin ltl 'FORMULA'", a)
	}
	if strings.HasSuffix(a, ".pml") {
		return fmt.Errorf("%s: a command comes first, such as: gospin verify %s; there are %s", a, a,
			strings.Join(names, ", "))
	}
	if strings.HasPrefix(a, "-") {
		return fmt.Errorf("%s: a command comes first: %s", a, strings.Join(names, ", "))
	}
	return fmt.Errorf("unknown command %q%s: there are %s", a, hint(a, names), strings.Join(names, ", "))
}

// hint returns a similar name in parentheses, or "". The suggestions of urfave/cli name the nearest one, even
// if it is very different.
func hint(name string, names []string) string {
	if near := diag.DidYouMean(name, names); near != "" {
		return " (" + near + ")"
	}
	return ""
}

// takeOne handles the first of the arguments, and returns how many it has used.
func (s *spelling) takeOne(args []string) (int, error) {
	a := args[0]
	if a == "--" {
		s.rest = append(s.rest, args[1:]...)
		return len(args), nil
	}
	if len(a) < 2 || a[0] != '-' || a == "->" {
		s.rest = append(s.rest, a)
		return 1, nil
	}
	text := strings.TrimPrefix(a[1:], "-")
	name, value, given := strings.Cut(text, "=")
	takes, known := s.takes(name)
	switch {
	case name == "V" || name == "version":
		s.version = true
		return 1, nil
	case known && given:
		s.set(name, value)
		return 1, nil
	case known && !takes:
		s.flags = append(s.flags, "--"+name)
		return 1, nil
	case alone[name] != "":
		s.set(name, alone[name])
		return 1, nil
	case known && len(args) > 1:
		s.set(name, args[1])
		return 2, nil
	case known:
		return 0, fmt.Errorf("-%s needs a value", name)
	}
	if s.setGlued(text[:1], text[1:]) {
		return 1, nil
	}
	for _, name := range gluedNumbers {
		if number, ok := strings.CutPrefix(text, name); ok && s.setGlued(name, number) {
			return 1, nil
		}
	}
	if why := unavailable(s.command.Name, text); why != "" {
		return 0, fmt.Errorf("-%s is not available: %s", text, why)
	}
	if s.setLetters(text) {
		return 1, nil
	}
	near := hint(name, slices.Sorted(maps.Keys(s.known)))
	if near == "" {
		near = ": gospin " + s.command.Name + " -h lists them"
	}
	return 0, fmt.Errorf("%s has no flag -%s%s", s.command.Name, name, near)
}

// alone has the flags that may stand without a value, with the value they then have. Otherwise the value
// follows after =.
var alone = map[string]string{"chart": chartText, "por": "computed", "hc": strconv.Itoa(way.DefaultHash)}

// gluedNumbers are flags of several letters to which a number can be glued, such as SPIN's -hc4.
var gluedNumbers = []string{"hc", "workers"}

// takes reports whether a flag takes a value, and whether it exists.
func (s *spelling) takes(name string) (value, known bool) {
	f, known := s.known[name]
	d, ok := f.(cli.DocGenerationFlag)
	return ok && d.TakesValue(), known
}

func (s *spelling) set(name, value string) {
	if err := checkValue(s.known[name], name, value); err != nil && s.wrong == nil {
		s.wrong = err
	}
	s.flags = append(s.flags, "--"+name+"="+value)
}

// setGlued handles a flag with a glued value. It returns false if the flag is none of these.
func (s *spelling) setGlued(name, value string) bool {
	takes, _ := s.takes(name)
	ok := takes && value != "" && (strings.Contains(gluedText, name) || digit(value[0]))
	if ok {
		s.set(name, value)
	}
	return ok
}

func digit(c byte) bool { return c >= '0' && c <= '9' }

// setLetters handles several one-letter flags without values: -pgl.
func (s *spelling) setLetters(text string) bool {
	for _, c := range text {
		if takes, known := s.takes(string(c)); !known || takes {
			return false
		}
	}
	for _, c := range text {
		s.flags = append(s.flags, "--"+string(c))
	}
	return true
}

// insteadOfPrefixes has the flags of SPIN and pan that the search doesn't support, by their beginnings, with
// replacements.
var insteadOfPrefixes = []struct{ flag, why string }{
	{"bfspar", "use -order=bfs; with -order=any, -workers N search together"},
	{"bfs", "use -order=bfs"},
	{"dfspar", "use -workers N, which search together in any order"},
	{"swarm", "use gospin sweep -swarm N, or -bitstate -runs N, searches with different hash functions"},
	{"ma", "use -compress=ma"},
	{"MA", "use -compress=ma"},
	{"np", "use -l"},
	{"biterate", "use -bitstate -w BITS, or -bitstate -runs N"},
}

// insteadOfLetters has the same for one-letter flags with any glued value.
var insteadOfLetters = map[byte]string{
	'i': "use -shortest, or -shorten DURATION",
	'I': "use -shortest, or -shorten DURATION",
	'b': "a search that reaches the limit of -m is inconclusive",
	'd': "use gospin inspect",
	't': "use gospin replay",
	'r': "use gospin replay",
	'p': "use gospin replay -p",
	'g': "use gospin replay -g",
	'u': "use -time",
	'Q': "use -time",
}

// insteadInRuns has the same for one-letter flags of simulations and replays.
var insteadInRuns = map[byte]string{
	'a': "use gospin verify",
	'f': "use gospin ltl 'FORMULA'",
	'j': "steps cannot be left out",
	'k': "use gospin replay -k",
	'M': "use -chart=FILE.svg",
	'm': "use -lossy",
	't': "use gospin replay",
	'v': "-p -g -l -s -r print everything",
	'w': "-p -g -l -s -r print everything",
	'u': "a replay goes to the trail's end",
	'n': "a replay makes no choices",
	'i': "a replay makes no choices",
	'X': "there is no such interface; gospin verify -json is for programs",
}

// unavailable returns the replacement for an unsupported flag of SPIN, or "".
func unavailable(command, text string) string {
	one := len(text) == 1 || digit(text[1])
	if (command == "simulate" || command == "replay") && one {
		return insteadInRuns[text[0]]
	}
	if command != "verify" {
		return ""
	}
	for _, f := range insteadOfPrefixes {
		if strings.HasPrefix(text, f.flag) {
			return f.why
		}
	}
	if one {
		return insteadOfLetters[text[0]]
	}
	return ""
}
