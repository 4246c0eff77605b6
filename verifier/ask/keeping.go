package ask

import (
	"fmt"
	"time"
)

// Keeping has the options of checkpoints, with which another process can continue a run.
type Keeping struct {
	Checkpoint string        // folder; "": nowhere
	Every      time.Duration // between two checkpoints, unless that costs too much
	Resume     bool          // continue the run in the folder
	// Recorded in the folder: the command line of the run, and the version of the program.
	Args    []string
	Version string
	// Warn is called if something could not be written. May be nil.
	Warn func(string)
}

// DefaultEvery is the default interval of checkpoints.
const DefaultEvery = 10 * time.Minute

// settleKeeping refuses combinations that are never kept. The plan decides about the rest.
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
