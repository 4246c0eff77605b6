// Package monitor shows what a cluster does: as text, and on a page in the browser that renews itself.
//
// An Overview is a snapshot, which package cluster reads from the server. A Page asks for one when somebody
// looks at it, at most twice a second, and computes rates from the ones before. The program serves the page
// on this machine only.
//
// Known warts: rates begin when the page is first seen, since the server keeps no history of counts.
package monitor
