package main

import "strings"

// glued are the one-letter flags whose value may stick to them, as in SPIN: -m50000, -DN=5. Of the numeric ones the
// value begins with a digit.
const (
	gluedText    = "DU"
	gluedNumeric = "mcnuw"
)

// withValue are the flags that take the next argument as their value.
var withValue = map[string]bool{"D": true, "U": true, "m": true, "c": true, "n": true, "u": true, "w": true, "k": true,
	"mem": true, "time": true, "compress": true, "seed": true, "steps": true}

// normalise puts flags before the model's name and parts glued values, so that flags may stand anywhere and be
// written as in SPIN.
func normalise(args []string) []string {
	if len(args) < 3 {
		return args
	}
	out := args[:2:2]
	var rest []string
	for i := 2; i < len(args); i++ {
		a := args[i]
		if a == "--" {
			rest = append(rest, args[i+1:]...)
			break
		}
		if len(a) < 2 || a[0] != '-' {
			rest = append(rest, a)
			continue
		}
		name := strings.TrimLeft(a, "-")
		if len(a) > 2 && a[1] != '-' {
			c := a[1]
			digit := a[2] >= '0' && a[2] <= '9'
			if strings.IndexByte(gluedText, c) >= 0 || strings.IndexByte(gluedNumeric, c) >= 0 && digit {
				out = append(out, "-"+string(c), strings.TrimPrefix(a[2:], "="))
				continue
			}
		}
		out = append(out, a)
		if withValue[name] && i+1 < len(args) {
			i++
			out = append(out, args[i])
		}
	}
	return append(append(out, "--"), rest...)
}
