package main

import (
	"fmt"
	"os"
	"strconv"

	"gospin/verifier/conformance"
)

func main() {
	a, _ := strconv.Atoi(os.Args[1])
	b, _ := strconv.Atoi(os.Args[2])
	for i := a; i < b; i++ {
		os.WriteFile(fmt.Sprintf("%s/s%05d.pml", os.Args[3], i), []byte(conformance.Tangled(uint64(i))), 0o600)
	}
}
