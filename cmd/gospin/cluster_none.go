//go:build !nats

package main

import (
	"errors"

	"github.com/urfave/cli/v2"
)

// errNoCluster is returned by programs that are built without NATS.
var errNoCluster = errors.New("this gospin is built without NATS: go build -tags nats ./cmd/gospin, or make build, " +
	"makes one that has it")

func sweepOnCluster(*cli.Context) error { return errNoCluster }

func clusterStatus(*cli.Context) error { return errNoCluster }

func work(*cli.Context) error { return errNoCluster }
