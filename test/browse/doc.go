// Package browse looks at the program's pages in Chromium.
package browse
