package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"gospin/verifier/pan"
	"gospin/verifier/report"
)

// Of models with at most mostRaw states, found within rawTime and rawMemory, default searches are compared.
const (
	mostRaw   = 300_000
	rawTime   = "5s"
	rawMemory = "300M"
)

// byFlags are gospin's searches whose states are compared with those of pan's default.
var byFlags = []struct {
	name  string
	flags []string
}{
	{"raw", []string{"-noreduce", "-o1", "-o2", "-o3", "-time=" + rawTime, "-mem=" + rawMemory}},
	{"without symmetry", []string{"-symmetry=off"}},
	{byDefault, nil},
}

// states prints how many states default searches of the models in a folder store, relative to pan's default.
func (b *bench) states(folder string) error {
	models, err := filepath.Glob(filepath.Join(folder, "*.p*m*"))
	if err != nil {
		return err
	}
	fmt.Print("| model | raw | SPIN's default | without symmetry | gospin's default | relative |\n" +
		"|---|---:|---:|---:|---:|---:|\n")
	of := map[string][]float64{}
	for _, path := range models {
		name := strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
		if !strings.HasPrefix(name, b.only) {
			continue
		}
		n := map[string]float64{}
		for _, by := range byFlags {
			if n[by.name], err = b.stored(path, by.flags); err != nil {
				break
			}
			if by.name == "raw" && n["raw"] > mostRaw {
				err = errors.New("more states than are compared")
				break
			}
		}
		if err == nil {
			n[byPan], err = b.storedByPan(path)
		}
		if err != nil {
			fmt.Fprintf(os.Stderr, "bench: %s: %v\n", name, err)
			continue
		}
		fmt.Printf("| %s | %.0f | %.0f | %.0f | %.0f | %.3f |\n", name, n["raw"], n[byPan], n["without symmetry"],
			n[byDefault], n[byDefault]/n[byPan])
		for _, by := range byFlags {
			of[by.name] = append(of[by.name], n[by.name]/n[byPan])
		}
	}
	fmt.Println()
	for _, by := range byFlags {
		sayRatios(by.name+", states by those of pan's default", of[by.name])
	}
	return nil
}

// stored is how many states a search of gospin's stores. Errors do not end it.
func (b *bench) stored(path string, flags []string) (float64, error) {
	args := append([]string{"verify", "-c0", "-A", "-E", "-noclaim", "-n", "-workers=1", "-json"}, flags...)
	ran, err := call(b.dir, b.binary, append(args, path)...)
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return 0, err
	}
	var r report.Report
	if e := json.Unmarshal(ran.stdout, &r); e != nil {
		return 0, errors.Join(err, e)
	}
	if r.Verdict == report.Inconclusive {
		return 0, fmt.Errorf("the search is not complete: %s", r.Reason)
	}
	return float64(r.States.Stored), nil
}

// storedByPan is how many states pan stores by default.
func (b *bench) storedByPan(path string) (float64, error) {
	work, err := os.MkdirTemp(b.dir, "model")
	if err != nil {
		return 0, err
	}
	m := model{flags: []string{"-A", "-E"}}
	if err := pan.Generate(context.Background(), work, path); err != nil {
		return 0, err
	}
	if err := pan.Compile(context.Background(), work, "pan", "-O0", "-DSAFETY", "-DNOCLAIM"); err != nil {
		return 0, err
	}
	s, err := m.runPan(work, "pan", "-m1000000")
	if err == nil && s.cut {
		err = errors.New("pan's stack is not deep enough")
	}
	return s.states, err
}
