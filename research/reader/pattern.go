package reader

import (
	"regexp"
	"sync"
)

// A pattern is a regular expression that is compiled when it is first used: there
// are many, and a program whose answers come from a language model needs none.
type pattern struct{ compiled func() *regexp.Regexp }

// re returns the pattern that is spelled s. Its first use panics if s is wrong.
func re(s string) *pattern {
	return &pattern{sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(s) })}
}

func (p *pattern) MatchString(s string) bool            { return p.compiled().MatchString(s) }
func (p *pattern) FindString(s string) string           { return p.compiled().FindString(s) }
func (p *pattern) FindStringSubmatch(s string) []string { return p.compiled().FindStringSubmatch(s) }
func (p *pattern) FindStringSubmatchIndex(s string) []int {
	return p.compiled().FindStringSubmatchIndex(s)
}
func (p *pattern) ReplaceAllString(s, by string) string { return p.compiled().ReplaceAllString(s, by) }
func (p *pattern) Split(s string, n int) []string       { return p.compiled().Split(s, n) }
func (p *pattern) FindAllStringSubmatchIndex(s string, n int) [][]int {
	return p.compiled().FindAllStringSubmatchIndex(s, n)
}
