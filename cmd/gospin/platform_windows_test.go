package main

import (
	"os/exec"
	"syscall"
	"testing"
	"time"
)

// signalSelf leaves a test out: Windows has no signals that a process could send to itself.
func signalSelf(t *testing.T, _ syscall.Signal) { t.Skip("no signals") }

func cancelGroup(*exec.Cmd) {}

// processor is not measured.
func processor() time.Duration { return 0 }
