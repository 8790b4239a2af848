// Package golden holds the program against what earlier releases wrote: journals that
// it must carry on with, and pages that must look as they did.
package golden
