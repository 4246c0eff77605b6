// Package examples holds models of published protocols, each with its source, its parameters, and the figures
// of a run of real pan in its comment.
package examples

import "embed"

// Models are the files *.pml.
//
//go:embed *.pml
var Models embed.FS
