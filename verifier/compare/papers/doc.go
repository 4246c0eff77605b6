// Package papers makes the tables of papers on storing states and on searching. A Sheet has the
// figures of the paper next to those of runs here. Runs are made one after the other in this process, model
// by model. Their times are CPU times. Runs can be kept in a file, so that tables can be made in parts.
// If a run can't be made, its figure is missing, with the reason.
//
// The papers: S. Evangelista, J.-F. Pradat-Peyre (2005); A. Mukherjee, Z. Tari, P. Bertok (2010);
// S. Evangelista, L. M. Kristensen (2010); T. Mailund, M. Westergaard (2004). Their figures lie in the folder
// figures, a file for each table, and the tests hold them to the formulas that they obey. So do the models of
// each table with their sizes. Where a paper's accounting leaves bytes out, a table says so, and another one
// has them. Random walks and searches that were ended early are marked: they are not searches of all states.
//
// Known warts: the models are written after descriptions, and are of the papers' sizes only where that is
// known.
package papers
