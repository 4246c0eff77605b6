// Package explore serves the page of a run that is chosen step by step in a browser, on this machine only.
//
// The address has a random token in it, and requests count only if they name the listener's own address as
// their host, so that other pages in the browser can neither guess nor reach it. The run is a story.Run; to
// take steps back it is made again up to there.
//
// Known warts: all who know the address share one run; and to take back a step of a long run takes as long as
// all before it.
package explore
