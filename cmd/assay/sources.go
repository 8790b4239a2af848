package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

// sources says where settings come from beyond the command line: files named
// by environment variables that end in _FILE, and the configuration file. It
// is a [kong.Resolver]; kong itself reads flags, variables and defaults.
type sources struct {
	getenv func(string) string
	file   map[string]json.RawMessage
	path   string // of the configuration file, "" if there is none
	loaded bool
	amiss  error // what is wrong with the configuration file as a whole
}

func newSources(getenv func(string) string) *sources { return &sources{getenv: getenv} }

// Validate implements [kong.Resolver].
func (s *sources) Validate(app *kong.Application) error { return nil }

// Resolve implements [kong.Resolver].
func (s *sources) Resolve(kctx *kong.Context, parent *kong.Path, flag *kong.Flag) (any, error) {
	if s.variable(flag) != "" {
		return nil, nil // kong has read it
	}
	if v := s.fileVariable(flag); v != "" {
		text, err := os.ReadFile(s.getenv(v))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", v, err)
		}
		return strings.TrimSpace(string(text)), nil
	}
	s.load(kctx)
	raw, ok := s.file[flag.Name]
	if !ok || flag.Name == "config-file" {
		return nil, nil
	}
	var v any
	if err := json.Unmarshal(raw, &v); err != nil {
		return nil, fmt.Errorf("%s: %s: %w", s.path, flag.Name, err)
	}
	if list, ok := v.([]any); ok {
		words := make([]string, len(list))
		for i, w := range list {
			words[i] = fmt.Sprint(w)
		}
		return strings.Join(words, ","), nil
	}
	if pairs, ok := v.(map[string]any); ok {
		var words []string
		for k, w := range pairs {
			words = append(words, fmt.Sprintf("%s=%v", k, w))
		}
		slices.Sort(words)
		return strings.Join(words, ";"), nil
	}
	return fmt.Sprint(v), nil
}

// variable returns the environment variable that sets the flag, or "".
func (s *sources) variable(flag *kong.Flag) string {
	for _, name := range flag.Envs {
		if s.getenv(name) != "" {
			return name
		}
	}
	return ""
}

// fileVariable returns the variable that names a file with the flag's value, or "".
func (s *sources) fileVariable(flag *kong.Flag) string {
	for _, name := range flag.Envs {
		if s.getenv(name+"_FILE") != "" {
			return name + "_FILE"
		}
	}
	return ""
}

// load reads the configuration file, once, and notes what is amiss with it: as an
// error of the setting that is looked up first it would be told of that.
func (s *sources) load(kctx *kong.Context) {
	if !s.loaded {
		s.loaded, s.amiss = true, s.read(kctx)
	}
}

// read reads the configuration file. The file that the user named must be there;
// the usual one may be missing.
func (s *sources) read(kctx *kong.Context) error {
	named := s.named(kctx)
	s.path = named
	if named == "" {
		dir, err := os.UserConfigDir()
		if err != nil {
			return nil // no home folder, no file
		}
		s.path = filepath.Join(dir, "assay", "config.json")
	}
	text, err := os.ReadFile(s.path)
	if errors.Is(err, fs.ErrNotExist) && named == "" {
		s.path = ""
		return nil
	}
	if err != nil {
		return fmt.Errorf("configuration file: %w", err)
	}
	dec := json.NewDecoder(bytes.NewReader(text))
	if err := dec.Decode(&s.file); err != nil {
		return fmt.Errorf("configuration file %s: %w", s.path, err)
	}
	return s.check(kctx)
}

// named returns the configuration file that a flag or variable names.
func (s *sources) named(kctx *kong.Context) string {
	for _, f := range kctx.Flags() {
		if f.Name == "config-file" {
			if v, ok := kctx.FlagValue(f).(string); ok && v != "" {
				return v
			}
		}
	}
	return s.getenv("ASSAY_CONFIG")
}

// check refuses unknown keys, and secrets that others on the machine can read.
func (s *sources) check(kctx *kong.Context) error {
	known := make(map[string]*kong.Flag)
	for _, f := range kctx.Flags() {
		known[f.Name] = f
	}
	info, err := os.Stat(s.path)
	if err != nil {
		return err
	}
	for key := range s.file {
		f := known[key]
		if f == nil {
			return fmt.Errorf("configuration file %s: there is no setting %q", s.path, key)
		}
		if secret(f) && info.Mode().Perm()&0o077 != 0 {
			return fmt.Errorf("configuration file %s holds %s but others can read it: chmod 600 it", s.path, key)
		}
	}
	return nil
}
