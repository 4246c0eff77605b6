// Package papers holds models of what papers on storing states measure: some that all know, written again
// with as many states as the papers tell, and protocols of the kinds that they take. Each has its source,
// its sizes, and the figures of a run of real pan in its comment.
package papers

import "embed"

// Models are the files *.pml.
//
//go:embed *.pml
var Models embed.FS
