package compare

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"time"

	"github.com/KimMachineGun/automemlimit/memlimit"

	"gospin/verifier/report"
)

// About describes the origin of figures.
type About struct {
	Version  string   `json:"version"` // of gospin
	Command  string   `json:"command"`
	Date     string   `json:"date"`
	Machine  string   `json:"machine"`
	Versions []string `json:"versions,omitempty"` // of the other programs
}

// here adds what is known about this machine.
func (a About) here(pan bool) About {
	a.Date = time.Now().Format("2006-01-02 15:04 MST")
	a.Machine = fmt.Sprintf("%s, %d processors", processor(), runtime.NumCPU())
	if n, err := memlimit.FromSystem(); err == nil {
		a.Machine += ", " + report.Size(int64(n)) + " of memory"
	}
	a.Machine += ", " + runtime.GOOS
	if pan {
		for _, line := range [][]string{{"spin", "-V"}, {"gcc", "--version"}} {
			if out, err := exec.Command(line[0], line[1:]...).Output(); err == nil {
				first, _, _ := strings.Cut(strings.TrimSpace(string(out)), "\n")
				a.Versions = append(a.Versions, first)
			}
		}
	}
	return a
}

// processor returns the processor's name, or, if it is unknown, its architecture.
func processor() string {
	f, err := os.Open("/proc/cpuinfo")
	if err != nil {
		return runtime.GOARCH
	}
	defer f.Close()
	for s := bufio.NewScanner(f); s.Scan(); {
		if name, value, ok := strings.Cut(s.Text(), ":"); ok && strings.TrimSpace(name) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return runtime.GOARCH
}

// lines describes a table's origin.
func (a *About) lines() []string {
	if a.Date == "" {
		return nil
	}
	out := []string{
		a.Machine + "; " + a.Date,
		strings.Join(append([]string{"gospin " + a.Version}, a.Versions...), "; "),
	}
	if a.Command != "" {
		out = append(out, a.Command)
	}
	return out
}
