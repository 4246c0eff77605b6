package lines

import (
	"strings"

	"gospin/verifier/trail/story"
)

// announce adds a column for a process.
func (t *Spin) announce(q story.Process) {
	if t.alive++; !t.Columns {
		return
	}
	t.headed = false
	t.printf("proc %d = %s\n", q.Pid, q.Name)
}

// column prints a message in its process's column.
func (t *Spin) column(p *story.Part) {
	if !t.headed {
		t.headed = true
		t.printf("q\\p")
		for pid := range t.alive {
			t.printf(" %3d", pid)
		}
		t.printf("\n")
	}
	m, sign, text := p.Message, "!", p.Message.Text
	if m.Receive {
		sign = "?"
	}
	if m.Copy {
		text = "[" + strings.ReplaceAll(text, ",", ",[") + "]" // sic
	}
	t.printf("%3d%s   %s%s%s\n", m.Queue, strings.Repeat("   .", p.Pid), m.Name, sign, text)
}

// showing prints the watched expressions that step n changed.
func (t *Spin) showing(n int, values []story.Value) {
	for _, text := range t.exprs.changes(values) {
		t.printf("%3d:\t\t%s\n", n, text)
	}
}
