// Package ltl turns formulas of linear temporal logic into Büchi automata.
//
// A front end builds a Formula from atoms with numbers (Atom, Until, ...), or has Parse read one in SPIN's
// syntax. Translate makes the automaton; the atoms stay numbers in its guards, so what they mean is the
// caller's business. An automaton accepts what satisfies the formula: to verify a property, translate its
// negation.
//
// The stages, a file each:
//
//   - parse, error: text to Formula, by the parser of promela/expr. Atoms are expressions of Promela, kept as
//     text.
//   - term, simplify: negation normal form in which equal formulas are one, and the rewriting of Somenzi and
//     Bloem (Efficient Büchi Automata from LTL Formulae, CAV 2000) and of Etessami and Holzmann (Optimizing
//     Büchi Automata, CONCUR 2000), among it that of pure eventualities and universalities.
//   - alternating, generalised: the very weak alternating automaton and the generalised automaton with
//     acceptance on transitions of Gastin and Oddoux (Fast LTL to Büchi Automata Translation, CAV 2001).
//   - degeneralise: one acceptance set, on states, with levels of their own for each strongly connected
//     component (Babiak, Badie, Duret-Lutz, Křetínský, Strejček: Compositional Approach to Suspension and
//     Other Improvements to LTL Translation, SPIN 2013).
//   - reduce, scc: direct simulation forward and backward, dead states, acceptance that does not matter.
//   - check: states merged because the automaton of the negated formula shows that nothing is added, after
//     Gurumurthy, Bloem and Somenzi (Fair Simulation Minimization, CAV 2002).
//   - deterministic: for searches, the automaton of the sets of states that a word leads to, where the
//     automaton of the negated formula shows that it accepts nothing else; ForSearch.
//   - monitor: the automaton of the beginnings of words that decide, where there is no other way to accept
//     (Kupferman and Vardi, Model Checking of Safety Properties, Formal Methods in System Design 19, 2001).
//   - claim: automata as never claims and for Graphviz.
//   - lasso: the meaning of formulas on runs that are a prefix and a cycle, to hold all this to account.
//
// Words: an atom is a proposition about one state of a system; a literal is an atom or its negation; a cube
// is a conjunction of literals; a guard is a disjunction of cubes. Each until has an acceptance set of
// transitions, those that do not put it off.
//
// testdata/sizes.txt has the sizes beside those of spin -f for the formulas of the literature; none is
// larger.
//
// Known warts: a formula may have 64 atoms and 32 untils at most, and a parity of more than a dozen atoms is
// refused as too large; its translation takes seconds before that. Automata of more than 40 states are not
// merged by trial, those of more than 150 not compared by simulation, so large ones are larger than need be.
// A set of states from which everything is accepted together, but from none of them alone, is recognised in
// monitors only. ForSearch misses deterministic automata that are not of sets of states, such as those of two
// conditions again and again. Parse gives && and || different precedence, as SPIN does in ltl blocks; spin -f
// gives -> <-> && || the same. Atoms may begin with a capital and need no parentheses around them, unlike
// there. The words U, V, W, X and those for operators cannot be variables. In a conditional expression, a
// colon that touches the names on both sides is taken for that of a remote reference.
package ltl
