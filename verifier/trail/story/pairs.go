package story

// Pairs finds the send of each received message: the first equal message in the channel. The caller numbers
// steps or rows.
type Pairs struct {
	sent map[int][]sending // messages in each channel
}

type sending struct {
	at   int
	text string
}

// Match records the message passed at a number. If the message is received, Match returns the number of its
// send, otherwise or if that is unknown -1.
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
