// Package promela defines models: syntax trees whose names are resolved.
//
// The packages below it read a model: promela/preproc handles directives, promela/syntax parses the text by a
// grammar, promela/resolve looks names up and builds the Model (its ParseFile is the entry point), and
// promela/diag has the messages of all three. Package promela/expr parses expressions, for models and for
// formulas on their own.
//
// In a Model, each name is replaced by what it refers to, inlines are expanded, and for and select are
// replaced by equivalent statements. Text formats statements as pan prints them.
//
// The rules are those of SPIN 6.5.2.
package promela
