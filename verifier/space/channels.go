package space

import (
	"slices"

	"gospin/vm/layout"
)

// The contents of a channel have a number. But most moves depend only on its ends, which are the message at
// the head, and whether there is room; and they remove the head, or append a message. So there are features,
// the numbers of ends, and shifters, which map the number of the contents before to that of the contents
// after.

// end is the place of a channel's number in a root.
type end struct {
	word  int
	shift uint8
	mask  uint64
	class int
}

// shift is what a choice does to a channel.
type shift struct {
	mask    uint64
	shifter uint32
	word    uint16
	shift   uint16
}

// shifters has what is done to channels of a class: a message is sent, or received.
type shifters struct {
	all     []shifter
	numbers map[shifter]uint32
}

type shifter struct {
	class int
	sent  bool
	msg   string
}

// addEnd makes a part depend on the ends of a channel, unless it depends on the whole contents.
func (e *engine[R]) addEnd(p *part[R], f *field) {
	if f.mask == 0 || p.mask[f.word]&f.bits() != 0 {
		return
	}
	for i := range p.ends {
		if p.ends[i].word == f.word && p.ends[i].shift == f.shift {
			return
		}
	}
	p.ends = append(p.ends[:len(p.ends):len(p.ends)], end{f.word, f.shift, f.mask, f.class})
}

// noEnd makes a part that depends on the whole contents of a channel not depend on its ends. The part gets
// another id, since its entries in the memo have other keys.
func (e *engine[R]) noEnd(p *part[R], f *field) {
	for i, x := range p.ends {
		if x.word == f.word && x.shift == f.shift && f.mask != 0 {
			p.ends = append(p.ends[:i:i], p.ends[i+1:]...)
			p.id = e.home().newPart()
			return
		}
	}
}

// key returns the key of a root in the memo, for a part: the bits on which the part depends, with the numbers
// of their ends in the fields of channels.
func (e *engine[R]) key(r *R, p *part[R]) (key R) {
	for i := 0; i < len(key); i++ {
		key[i] = (*r)[i] & p.mask[i]
	}
	for i := range p.ends {
		x := &p.ends[i]
		n := (*r)[x.word] >> (x.shift & 63) & x.mask
		var feature uint32
		if x.class < len(e.features) {
			if of := e.features[x.class]; n < uint64(len(of)) {
				feature = of[n]
			}
		}
		if feature == 0 {
			feature = e.feature(x.class, uint32(n))
		}
		key[x.word] |= uint64(feature-1) << (x.shift & 63)
	}
	return key
}

// contents returns the contents of a channel with a number.
func (s *Space) contents(dst []byte, class int, n uint32) []byte {
	c := s.classes[class]
	dst = append(dst[:0], make([]byte, c.size)...)
	c.values.Copy(dst, n)
	return dst
}

func (e *engine[R]) feature(class int, n uint32) uint32 {
	s := e.space
	s.mu.Lock()
	ct := s.classes[class].channel
	b := s.contents(nil, class, n)
	s.mu.Unlock()
	head := make([]byte, 0, ct.Msg+2)
	length := messages(b, ct)
	if length > 0 {
		head = append(head, b[ct.Head:ct.Head+ct.Msg]...)
		head = append(head, 1)
	}
	if length < ct.Slots {
		head = append(head, 2)
	}
	e.lock()
	number := e.home().endOf(class, head)
	e.unlock()
	for class >= len(e.features) {
		e.features = append(e.features, nil)
	}
	e.record(&e.features[class], n, number)
	return number
}

// record sets an entry of a table.
func (e *engine[R]) record(of *[]uint32, at, number uint32) {
	if more := int(at) + 1 - len(*of); more > 0 {
		more += len(*of) / 2
		*of = append(*of, make([]uint32, more)...)
		e.tables += 4 * more
	}
	(*of)[at] = number
}

// messages returns the number of messages in a channel.
func messages(b []byte, ct *layout.ChanType) int {
	if ct.LenWide {
		return int(b[0]) | int(b[1])<<8
	}
	return int(b[0])
}

