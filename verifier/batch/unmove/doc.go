// Package unmove searches states as roots, as package batch does, but keeps a state by the move that leads to
// it: some bits of its hash, and the name of the rule (roots.Unmove, roots.Rules). Few rules of a name fit a
// state; all that do are tried.
//
// There are two searches, breadth first (levels) and depth first (path). Both have a set, which is the table,
// the rules and the whole states, and ask engines for moves by an asker. Levels are searched by scouts.
//
// # Breadth first
//
// Of some levels, k to 2k apart, some states are kept whole, as roots: the longer chains become, the
// closer. To find out whether x is stored, the rules named by the entries that look like x's are undone,
// and so on up to a whole state; then the chain is gone forward, and of each two states in it the engine is
// asked if that move is there. After S. Evangelista, J.-F. Pradat-Peyre, "Memory efficient state space
// storage in explicit software model checking" (2005), but without pointers.
//
// All of such a level are whole at first, in a set that is asked at each step of a chain. d levels later,
// chains are followed back from each state of the present level to that one; the states where they end stay,
// and entries tell of them (thin.go). They are few, for most states of a level soon lead
// to nothing new.
//
// It is exact, whatever bits of a hash there are. Level n is being expanded; all before it have been. Those
// of level n and of n+1 lie in exact sets. That of n+1 is asked first; and while it is worth it that of n,
// and some levels before (past.go).
//
//   - Yes means stored. A chain begins with a state of an exact set that has been expanded. No state in it
//     but the last, which is the one that is looked for, is of level n (prune: that set is asked). If a state
//     of the chain is stored and lies before level n, all its moves have been made; so the next, to which one
//     of these leads, is stored, and lies up to level n; and if another one follows, it isn't of level n, but
//     before it. By induction all are stored; what entries say is not relied on. Where states of level n have
//     been given back for want of memory, a chain may lead through those: they have been expanded, too, for
//     those under way have not been given back yet; and what they lead to may be of level n+1, which then is
//     asked for likewise.
//   - Stored means yes. A new state's entry names the rule of the move that it was come to by. A rule never
//     loses its name, and it fits the state for ever; so it is among those that are tried. That entry stays
//     in the table; or the entry that was the same was there already. The state before lies one level up. So
//     from x, of level a, entries lead back level by level, through states that are not of level n. Let w be
//     the last whole level up to a. If a is not before w+d, they lead to a state y of level w+d, by a-w-d
//     steps. When that was the present level, a chain was followed from y to a whole state that has stayed,
//     by d entries, which are there still, and moves that are. If a is before w+d, they lead to level w, all
//     of which is whole as long as it has not been thinned out, or else on to level v+d, where v is the whole
//     level before w, and from there as before. So there is a chain of at most a-w or w-v-1+d steps, and all
//     up to that length are tried (longest). Where it is not found of some state of a level that it has one,
//     or a move cannot be asked for, all of the whole level stay; so they do where memory is short, but they
//     take little of it.
//
// A state that is recently known, by a chain, takes the place of a whole one: it is stored, and if it is of
// level n, no chain begins with it.
//
// Several scouts may look up at a time what lies behind states of a level (team.go), for that changes
// no set: all of it is taken in when they have come back. What several lots of states lead to is looked up
// for the first to claim it (claims.go); the others are told afterwards whether it was stored, and the first
// lot in the order of the level keeps it. So all that has been said holds of each lot as if all that was
// stored were what was stored before its round. While the lots of a round are taken in, the other scouts
// already expand those of the next.
//
// When the space is packed again, entries stay as they are; for what they are made of is not changed by it.
//
//   - A hash does not depend on the packing. Each bit of each field of a shape has a place in words, for
//     ever (plan). The places of the packing in which the shape is met first are those of the root, so
//     that there the root itself is hashed. Bits that fields are given later have places in further words,
//     and a further word that is 0 leaves the hash as it is: it was 0 in all states so far.
//   - Nor does it depend on the packing which rules fit a state. A rule names its shape after, and numbers
//     of whole fields of that; in another shape nothing fits by chance. Where a birth or death leads to
//     another shape, the fields that both have in the same place count if they change, and all others of
//     both do (change): so nothing depends on what lies where one of them has no field. Rules are
//     converted field by field, and keep their names.
//
// As a hash by places takes longer than one of a root, a search of few states begins again instead. So it
// does where entries have too few bits left for the table to grow: with 5 more, 32 times as many states fit;
// and where the present level has far more states than the one before, there are 10 more.
//
// Known warts of it: all moves are made; of sets of choices that suffice, one would have to know which.
// Each shape has rules of its own, of which a model may have many. Where more rules fit a state than
// there are names, chains branch; and where few of the states that are met again are recently known, chains
// are long: there it takes several times as long as a tree. What a transition costs has a bound
// (cost.go): beyond it, rules are given more names, or the search begins again in a set of whole
// roots. The levels past are memory for the frontier's sake, though less than the frontier: two to four
// times as much as the present level.
//
// # Depth first
//
// The path is an exact table, with what lies behind its states and has not been looked at. A stored state
// is on the path, or closed: all its moves have been made. A look asks the path first; a state that is on
// it is stored. Else the rules of entries are undone one by one, up to a state that is on the path, in the
// set of whole states, or recently known; and each move of the chain is asked for, from there on: of a
// closed state whether it is there; of one on the path whether more moves lead to that state than are still
// to be made, the one under way included if its target is just looked for. Whole is every k-th state of a
// path.
//
// It is exact, whatever bits of a hash there are. Let S be the states stored when x is looked for.
//
//   - Yes means that x is in S. The chain begins in S: on the path, in the exact set of whole states, or
//     where a look has said yes, for nothing leaves S. If y is in S and a move from y has been made, then
//     what that leads to has been looked for and, if it was new, stored; or it is the move under way of a
//     state below the last one on the path, which leads to the next state there. So by induction all states
//     of the chain are in S; entries are not relied on.
//   - A state of S is said yes to. Take the state p on whose expansion x was stored, and so on up to a
//     whole state w: fewer than k moves, as w is the last whole one on the path of that time. Each state of
//     it but w has an entry of its own, or one that says the same, which says the name of the rule, and no
//     name ever changes. Each of these moves has been made before the next state was stored, and a move that
//     is made stays so: its source is closed by now, or on the path, where this move is not among those to
//     be made. So that chain is accepted, unless another one is before, or ends sooner in a state that is
//     known to be stored.
//
// It needs that every stored state is on the path or has made all its moves: so there is no limit of depth,
// no state is forgotten, and sets of choices are not looked at. The path is converted with the rest when the
// space is packed again. What it costs beside the breadth-first form: the path, with what lies behind it.
package unmove
