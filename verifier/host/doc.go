// Package host tells what the computer gives this process: processors, the memory that it may hope for, the
// most that it has had, and what is left of its address space. What has to be asked of each operating system
// in its own way is here, but for the pages that package offheap takes.
package host
