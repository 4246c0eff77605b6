// Package explore serves a page on which the user chooses a run step by step. Only this machine can reach it.
//
// The address contains a random token, and requests must name the listener's own address as their host, so
// that other pages in the browser can neither guess nor reach it. The run is a story.Run. To take steps back,
// the run is repeated up to there, and the removed moves are kept for redo. For expressions that the user
// types, the model is compiled again with them; this does not change its moves.
//
// The model's formulas are followed along the run, and what each still requires is one of the shown values
// (reason.Following). The configuration supplies the searches that start in the present state: for an error,
// for a state that satisfies an expression, and for a run that violates a formula.
//
// Known warts: all users of the address share one run. Taking back a step of a long run takes as long as all
// the steps before it. Never claims are neither followed nor searched for.
package explore
