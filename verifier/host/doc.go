// Package host reports the resources of this process: processors, the memory that it may expect, its peak
// memory, and the rest of its address space. Code that differs between operating systems
// is here, except for the pages of package offheap.
package host
