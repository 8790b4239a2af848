// Package program runs the program's commands and server as people and scripts do,
// well-meaning ones and others.
package program
