package views

import (
	"slices"
	"strings"

	"assay/research/engine"
)

// paramField returns the name of the field of a method's parameter.
func paramField(m MethodCard, p engine.Param) string { return "param." + m.Name + "." + p.Name }

// param returns the parameter that has the field.
func (p AskPage) param(field string) (engine.Param, bool) {
	for _, m := range p.Methods {
		for _, param := range m.Params {
			if paramField(m, param) == field {
				return param, true
			}
		}
	}
	return engine.Param{}, false
}

// tuned reports whether a parameter of m is set, or set wrongly, so that the
// fields must be seen.
func (p AskPage) tuned(m MethodCard) bool {
	return slices.ContainsFunc(m.Params, func(param engine.Param) bool {
		return p.Form.Params[m.Name+"."+param.Name] != "" || p.wrong(paramField(m, param)) != ""
	})
}

// paramNames names what may be set of a method: "Set breadth, depth".
func paramNames(m MethodCard) string {
	var names []string
	for _, param := range m.Params {
		names = append(names, strings.ToLower(param.Title))
	}
	return "Set " + join(", ", names...)
}

// guide returns the methods that say what they are for.
func (p AskPage) guide() []MethodCard {
	return slices.DeleteFunc(slices.Clone(p.Methods), func(m MethodCard) bool { return m.PickFor == "" })
}

// chosen reports whether the depth with index i of m is the choice: the one that
// the form names or, if it names none that there is, the method's first.
func (p AskPage) chosen(m MethodCard, i int) bool {
	known := slices.ContainsFunc(m.Depths, func(d DepthCard) bool { return d.Name == p.Form.Depth })
	return m.Name == p.Form.Method && (known && m.Depths[i].Name == p.Form.Depth || !known && i == 0)
}

// depthOf returns what the card of a depth sends. If there are methods to
// choose from, a depth names its method too; see [Chosen].
func (p AskPage) depthOf(m MethodCard, d DepthCard) string {
	if len(p.Methods) > 1 {
		return m.Name + "/" + d.Name
	}
	return d.Name
}

// Chosen returns the method and the depth that the fields of a form name. A
// depth sent as "method/depth" names both.
func Chosen(method, depth string) (string, string) {
	if m, d, ok := strings.Cut(depth, "/"); ok {
		return m, d
	}
	return method, depth
}
