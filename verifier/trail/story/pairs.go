package story

// Pairs finds for what is received in a run where it was sent: the first message in the channel that is the
// same. Steps or rows are numbers.
type Pairs struct {
	sent map[int][]sending // by channel
}

type sending struct {
	at   int
	text string
}

// Match takes a message in, passed at a number, and tells where it was sent if it is received; -1: it is not,
// or nothing is known of that.
func (p *Pairs) Match(m *Message, at int) int {
	if p.sent == nil {
		p.sent = map[int][]sending{}
	}
	list := p.sent[m.Queue]
	if !m.Receive {
		p.sent[m.Queue] = append(list, sending{at, m.Text})
		return -1
	}
	for i, s := range list {
		if s.text != m.Text {
			continue
		}
		if !m.Copy {
			p.sent[m.Queue] = append(list[:i:i], list[i+1:]...)
		}
		return s.at
	}
	return -1
}
