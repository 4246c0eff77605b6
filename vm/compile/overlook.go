package compile

// overlook is a set of facts to ignore when dead variables are determined, or whether ended processes stay.
type overlook int

const (
	branches     overlook = 1 << iota // assume that a d_step sets what one way sets
	readsInside                       // ignore reads in a d_step
	blocking                          // ignore blocked atomic sequences
	meetings                          // ignore rendezvous in atomic sequences
	others                            // ignore reads of globals by other processes
	starts                            // ignore the first reads of processes
	formulas                          // ignore reads in formulas
	initialisers                      // ignore reads in processes' initialisers
	counting                          // ignore that processes are counted
	peeking                           // ignore uses of other processes' labels and variables
	births                            // ignore processes that are run after others may have ended
	numbers                           // ignore that process numbers are known
	channels                          // ignore that others know channels of ended processes
)

// Overlooked names the facts. Tests make the compiler ignore each of them, to show that they would notice it.
var Overlooked = map[string]overlook{
	"branches": branches, "reads inside": readsInside, "blocking": blocking, "meetings": meetings,
	"others": others, "starts": starts, "formulas": formulas, "initialisers": initialisers,
	"counting": counting, "peeking": peeking, "births": births, "numbers": numbers, "channels": channels,
}

// Overlooking returns options with which the compiler ignores a fact.
func (o Options) Overlooking(what string) Options {
	o.overlook = Overlooked[what]
	return o
}
