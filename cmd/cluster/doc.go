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
// The parts that need NATS are built with -tags nats only, since it takes long to compile.
//
// Warts: workers ask each class for work once a second, if nothing wakes them. A job that needs more memory
// than any worker has waits until it is cancelled; gospin status reports it.
package cluster
