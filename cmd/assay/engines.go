package main

import (
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"assay/research/llm"
	"assay/research/search/engines"
)

// An engineSetting is a setting that an engine of the table has: its key or its
// address.
type engineSetting struct {
	name string   // of the flag
	vars []string // environment variables that set it, the first wins
	kind reflect.Type
	help string // "" if --help does not show it
}

// settingsOf returns the settings of an engine.
func settingsOf(e engines.Entry) (out []engineSetting) {
	if e.Key != "" {
		out = append(out, engineSetting{e.Name + "-key", []string{e.KeyVar()}, reflect.TypeFor[llm.Secret](), ""})
	}
	if len(e.BaseFrom) > 0 {
		help := ""
		if e.Base == "" {
			help = "Address of a " + e.Title + " instance."
		}
		out = append(out, engineSetting{e.Name + "-url", e.BaseFrom, reflect.TypeFor[string](), help})
	}
	return out
}

// addEngines gives the command line a flag for every setting of the engines
// that are built in. Those of an engine file are read from the environment.
func (s *Settings) addEngines(src *sources) {
	var fields []reflect.StructField
	var all []engineSetting
	for _, e := range engines.Table() {
		for _, set := range settingsOf(e) {
			tag := fmt.Sprintf("name:%q env:%q help:%q", set.name, strings.Join(set.vars, ","), set.help)
			if set.help == "" {
				tag += ` hidden:""`
			}
			fields = append(fields, reflect.StructField{Name: fmt.Sprintf("Engine%d", len(fields)), Type: set.kind, Tag: reflect.StructTag(tag)})
			all = append(all, set)
		}
	}
	values := reflect.New(reflect.StructOf(fields))
	s.Plugins = kong.Plugins{values.Interface()}
	s.engineValue = func(set engineSetting) (string, error) {
		i := slices.IndexFunc(all, func(o engineSetting) bool { return o.name == set.name && slices.Equal(o.vars, set.vars) })
		if i < 0 {
			return src.value(set.vars)
		}
		return values.Elem().Field(i).String(), nil
	}
}

// value returns what environment variables say, or the files that they name
// with _FILE appended; "" if none is set.
func (s *sources) value(vars []string) (string, error) {
	for _, name := range vars {
		if v := s.getenv(name); v != "" {
			return v, nil
		}
	}
	for _, name := range vars {
		if file := s.getenv(name + "_FILE"); file != "" {
			text, err := os.ReadFile(file)
			if err != nil {
				return "", fmt.Errorf("%s_FILE: %w", name, err)
			}
			return strings.TrimSpace(string(text)), nil
		}
	}
	return "", nil
}

// engineTable returns the engines there are: those built in, and those of the
// engine file.
func (s *Settings) engineTable() ([]engines.Entry, error) {
	table := engines.Table()
	if s.EngineFile == "" {
		return table, nil
	}
	f, err := os.Open(s.EngineFile)
	if err != nil {
		return nil, fmt.Errorf("engine file: %w", err)
	}
	defer f.Close()
	more, err := engines.Read(f)
	if err != nil {
		return nil, fmt.Errorf("engine file %s: %w", s.EngineFile, err)
	}
	return engines.With(table, more), nil
}

// addEngine adds an engine of the table if it is set up: if all that it needs
// is set. One that needs nothing has to be named, or be given a key all the same.
func (h *house) addEngine(e engines.Entry, s *Settings) error {
	set := make(map[reflect.Type]string)
	for _, setting := range settingsOf(e) {
		if s.engineValue == nil {
			break
		}
		v, err := s.engineValue(setting)
		if err != nil {
			return err
		}
		set[setting.kind] = v
	}
	key, base := set[reflect.TypeFor[llm.Secret]()], set[reflect.TypeFor[string]()]
	lacks := e.Key != "" && !strings.HasSuffix(e.Key, "?") && key == "" || e.Base == "" && base == "" && len(e.BaseFrom) > 0
	if lacks || e.Needs() == "" && key == "" && !slices.Contains(s.Engines, e.Name) {
		return nil
	}
	h.add(e.Name, engines.New(e, engines.Config{Base: base, Mail: s.Mail, Key: func() string { return key }}))
	return nil
}

// engineNames lists the names of all engines there are, for people.
func engineNames(table []engines.Entry) string {
	names := []string{"library", "sample"}
	for _, e := range table {
		names = append(names, e.Name)
	}
	return anyOf(append(names, "wikipedia"), "and")
}

// webSettings returns the variables of which each sets up an engine for the web.
func webSettings(table []engines.Entry) (out []string) {
	for _, e := range table {
		if v := e.Needs(); v != "" {
			out = append(out, v)
		}
	}
	return out
}

// howToSet says what a search engine needs.
func howToSet(engine string, table []engines.Entry) string {
	if engine == "library" {
		return "name a folder with --library or ASSAY_LIBRARY"
	}
	for _, e := range table {
		if e.Name == engine {
			return "set " + e.Needs()
		}
	}
	return "known engines are " + engineNames(table) + "; none searches nothing"
}
