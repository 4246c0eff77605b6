// Package host tells what the computer gives this process: the memory that it may hope for, the most that it
// has had, and what is left of its address space. All that verifier asks of the operating system is here.
package host
