package space

import (
	"slices"
)

// offers numbers the offers of rendezvous: a channel and a message.
type offers struct {
	all     []offer
	numbers map[string]uint32
	key     []byte
}

type offer struct {
	channel int32
	msg     []int32
}

func (o *offers) number(channel int32, msg []int32) uint32 {
	o.key = o.key[:0]
	for _, v := range append(msg[:len(msg):len(msg)], channel) {
		o.key = append(o.key, byte(v), byte(v>>8), byte(v>>16), byte(v>>24))
	}
	n, met := o.numbers[string(o.key)]
	if !met {
		if o.numbers == nil {
			o.numbers = map[string]uint32{}
		}
		n = uint32(len(o.all))
		o.all = append(o.all, offer{channel, slices.Clone(msg)})
		o.numbers[string(o.key)] = n
	}
	return n
}

// offerNumber returns the number of an offer, adding it if it is new.
func (e *engine[R]) offerNumber(channel int32, msg []int32) uint32 {
	e.lock()
	defer e.unlock()
	return e.home().offers.number(channel, msg)
}

// offerOf returns the offer with number-1.
func (e *engine[R]) offerOf(number uint32) *offer {
	e.lock()
	defer e.unlock()
	return &e.home().offers.all[number-1]
}
