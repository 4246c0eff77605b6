package host

import "runtime"

// processors is read before the program changes GOMAXPROCS.
var processors = runtime.GOMAXPROCS(0)

// Processors returns how many processors this process could use when it began: the machine's, or fewer if a
// control group or GOMAXPROCS says so.
func Processors() int { return processors }
