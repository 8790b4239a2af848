// Package test holds the tests of the whole program, by subject: kill ends it in all
// ways that there are, browse looks at it in a browser, program gives it commands and
// requests, golden holds what earlier releases wrote against it. They share harness,
// which builds the program once by test process.
//
// Without flags each test does what it promises on a small scale. With -short only
// those run that need no browser, no kill and little time; with -long, each package by
// itself, they do all that README reports.
package test
