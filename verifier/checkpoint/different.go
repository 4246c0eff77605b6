package checkpoint

import (
	"fmt"
	"strings"
)

// Different describes how texts differ from those with which the run began; "" if they are equal.
func (a *About) Different(now []Text) string {
	for i, then := range a.Texts {
		if i >= len(now) {
			return then.Path + " is not read any more"
		}
		if now[i].Path != then.Path {
			return fmt.Sprintf("%s is read where %s was", now[i].Path, then.Path)
		}
		if at := firstDifference(then.Text, now[i].Text); at > 0 {
			return fmt.Sprintf("%s has changed since: line %d", then.Path, at)
		}
	}
	if len(now) > len(a.Texts) {
		return now[len(a.Texts)].Path + " was not read then"
	}
	return ""
}

// firstDifference returns the first line, from 1, in which texts differ; 0 if they are equal.
func firstDifference(x, y string) int {
	if x == y {
		return 0
	}
	xs, ys := strings.Split(x, "\n"), strings.Split(y, "\n")
	at := 0
	for at < len(xs) && at < len(ys) && xs[at] == ys[at] {
		at++
	}
	return at + 1
}
