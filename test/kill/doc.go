// Package kill ends the program by signals, at named points and on a full disk, and
// looks for what was lost or paid for twice.
package kill
