package checkpoint

import (
	"fmt"
	"strings"
)

// Different says in what way texts differ from those that the run was begun with; "": in none.
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

// firstDifference is the first line in which texts differ, from 1 on; 0: there is none.
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
