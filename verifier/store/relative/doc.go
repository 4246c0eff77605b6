// Package relative has visited sets that store most states relative to others: Delta and Diff. Records have
// numbers, to which other records and the slots of a table refer. The table has enough bits of their hashes
// to grow without reading the records.
//
// Delta (S. Evangelista, J.-F. Pradat-Peyre, "Memory efficient state space storage in explicit software model
// checking", 2005): a record is a whole state, or the numbers of a predecessor and a rule. A rule is what
// some moves have changed once, byte by byte, with the values before and after: an instance of a transition
// that can be fired backward. A state is compared with a record by undoing rules until a whole state, and is
// refuted if the values after a rule don't match; or forward, by making the moves again. There are few rules,
// since a byte has few values, and records take four to six bytes. If there are many, new ones are replaced
// by whole states. A chain has at most k-1 deltas: the hint of a record is the length of its chain when it
// was visited, and chains only become shorter. A shorter way to a known state replaces its present one. This
// can't create a circle, since the record that the way comes from has a shorter chain. A rule records what
// moves did, whatever they depend on; moves that are to be repeated are repeated once as a check before a
// record uses them.
//
// Diff (A. Mukherjee, Z. Tari, P. Bertok, "Memory efficient state-space analysis in software model-checking",
// 2010): a record is a whole state, or its difference from the previous state: runs of bytes, variables, or
// numbers of components. Following records back to a whole one, the first value found for a byte is its
// value, which is compared at once. If a list of records with the same place in the table becomes long, it is
// replaced by a table with another hash function (section 4). The paper's listings overwrite records with
// their expansions, and lose states if places in the secondary tables collide. Here records do not change,
// and tables of both kinds find all records with a hash.
//
// A slot has further bits of a record's hash, so that few records are compared in vain; comparisons that
// would be refuted early are avoided. With HashBits, fewer of these bits are compared, as in the papers,
// whose lists have none. All are stored nevertheless, for growing the table. Components of differences may be
// those of other splits, whose bytes are in several places of a key.
//
// Neither may forget a state. They do not depend on the order of visits: they only use hints, and without a
// hint a state is stored whole.
//
// Vocabulary: a record is what is stored of a state. A chain leads from a whole state to a record, over some
// deltas or differences.
//
// Known warts: Delta has room for 2^32 records, Diff for 4 GiB of them. Delta's comparison by making moves
// begins with the initial values of hidden variables.
package relative
