package por

// WithoutRooms are options for a rule that takes all channels to have room.
func WithoutRooms() ComputedOptions { return ComputedOptions{forget: forgetRooms} }

// WithoutArrivals are options for a rule that does not see who comes to a rendezvous.
func WithoutArrivals() ComputedOptions { return ComputedOptions{forget: forgetArrivals} }
