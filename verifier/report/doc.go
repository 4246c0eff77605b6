// Package report is what a run tells, as data and as text.
//
// A Report is of one search, and when all are over of all (Join): for each Property that was looked for a
// Verdict, beside it what was counted, what was stored and how, and what each method that was asked for has
// done (methods.go). Its JSON form is what its tags say, and package formats has the schema; fields that are
// for the text alone are left out. The text says what pan tells in pan's words and order, since scripts look
// for them, then what pan does not tell, a line for each method (methods_text.go).
//
// A verdict is holds, violated or inconclusive. Words of pan's are stored, matched, transitions, atomic steps
// and unreached; omitted states are those that an approximate search has taken for others.
//
// Known warts: the report of all searches is the first one's, with the properties and errors of all, so that
// the JSON of a run with one search is flat.
package report
