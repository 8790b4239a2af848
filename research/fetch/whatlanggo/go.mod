module github.com/RadhiFadlillah/whatlanggo

// The version of the module whose name this takes: the go command compiles
// both as the same.
go 1.12

require github.com/abadojack/whatlanggo v1.0.1
