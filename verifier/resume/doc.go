// Package resume keeps a run in a folder, so that it can be continued after it was killed or a limit ended
// it: the texts that were read, the reports of the parts that are done, the search that is under way, and how
// far it is. Package checkpoint has the files, and package run what a search writes into them.
package resume
