package papers

import "math/rand/v2"

// walkStates is the number of states of the paper's walks. Its figures count one less.
const walkStates = 500

// tokenWalk walks at random through a net whose transitions move one token to another place, as the paper's
// measurements do, until it has met walkStates different states. It adds up the bytes for storing them by
// the paper's accounting: four bytes for each token's place, none for the tables of records' places
// or for predecessors. All states but the first are counted; each n-th is stored whole, and
// of the others only the tokens that changed.
func tokenWalk(net line, n int, seed uint64) (bytes int) {
	const placeBytes = 4
	tokens, places := net.number("tokens"), net.number("places")
	r := rand.New(rand.NewPCG(seed, seed))
	at := make([]byte, 2*tokens) // the places of tokens, as a key
	move := func(token, place int) {
		at[2*token], at[2*token+1] = byte(place), byte(place>>8)
	}
	place := func(token int) int { return int(at[2*token]) | int(at[2*token+1])<<8 }
	seen := map[string]bool{string(at): true}
	for stored := 0; stored < walkStates-1; {
		before := make([]int, tokens)
		for t := range before {
			before[t] = place(t)
		}
		token := r.IntN(tokens)
		move(token, (place(token)+1+r.IntN(places-1))%places)
		if seen[string(at)] {
			continue
		}
		seen[string(at)] = true
		if stored%n == 0 {
			bytes += placeBytes * tokens
		} else {
			for t := range before {
				if place(t) != before[t] {
					bytes += placeBytes
				}
			}
		}
		stored++
	}
	return bytes
}
