// Package explore serves the page of a run that is chosen step by step in a browser, on this machine only.
//
// The address has a random token in it, and requests count only if they name the listener's own address as
// their host, so that other pages in the browser can neither guess nor reach it. The run is a story.Run; to
// take steps back it is made again up to there, and what was taken back is kept for redo. Expressions that
// are typed have the model compiled again with them, which changes no moves.
//
// Formulas of the model are followed beside the run: what each still asks for is one of the values that are
// shown (reason.Following). The searches that go on from a state come with the configuration: to an error, to
// a state in which an expression is true, and to a run that violates a formula.
//
// Known warts: all who know the address share one run; to take back a step of a long run takes as long as all
// before it; never claims are neither followed nor looked for.
package explore
