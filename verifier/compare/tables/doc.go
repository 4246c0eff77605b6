// Package tables prints tables as columns of text, as Markdown, and on HTML pages with charts.
//
// A Table is data: its cells are texts, which may be marked as best or worse, or be followed by another
// figure. Text that is too wide is split into parts that repeat the leading columns. A Chart is drawn as SVG
// without scripts; a Page loads no other files.
package tables
