// Package tables writes tables in columns of text, as Markdown, and on self-contained pages with charts.
//
// A Table is data: its cells are texts, which its maker may mark as best or worse, or set next to another's
// figure. Text that is too wide comes in parts that repeat the leading columns. A Chart is drawn as SVG,
// which needs no script; a Page loads nothing from elsewhere.
package tables
