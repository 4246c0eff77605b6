package reason

import (
	"fmt"
	"strings"

	"gospin/vm"
)

// channel explains why a send or receive is blocked, and returns the processes that could unblock it.
func (r *run) channel(s *vm.State, pid int, trans uint32) (why string, on []int) {
	t := &r.p.Trans[trans]
	id := r.m.ChannelOf(s, pid, trans)
	n, slots, ok := r.p.Filling(s, id)
	if !ok {
		return "there is no such channel", nil
	}
	sends := t.Guard == vm.GuardSend
	name, _, _ := strings.Cut(r.p.Stmts[t.Stmt].Written(), map[bool]string{true: "!", false: "?"}[sends])
	name = strings.TrimSpace(name)
	x := &subject{id: id, pid: -1}
	r.trace([]*subject{x}, s)
	switch {
	case slots == 0 && sends:
		why = "nobody takes it"
	case slots == 0:
		why = "nobody offers it"
	case sends:
		why = fmt.Sprintf("%s is full, %s", name, counted(slots))
	case n > 0:
		why = fmt.Sprintf("%s holds %s", name, x.value)
	default:
		why = name + " is empty"
	}
	if x.step > 0 && slots > 0 {
		why += " " + r.since(x)
	}
	if !sends && n > 0 { // the message at the front must go first, and only a receiver can take it
		on = r.helpers(s, pid, func(a *ahead) bool { return r.uses(s, a, id, false, false) })
		if len(on) == 0 {
			why += ", and nobody else alive receives from it"
		}
		return why, on
	}
	does := func(a *ahead) bool { return a.pid >= 0 && r.uses(s, a, id, !sends, false) }
	on = r.helpers(s, pid, does)
	return why + r.others(s, id, !sends, on), nearest(x, on)
}

func counted(n int) string {
	if n == 1 {
		return "with 1 message"
	}
	return fmt.Sprintf("with %d messages", n)
}

// nearest returns the process among on that used a channel last, or all of on if none did.
func nearest(x *subject, on []int) []int {
	for _, pid := range on {
		if x.step > 0 && pid == x.by {
			return []int{pid}
		}
	}
	return on
}

// others describes who might use a channel in the other direction.
func (r *run) others(s *vm.State, id int, send bool, on []int) string {
	does, who := "receives from", "receiver"
	if send {
		does, who = "sends to", "sender"
	}
	switch len(on) {
	case 0:
		gone := r.ended(s, func(a *ahead) bool { return r.mayUse(a, id, send) })
		if len(gone) > 0 {
			return fmt.Sprintf(", and nobody alive %s it: no %s is running", does, list(gone, "or"))
		}
		return fmt.Sprintf(", and nobody alive %s it", does)
	case 1:
		if a := r.aheadOf(s, on[0]); !a.creates && r.uses(s, a, id, send, true) && !r.able[on[0]] {
			return fmt.Sprintf("; its only %s, %s, waits itself", who, r.name(s, on[0]))
		}
	}
	return ""
}

// mayUse reports whether the statements of a proctype name a global channel.
func (r *run) mayUse(a *ahead, id int, sends bool) bool {
	for _, x := range a.accesses {
		list := x.Recvs
		if sends {
			list = x.Sends
		}
		for i := range list {
			if int(list[i].ID) == id {
				return true
			}
		}
	}
	return false
}
