package sweeps

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"sync"
)

// Axis is a macro or a flag, with its values.
type Axis struct {
	Name   string
	Values []string
	Flag   string // of verify, without its dash; "D" for a macro
}

// Limits of the values of an axis, and of the cells of a table.
const (
	maxValues = 10_000
	maxCells  = 100_000
)

var ranges = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(-?\d+)\.\.(-?\d+)(?::(\d+))?$`)
})

var lists = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[\w.+-]+(,[\w.+-]+)+$`) })

// Macro reads a definition: NAME=2..8, NAME=2..8:2 or NAME=2,4,8. Others have one value, and are not an axis.
func Macro(definition string) (a Axis, several bool, err error) {
	name, text, _ := strings.Cut(definition, "=")
	a = Axis{Name: name, Flag: "D"}
	if m := ranges().FindStringSubmatch(text); m != nil {
		a.Values, err = count(m[1], m[2], m[3])
		if err != nil {
			return a, false, fmt.Errorf("-D %s: %w", definition, err)
		}
		return a, true, nil
	}
	if !lists().MatchString(text) {
		return a, false, nil
	}
	a.Values = strings.Split(text, ",")
	return a, true, nil
}

// count returns the numbers from one to another.
func count(from, to, by string) (out []string, err error) {
	first, err := strconv.Atoi(from)
	if err != nil {
		return nil, err
	}
	last, err := strconv.Atoi(to)
	if err != nil {
		return nil, err
	}
	step := 1
	if by != "" {
		if step, err = strconv.Atoi(by); err != nil {
			return nil, err
		}
	}
	switch {
	case step == 0:
		return nil, fmt.Errorf("a step of 0 leads nowhere")
	case last < first:
		return nil, fmt.Errorf("there is no number from %d up to %d", first, last)
	case uint(last-first)/uint(step) >= maxValues:
		return nil, fmt.Errorf("more than %d values", maxValues)
	}
	for n := first; n <= last; n += step {
		out = append(out, strconv.Itoa(n))
	}
	return out, nil
}

// Over reads an axis of a flag: FLAG=VALUE,VALUE.
func Over(text string) (Axis, error) {
	name, values, _ := strings.Cut(strings.TrimLeft(text, "-"), "=")
	if name == "" || values == "" {
		return Axis{}, fmt.Errorf("-over takes a flag with its values, such as compress=tree,collapse, not %q",
			text)
	}
	if a, several, err := Macro(name + "=" + values); several || err != nil {
		a.Flag = name
		return a, err
	}
	return Axis{Name: name, Flag: name, Values: strings.Split(values, ",")}, nil
}

// argument returns the argument of verify for a value.
func (a *Axis) argument(value string) string {
	if a.Flag == "D" {
		return "-D" + a.Name + "=" + value
	}
	return "-" + a.Flag + "=" + value
}
