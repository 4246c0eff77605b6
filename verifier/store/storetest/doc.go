// Package storetest has what the tests of stores share: a random walk over vectors, and laws that every store
// is held to along such walks.
package storetest
