package main

import "github.com/urfave/cli/v2"

// clusterFlags returns the flags about the server of a cluster.
func clusterFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "nats", Usage: "the NATS server at a `URL`, such as nats://127.0.0.1:4222"},
		&cli.BoolFlag{Name: "cluster", Usage: "the embedded NATS server, which the first process with this flag runs"},
		&cli.StringFlag{Name: "cluster-dir", Usage: "`DIR` of the embedded server", DefaultText: "in the user's cache folder"},
		&cli.StringFlag{Name: "listen", Usage: "`ADDRESS:PORT` of the embedded server; other machines come in only with " +
			"credentials and TLS", DefaultText: "a port of 127.0.0.1"},
		&cli.BoolFlag{Name: "generate", Usage: "make credentials and a certificate for -listen, in -cluster-dir"},
		&cli.StringFlag{Name: "credentials", Usage: "a `FILE` with a token, USER:PASSWORD or NATS credentials"},
		&cli.StringFlag{Name: "cert", Usage: "a `FILE` with the embedded server's certificate"},
		&cli.StringFlag{Name: "key", Usage: "a `FILE` with the key of -cert"},
		&cli.StringFlag{Name: "ca", Usage: "a `FILE` with certificates to trust for tls://"},
		&cli.BoolFlag{Name: "plain", Usage: "go to a server on another machine without TLS and credentials"},
	}
}

// splitFlags returns the flags of verify about workers that search together.
func splitFlags() []cli.Flag {
	return append(clusterFlags(), &cli.IntFlag{Name: "partitions", Usage: "split the states into `N` parts, of which " +
		"each worker has some", DefaultText: "twice as many as workers; 64 with -nats"})
}

// onCluster reports whether a command is for a cluster.
func onCluster(c *cli.Context) bool { return c.Bool("cluster") || c.IsSet("nats") }
