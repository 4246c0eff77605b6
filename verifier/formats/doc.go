// Package formats writes the result of a verification for other programs, and for browsers: as a JSON object,
// as JUnit's XML, as SARIF 2.1.0, as annotations of GitHub Actions, as an HTML page, and its counterexamples
// in Apalache's Informal Trace Format. JUnit, SARIF, annotations and pages may have many models.
//
// An Outcome is what is written: a report, or the errors that prevented one. A trace is the run
// of a trail, replayed on a machine of its own: the initial values, and for each step the process, its
// statement, and what changes. A handshake has two steps, the sender's and the receiver's; its changes belong
// to the receiver's.
//
// A finding is something a user should look at: a violation that the model does not expect, an expectation
// that is not met, a lint's warning, a remark, an error in the model. SARIF has a result for each finding,
// and no others, following GitHub's rules for code scanning ("SARIF support for code scanning"). Annotations
// are GitHub's workflow commands.
//
// The formats are SARIF 2.1.0 (OASIS, Static Analysis Results Interchange Format, errata 01, 2023); JUnit's
// XML as programs read it, since it has no standard; and the Informal Trace Format (I. Konnov: ADR-015,
// Informal Trace Format in JSON, 2022). The file report.schema.json describes the JSON object.
//
// Known warts: JUnit contains complete traces, however long. The Informal Trace Format has all integers as
// #bigint, which all revisions of it allow. A process that does not exist is an empty record, so types, which
// the format does not require, differ between states. Moves of a claim are not states there.
package formats
