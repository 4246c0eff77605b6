//go:build !linux

package host

// AddressesLeft returns 0: the limit is unknown.
func AddressesLeft() (uint64, error) { return 0, nil }
