// Package report is the result of a run, as data and as text.
//
// There is a Report for each search, and one that joins them when all have ended (Join). It has a Verdict for
// each Property that was checked, what the search counted, what it stored and how, and the figures of each
// method that was asked for (methods.go). The struct tags define its JSON form, whose schema is in package
// formats; fields that only the text needs are left out of it. The text first prints what pan prints, in
// pan's words and order, since scripts look for them, then what pan doesn't print: a line per method
// (methods_text.go).
//
// A verdict is holds, violated or inconclusive. Stored, matched, transitions, atomic steps and unreached are
// pan's words. Omitted states are those that an approximate search mistakes for states that it knows.
//
// Known wart: the joined report is the first search's with the properties and errors of all, so that the JSON
// of a run with one search is flat.
package report
