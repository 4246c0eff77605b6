//go:build !nats

package main

import "github.com/urfave/cli/v2"

func sweepOnCluster(*cli.Context) error { return errNoCluster }

func clusterStatus(*cli.Context) error { return errNoCluster }

func work(*cli.Context) error { return errNoCluster }