// shift finds what was done to channels on the path to the current state of the course, and removes their
// fields from keep and set.
func (e *engine[R]) shift(from *form, keep, set *R) {
	e.passing = e.passing[:0]
	last, apart := -1, false // usually the same channel as before
	for _, x := range e.course.passed {
		i := e.space.component(x.Comp)
		if i >= e.changed {
			continue // it is new, or has been removed
		}
		if x.Comp != last {
			last, apart = x.Comp, !slices.Contains(e.course.written, int32(-x.Comp))
		}
		if !apart {
			continue // it is written as a whole
		}
		f := &from.fields[i]
		(*keep)[f.word] &^= f.bits()
		(*set)[f.word] &^= f.bits()
		e.lock()
		number := e.home().shifters.number(shifter{f.class, x.Sent, x.Msg})
		e.unlock()
		e.passing = append(e.passing, shift{f.mask, number, uint16(f.word), uint16(f.shift)})
	}
}

func (s *shifters) number(x shifter) uint32 {
	number, met := s.numbers[x]
	if !met {
		if s.numbers == nil {
			s.numbers = map[shifter]uint32{}
		}
		number = uint32(len(s.all))
		s.all, s.numbers[x] = append(s.all, x), number
	}
	return number
}

// shifted applies the shifts of a choice, made in root r, to d. It returns false if a number does not fit.
func (e *engine[R]) shifted(d, r *R, shifts []shift) bool {
	for i := range shifts {
		x := &shifts[i]
		sh := (x.shift) & 63
		was := (*r)[x.word] >> sh & x.mask
		for k := range i { // it has been shifted before
			if y := &shifts[k]; y.word == x.word && y.shift == x.shift {
				was = (*d)[x.word] >> sh & x.mask
				break
			}
		}
		var to uint32
		if int(x.shifter) < len(e.moved) {
			if of := e.moved[x.shifter]; was < uint64(len(of)) {
				to = of[was]
			}
		}
		if to == 0 {
			to = e.findShifted(x.shifter, uint32(was))
		}
		if uint64(to-1) > x.mask {
			return false
		}
		(*d)[x.word] = (*d)[x.word]&^(x.mask<<sh) | uint64(to-1)<<sh
	}
	return true
}

func (e *engine[R]) findShifted(number, was uint32) uint32 {
	e.lock()
	x := e.home().shifters.all[number]
	e.unlock()
	to := e.space.shiftedTo(&x, was)
	for int(number) >= len(e.moved) {
		e.moved = append(e.moved, nil)
	}
	e.record(&e.moved[number], was, to)
	return to
}

// shiftedTo returns the number, plus one, of a channel's contents after a message is sent or received.
func (s *Space) shiftedTo(x *shifter, was uint32) uint32 {
	s.mu.Lock()
	defer s.mu.Unlock() // deferred, since memory may run out
	ct := s.classes[x.class].channel
	b := s.contents(nil, x.class, was)
	n := messages(b, ct)
	if x.sent {
		copy(b[ct.Head+n*ct.Msg:], x.msg)
		n++
	} else {
		end := ct.Head + n*ct.Msg
		copy(b[ct.Head:], b[ct.Head+ct.Msg:end])
		clear(b[end-ct.Msg : end])
		n--
	}
	b[0] = byte(n)
	if ct.LenWide {
		b[1] = byte(n >> 8)
	}
	return s.classes[x.class].values.Index(b) + 1
}

// fewValues is the number of values of a channel up to which parts depend on its whole contents, which is
// faster.
const fewValues = 32

// coarse reports whether a channel is read as a whole.
func (e *engine[R]) coarse(comp int) bool {
	i := e.space.component(comp)
	if i >= len(e.form.fields) {
		return true
	}
	e.space.mu.Lock()
	defer e.space.mu.Unlock()
	return e.space.classes[e.form.fields[i].class].values.Len() <= fewValues
}

// wholeChannels reports whether a part depends on the whole contents of some channel.
func (e *engine[R]) wholeChannels(f *form, p *part[R]) bool {
	e.space.mu.Lock()
	defer e.space.mu.Unlock()
	for i := range f.fields {
		x := &f.fields[i]
		if e.space.classes[x.class].channel != nil && x.mask != 0 && p.mask[x.word]&x.bits() != 0 {
			return true
		}
	}
	return false
}
