package main

import (
	"strings"

	"github.com/alecthomas/kong"

	"assay/research/search/engines"
	"assay/views"
)

// helpVars are the words of help texts that tables hold.
func helpVars() kong.Vars {
	table := engines.Table()
	var names, holds []string
	for _, f := range views.Formats() {
		names, holds = append(names, f.Name), append(holds, f.Name+" ("+f.Title+": "+f.Holds+")")
	}
	return kong.Vars{
		"engines": engineNames(table), "web": anyOf(webSettings(table), "or"),
		"formats": anyOf(names, "or"), "holds": anyOf(holds, "or"),
	}
}

// anyOf lists words: "a, b or c", where last is "or".
func anyOf(words []string, last string) string {
	n := len(words) - 1
	if n < 1 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:n], ", ") + " " + last + " " + words[n]
}
