package resolve

import (
	"os"
	"path/filepath"
	"testing"
)

// largest is the largest model among SPIN's examples in the Debian package.
const largest = "/usr/share/doc/spin/examples/Examples/Book_1991/App.F.pftp.pml"

// BenchmarkParse parses and resolves each of the examples, and SPIN's largest one.
func BenchmarkParse(b *testing.B) {
	models, err := filepath.Glob("../../examples/*.pml")
	if err != nil {
		b.Fatal(err)
	}
	if _, err := os.Stat(largest); err == nil {
		models = append(models, largest)
	}
	for _, m := range models {
		b.Run(filepath.Base(m), func(b *testing.B) {
			for b.Loop() {
				if _, err := ParseFile(b.Context(), m, Options{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
