package host

// Memory returns the memory in bytes that a page may expect: WebAssembly has addresses of 32 bits.
func Memory() int64 { return 2 << 30 }
