package por

// WithoutRooms returns options for a rule that assumes free slots in all channels.
func WithoutRooms() ComputedOptions { return ComputedOptions{forget: forgetRooms} }

// WithoutArrivals returns options for a rule that ignores arrivals at a rendezvous.
func WithoutArrivals() ComputedOptions { return ComputedOptions{forget: forgetArrivals} }
