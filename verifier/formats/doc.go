// Package formats writes what a run of the verifier has found for other programs, and for people's
// browsers: as one JSON object, as JUnit's XML, as SARIF 2.1.0, as annotations of GitHub Actions, as one
// HTML page, and its counterexamples in Apalache's Informal Trace Format. JUnit, SARIF, annotations and
// pages take many models.
//
// An Outcome is what is written: a report, or the errors for which there is none. A trace is the run that a
// trail stands for, replayed on a machine of its own: the initial values, and of each step who moves, by
// which statement, and what is different then. A handshake has two steps, the sender's and the receiver's;
// what it changes stands at the receiver's.
//
// A finding is what somebody should look at: a violation that the model does not expect, an expectation
// that is not met, what a lint says, a remark, an error in the model. SARIF has a result for each, and no
// other, by the rules that GitHub has published for code scanning ("SARIF support for code scanning");
// annotations are its workflow commands.
//
// The formats: SARIF 2.1.0 (OASIS, Static Analysis Results Interchange Format, errata 01, 2023); JUnit's XML
// as its readers take it, which have no standard; the Informal Trace Format (I. Konnov: ADR-015, Informal
// Trace Format in JSON, 2022). What the JSON object has in it, report.schema.json says.
//
// Known warts: JUnit gets a whole trace, however long. In the Informal Trace Format all integers are
// written as #bigint, which all revisions have; a process that is not there is an empty record, so that
// types, which the format does not ask for, differ from state to state. The moves of a claim are no states
// there.
package formats
