// Package manual holds gospin's manual: short pages in Markdown, one for each task.
//
// A page is a file in this folder. Its first line is its title, and the first paragraph describes its
// purpose. Sections begin with "##". `gospin help PAGE` prints a page, `gospin help SECTION` and `gospin help
// PAGE SECTION` print a section, where a section is named by the first words of its heading.
//
// Blocks of code that begin with a line "$ gospin ..." are sessions: tests run their commands and compare the
// output. A comment such as <!-- file: lock.pml --> before a block makes the block a file for the sessions of
// its page, and <!-- exit: 1 --> gives the exit code of the last command of a session.
package manual
