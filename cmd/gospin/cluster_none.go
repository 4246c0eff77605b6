//go:build !nats

package main

import (
	"errors"

	"github.com/urfave/cli/v2"

	"gospin/verifier"
)

// errNoCluster is returned by programs that are built without NATS.
var errNoCluster = errors.New("this gospin is built without NATS: go build -tags nats ./cmd/gospin, or make build, " +
	"makes one that has it")

func sweepOnCluster(*cli.Context) error { return errNoCluster }

func split(c *cli.Context, _ *verifier.Options) error {
	if onCluster(c) {
		return errNoCluster
	}
	return nil
}

func clusterStatus(*cli.Context) error { return errNoCluster }

func work(*cli.Context) error { return errNoCluster }
