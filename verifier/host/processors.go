package host

import "runtime"

// processors is read before anybody changes what it is read from.
var processors = runtime.GOMAXPROCS(0)

// Processors is how many processors this process could use when it began: the machine's, or fewer if a
// control group or GOMAXPROCS says so.
func Processors() int { return processors }
