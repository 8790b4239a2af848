// Package text has what is known of texts, addresses and foreign HTML whatever
// they are about: which addresses are one page, which texts are nearly the
// same, which passages of a page bear on something, which words carry meaning,
// and what is written to give orders to a model. It is a leaf: it imports
// nothing of the project.
package text
