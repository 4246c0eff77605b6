package compile

// overlook is a set of what is not looked at where dead variables are found, and where processes stay that
// have come to their end.
type overlook int

const (
	branches     overlook = 1 << iota // what a d_step sets on one way is set
	readsInside                       // what a d_step reads
	blocking                          // atomic sequences that block
	meetings                          // a rendezvous within an atomic sequence
	others                            // globals that other processes read
	starts                            // what processes read first of all
	formulas                          // what formulas read
	initialisers                      // what the initialisers of processes read
	counting                          // that somebody counts processes
	peeking                           // that somebody looks at labels or variables of others
	births                            // that processes are run when others may have ended
	numbers                           // that numbers of processes are known
	channels                          // that others know channels of processes that end
)

// Overlooked are the things that a compiler can be made to overlook: tests
// show that they would find it out.
var Overlooked = map[string]overlook{
	"branches": branches, "reads inside": readsInside, "blocking": blocking, "meetings": meetings,
	"others": others, "starts": starts, "formulas": formulas, "initialisers": initialisers,
	"counting": counting, "peeking": peeking, "births": births, "numbers": numbers, "channels": channels,
}

// Overlooking returns options for a compiler that overlooks something.
func (o Options) Overlooking(what string) Options {
	o.overlook = Overlooked[what]
	return o
}
