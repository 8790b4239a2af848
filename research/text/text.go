// Package text has what is known of texts, addresses and foreign HTML whatever
// they are about: what the words and numbers of a text are and which words carry
// meaning, which texts are nearly the same and which statements say the same,
// which passages of a page bear on something, how a text is cut short, which
// addresses are one page, and what is written to give orders to a model. It is
// a leaf: it imports nothing of the project.
package text
