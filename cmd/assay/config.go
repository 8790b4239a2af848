package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/alecthomas/kong"

	"assay/research/llm"
)

type configCmd struct {
	Show configShowCmd `cmd:"" default:"1" help:"Print every setting and where its value comes from. Secrets are masked."`
}

type configShowCmd struct{}

func (configShowCmd) Run(c console, kctx *kong.Context, src *sources, s *Settings) error {
	w := tabwriter.NewWriter(c.out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "SETTING\tVALUE\tFROM\tVARIABLE")
	flags := slices.DeleteFunc(kctx.Flags(), func(f *kong.Flag) bool { return f.Name == "help" })
	slices.SortFunc(flags, func(a, b *kong.Flag) int { return cmp.Compare(a.Name, b.Name) })
	for _, f := range flags {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", f.Name, value(f, s), src.origin(kctx, f), strings.Join(f.Envs, ", "))
	}
	return w.Flush()
}

// value prints a setting. Secrets print as stars by themselves.
func value(f *kong.Flag, s *Settings) string {
	v := f.Target.Interface()
	if f.Name == "data" {
		v, _ = s.dataDir()
	}
	switch v := v.(type) {
	case string:
		return cmp.Or(v, "-")
	case llm.Secret:
		if v == "" {
			return "-"
		}
	}
	if f.Target.IsZero() {
		return "-"
	}
	return fmt.Sprint(v)
}

// secret reports whether a setting is never to be shown.
func secret(f *kong.Flag) bool {
	_, ok := f.Target.Interface().(llm.Secret)
	return ok
}

// origin says where a setting's value comes from.
func (s *sources) origin(kctx *kong.Context, f *kong.Flag) string {
	for _, p := range kctx.Path {
		if p.Flag == f && !p.Resolved {
			return "flag"
		}
	}
	if v := s.variable(f); v != "" {
		return "environment: " + v
	}
	if v := s.fileVariable(f); v != "" {
		return "file: " + s.getenv(v)
	}
	if _, ok := s.file[f.Name]; ok {
		return "file: " + s.path
	}
	return "default"
}
