// Package ltl translates formulas of linear temporal logic to Büchi automata.
//
// A caller builds a Formula from numbered atoms (Atom, Until, ...), or parses one in SPIN's syntax by Parse.
// Translate returns the automaton. Its guards contain the atoms' numbers, whose meaning only the caller
// knows. An automaton accepts the runs that satisfy the formula. To verify a property, translate its
// negation.
//
// The stages, each in files of its own:
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
// Vocabulary: an atom is a proposition about one state of a system; a literal is an atom or its negation; a
// cube is a conjunction of literals; a guard is a disjunction of cubes. Each until has an acceptance set of
// transitions: those that do not postpone it.
//
// testdata/sizes.txt compares sizes with those of spin -f for formulas from the literature; none is larger.
//
// Known warts: a formula may have at most 64 atoms and 32 untils. A parity of more than a dozen atoms is
// rejected as too large, after seconds. Automata of more than 40 states are not merged by trial, and those of
// more than 150 not compared by simulation, so large ones are larger than necessary. A set of states from
// which everything is accepted together, but not from any one of them, is recognised only in monitors.
// ForSearch misses deterministic automata whose states are not sets of states, such as the one for two
// conditions that hold infinitely often. Parse gives && and || different precedences, as SPIN does in ltl
// blocks; spin -f gives -> <-> && || the same. Unlike with spin -f, atoms may begin with a capital and need
// no parentheses. The words U, V, W, X and those for operators can't be variables. In a conditional
// expression, a colon that touches the names on both sides is read as that of a remote reference.
package ltl
