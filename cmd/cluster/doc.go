// Package cluster verifies on many machines, on top of NATS JetStream: an embedded server, or one that
// exists.
//
// A Job is one search with all that it needs: the model, the files it includes, and flags of verify that
// name no file. A run is a table of jobs (package sweeps). Jobs wait in a work queue; a worker takes one if
// its memory allows, renews its lease regularly, writes the answer under the job's digest, and only then
// removes the job from the queue. When the worker dies, the lease ends and another one gets the job. Only
// the first answer to a job is kept, in case two workers have done it.
//
// What is kept, by name:
//
//	stream gospin-jobs        the queue: gospin.jobs.BUILD.CLASS.RUN; a class is a power of two of memory
//	bucket gospin-results     answers, by digest
//	bucket gospin-runs        runs, and which of them are cancelled
//	bucket gospin-running     who is at which job, and how often it was tried
//	bucket gospin-workers     workers; entries end by themselves
//	objects gospin-large      what does not fit into a message
//
// A Search is one search by many processes: its states are split into partitions (package partition), and an
// Owner handles the logs of some of them. It has, by name, with ID for the search:
//
//	stream gospin-logs-ID     a log for each partition: gospin.logs.ID.PARTITION
//	bucket gospin-search-ID   the search; leases and tallies of partitions; where they are saved; owners,
//	                          with the share of their time in which they wait
//	objects gospin-saved-ID   saved partitions, whose logs are removed up to there
//	bucket gospin-searches    the searches under way, which workers join
//
// An owner takes a lease, by compare-and-set, if the last one has not been heard of for long. One that was
// stopped for so long gives up all its leases before it handles or sends anything. If two own a partition
// nevertheless, they do the same twice, which is ignored. Tallies are written after all batches that they
// count are in their logs. The coordinator ends the search when all logs are handled.
//
// Package monitor shows all of this as text and as a page.
//
// The parts that need NATS are built with -tags nats only, since it takes long to compile.
//
// Warts: workers ask each class for work once a second, if nothing wakes them. A job that needs more memory
// than any worker has waits until it is cancelled; gospin status reports it.
//
// Warts of searches: each owner is one goroutine, and reads entries one by one, with a request each. The
// process that asked for a search must stay: when it is not heard of for four leases, owners remove the
// search. If the server has no room for logs for 15 seconds, the search ends inconclusive, although handled
// entries may take much of it: partitions are saved more often where there is little room, not when it ends.
// Several servers (replicas) have not been tried.
package cluster
