//go:build !js

package limit

// pause does nothing: there are other threads.
func pause() {}
