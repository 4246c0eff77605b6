// Package unmove searches states as roots, as package batch does, but keeps most states by the move that
// led to them: an entry has some bits of the state's hash and the name of a rule, which says how the move
// changed the state before (roots.Unmove, roots.Rules). Undoing the rule gives the state before. Several
// rules may share a name; all of them that fit a state are tried.
//
// There are two searches, breadth first (levels) and depth first (path). Both have a set, which is the
// table of entries, the rules and the whole states. Both ask engines for moves by an asker. Levels are
// expanded and looked up by scouts. After S. Evangelista, J.-F. Pradat-Peyre, "Memory efficient state
// space storage in explicit software model checking" (2005), but without pointers.
//
// # Breadth first
//
// Every k to 2k levels, one level is whole: some of its states are kept as roots. Whole levels lie closer
// when chains grow long. To find out if x is stored, the search undoes the rules that the entries with x's
// hash bits name, then those of the states before, and so on up to a whole state. Then it goes the chain
// forward, and asks the engine for each of its moves.
//
// At first all states of a whole level are kept, in a set that is asked at each step of a chain. After d
// more levels, the search follows chains back from each state of the present level. Only the whole states
// where these chains end stay, and entries are made for them (thin.go). They are few, since most states of
// a level soon lead to nothing new.
//
// The answers are exact, whatever bits of a hash there are. Let n be the level that is being expanded; all
// levels before it have been. The states of levels n and n+1 lie in exact sets. The set of n+1 is asked
// first, then that of n and those of some levels before, while they are worth it (past.go).
//
//   - Yes means stored. A chain begins with a state of an exact set that has been expanded. Only its last
//     state, which is looked for, may be of level n (prune asks that set). Take a state of the chain that
//     is stored and lies before level n. All its moves have been made, so the next state of the chain is
//     stored and lies at most at level n; if another state follows, it lies before level n. By induction,
//     all states of the chain are stored. Nothing depends on what entries say. When memory is short, states
//     of level n that have been expanded are freed early, and a chain may lead through them. Such a chain
//     may reach level n+1, so that set is asked in the same way.
//   - Stored means yes. The entry of a new state names the rule of the move that led to it. A rule keeps
//     its name and fits that state for ever, so it is among those that are tried. The entry stays in the
//     table, or an equal one was there already. The state before lies one level up. So from x, of level a,
//     entries lead back level by level, through states that are not of level n. Let w be the last whole
//     level up to a. If a is at least w+d, the entries lead to a state y of level w+d in a-w-d steps. When
//     w+d was the present level, a chain was followed from y to a whole state that has stayed; its d
//     entries and its moves are still there. If a is less than w+d, they lead to level w, all of which is
//     whole until it is thinned out; or else on to level v+d, where v is the whole level before w, and
//     from there as above. So there is a chain of at most a-w or w-v-1+d steps, and all chains up to that
//     length are tried (longest). If no chain is found for some state of the level, or a move cannot be
//     asked for, the whole level stays as it is. So it does where memory is short and the level takes
//     little of it.
//
// A state that was lately known by a chain may take the place of a whole one: it is stored, and if it is
// of level n, no chain begins with it (recent.go).
//
// Several scouts may look up the successors of a level at a time, since that changes no set: what they
// find is taken in when all have come back (team.go). If several lots of states lead to the same state, it
// is looked up for the first lot to claim it, and the others learn the answer (claims.go). The first lot
// in the order of the level keeps it. So for each lot, all that is said above holds with what was stored
// before its round. While the lots of a round are taken in, the other scouts already expand those of the
// next.
//
// Entries stay as they are when the space is packed again, because what they are made of does not change:
//
//   - A hash does not depend on the packing. Each bit of each field of a shape has a place in some words,
//     for ever (plan). In the packing that first had the shape, these places are those of the root, so
//     there the root itself is hashed. Bits that fields get later have places in further words. A further
//     word that is 0 does not change the hash: it was 0 in all states so far.
//   - Which rules fit a state does not depend on the packing either. A rule names the shape after the
//     move, and the numbers of whole fields of that shape; so in another shape no rule fits by chance.
//     Where a birth or death leads to another shape, the fields that both shapes have in the same place
//     count if they change, and all other fields of both count (change). Rules are converted field by
//     field, and keep their names.
//
// So a search can be kept on disk, too, and another process go on with it (keep.go, resume.go).
//
// Hashing by places takes longer than hashing a root. So a search of few states begins again instead. It
// also begins again when entries have too few bits left for the table to grow: with 5 more bits, 32 times
// as many states fit. If the present level has far more states than the one before, entries get 10 more.
//
// Known warts: all moves are made, for a search of sets of choices would have to know which were left out.
// Each shape has rules of its own, and a model may have many shapes. Where more rules fit a state than
// there are names, chains branch. Where few of the states that are met again were lately known, chains are
// long, and a look takes several times as long as in a tree. The cost of a transition has a bound
// (cost.go): beyond it, rules get more names, or the search begins again in a set of whole roots. Past
// levels take two to four times as much memory as the present one, which is less than the frontier.
//
// # Depth first
//
// The path is an exact table, with the successors of its states that have not been looked at yet. A stored
// state is on the path, or closed: then all its moves have been made. A look asks the path first. If the
// state is not there, the rules of entries are undone one by one, up to a state that is on the path, in
// the set of whole states, or lately known. From there, each move of the chain is asked for. If a move
// starts at a closed state, it has to exist. If it starts at a state on the path, more moves have to lead
// to its target than are still to be made; the move under way counts as still to be made while its target
// is looked for. Every k-th state of a path is whole.
//
// The answers are exact, whatever bits of a hash there are. Let S be the states stored when x is looked
// for.
//
//   - Yes means that x is in S. The chain begins in S: on the path, in the exact set of whole states, or
//     where a look has answered yes before, for nothing leaves S. If y is in S and a move from y has been
//     made, its target has been looked for and, if it was new, stored; or it is the move under way of a
//     state below the last one on the path, and leads to the next state there. By induction, all states of
//     the chain are in S. Nothing depends on what entries say.
//   - The answer for a state x of S is yes. Take the state whose expansion stored x, the state whose
//     expansion stored that one, and so on up to a whole state w. These are fewer than k moves, since w
//     was the last whole state on the path then. Each state but w has an entry, its own or an equal one,
//     which names its rule, and names do not change. Each of these moves was made before the next state
//     was stored, and it stays made: its source is closed by now, or on the path with this move not among
//     those still to be made. So this chain is accepted, unless another one is accepted before it, or ends
//     sooner in a state that is known to be stored.
//
// This needs every stored state to be on the path or to have made all its moves. So there is no limit of
// depth, no state is forgotten, and all choices are made. The path is converted with the rest when the
// space is packed again. Beside the breadth-first form, the path and the successors that wait on it take
// memory.
package unmove
