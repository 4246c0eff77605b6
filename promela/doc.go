// Package promela holds models: resolved syntax trees, as their text means them.
//
// Reading a model goes through packages of its own: promela/preproc obeys its directives, promela/syntax
// reads it by a grammar, promela/resolve looks its names up and makes a Model of it (ParseFile is there),
// and promela/diag has the messages of all three. promela/expr reads expressions, for models and for
// formulas that stand alone.
//
// In a Model every name is what it stands for, inlines are expanded, and for and select are the
// statements that they stand for. Text gives statements back as pan prints them.
//
// The rules are those of SPIN 6.5.2.
package promela
