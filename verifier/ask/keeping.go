package ask

import (
	"fmt"
	"time"
)

// Keeping says where a run keeps what it has come to, so that another process can go on with it.
type Keeping struct {
	Checkpoint string        // folder; "": nowhere
	Every      time.Duration // between two checkpoints, unless that costs too much
	Resume     bool          // the run goes on with what the folder has
	// For the folder, who reads it later: how the run was begun, and by what version.
	Args    []string
	Version string
	// Warn is called with what could not be kept. May be nil.
	Warn func(string)
}

// DefaultEvery is how often a run is kept if nothing else is asked for.
const DefaultEvery = 10 * time.Minute

// settleKeeping refuses what is never kept, and leaves the rest to the plan.
func (o *Options) settleKeeping() error {
	if o.Checkpoint == "" {
		return nil
	}
	if o.Every < 0 {
		return fmt.Errorf("-checkpoint takes a time above 0, not %v", o.Every)
	}
	if o.Every == 0 {
		o.Every = DefaultEvery
	}
	return nil
}
