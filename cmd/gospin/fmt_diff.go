package main

import (
	"fmt"
	"slices"
	"strings"
)

// around is the number of unchanged lines before and after a change.
const around = 3

// change is a group of lines that are kept (" "), removed ("-") or added ("+").
type change struct {
	sign  byte
	lines []string
}

// difference returns the changes of a text in the format of diff -u, or "".
func difference(name, before, after string) string {
	all := changes(splitLines(before), splitLines(after))
	var out strings.Builder
	a, b := 1, 1
	for i := 0; i < len(all); {
		if all[i].sign == ' ' {
			a, b = a+len(all[i].lines), b+len(all[i].lines)
			i++
			continue
		}
		if out.Len() == 0 {
			fmt.Fprintf(&out, "--- %s\n+++ %s\n", name, name)
		}
		n := i + 1 // after the last change of the hunk
		for n < len(all) && (all[n].sign != ' ' || n+1 < len(all) && len(all[n].lines) <= 2*around) {
			n++
		}
		a, b = hunk(&out, all, i, n, a, b)
		i = n
	}
	return out.String()
}

// hunk prints the changes from i up to n, which begin at lines a and b. It returns where the next ones begin.
func hunk(out *strings.Builder, all []change, i, n, a, b int) (int, int) {
	var lead, tail []string
	if i > 0 {
		lead = all[i-1].lines
		lead = lead[max(0, len(lead)-around):]
	}
	if n < len(all) {
		tail = all[n].lines
		tail = tail[:min(len(tail), around)]
	}
	olds, news := 0, 0
	for _, c := range all[i:n] {
		if c.sign != '+' {
			olds += len(c.lines)
		}
		if c.sign != '-' {
			news += len(c.lines)
		}
	}
	more := len(lead) + len(tail)
	fmt.Fprintf(out, "@@ -%s +%s @@\n", span(a-len(lead), olds+more), span(b-len(lead), news+more))
	write := func(sign byte, lines []string) {
		for _, s := range lines {
			fmt.Fprintf(out, "%c%s", sign, s)
			if !strings.HasSuffix(s, "\n") {
				out.WriteString("\n\\ No newline at end of file\n")
			}
		}
	}
	write(' ', lead)
	for _, c := range all[i:n] {
		write(c.sign, c.lines)
	}
	write(' ', tail)
	return a + olds, b + news
}

func span(from, n int) string {
	if n == 0 {
		from--
	}
	return fmt.Sprintf("%d,%d", from, n)
}

func splitLines(s string) []string {
	l := strings.SplitAfter(s, "\n")
	if l[len(l)-1] == "" {
		l = l[:len(l)-1]
	}
	return l
}

// largest limits the size of the table; larger texts are replaced as a whole.
const largest = 32 << 20

// changes returns the changes from a to b, using a longest common subsequence of lines.
func changes(a, b []string) (out []change) {
	put := func(sign byte, lines ...string) {
		if n := len(out); n > 0 && out[n-1].sign == sign {
			out[n-1].lines = append(out[n-1].lines, lines...)
		} else if len(lines) > 0 {
			out = append(out, change{sign, slices.Clone(lines)})
		}
	}
	head, tail := 0, 0
	for head < len(a) && head < len(b) && a[head] == b[head] {
		head++
	}
	for tail < len(a)-head && tail < len(b)-head && a[len(a)-1-tail] == b[len(b)-1-tail] {
		tail++
	}
	put(' ', a[:head]...)
	end := a[len(a)-tail:]
	a, b = a[head:len(a)-tail], b[head:len(b)-tail]
	if len(a)*len(b) > largest {
		put('-', a...)
		put('+', b...)
		put(' ', end...)
		return out
	}
	common := commons(a, b)
	x, y := 0, 0
	for x < len(a) || y < len(b) {
		switch {
		case x < len(a) && y < len(b) && a[x] == b[y]:
			put(' ', a[x])
			x, y = x+1, y+1
		case x < len(a) && (y == len(b) || common[x+1][y] >= common[x][y+1]):
			put('-', a[x])
			x++
		default:
			put('+', b[y])
			y++
		}
	}
	put(' ', end...)
	return out
}

// commons returns, for all x and y, the number of common lines of a[x:] and b[y:].
func commons(a, b []string) [][]int32 {
	t := make([][]int32, len(a)+1)
	for x := range t {
		t[x] = make([]int32, len(b)+1)
	}
	for x := len(a) - 1; x >= 0; x-- {
		for y := len(b) - 1; y >= 0; y-- {
			if a[x] == b[y] {
				t[x][y] = t[x+1][y+1] + 1
			} else {
				t[x][y] = max(t[x+1][y], t[x][y+1])
			}
		}
	}
	return t
}
