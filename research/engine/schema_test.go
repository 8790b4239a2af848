package engine

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"assay/research"
	"assay/research/task"
)

// OpenAI's strict mode: closed objects that require all their properties, and
// none but these keywords.
func checkStrict(t *testing.T, path string, s map[string]any) {
	t.Helper()
	known := []string{"type", "description", "properties", "required", "additionalProperties", "items", "enum"}
	for key := range s {
		if !slices.Contains(known, key) {
			t.Errorf("%s: keyword %q", path, key)
		}
	}
	if _, single := s["type"].(string); !single {
		t.Errorf("%s: type is %v", path, s["type"])
	}
	if s["type"] == "object" {
		props, _ := s["properties"].(map[string]any)
		var required []string
		for _, r := range s["required"].([]any) {
			required = append(required, r.(string))
		}
		slices.Sort(required)
		if !slices.Equal(required, slices.Sorted(maps.Keys(props))) {
			t.Errorf("%s: requires %v", path, required)
		}
		if s["additionalProperties"] != false {
			t.Errorf("%s: additionalProperties is %v", path, s["additionalProperties"])
		}
		for name, p := range props {
			checkStrict(t, path+"/"+name, p.(map[string]any))
		}
	}
	if items, ok := s["items"].(map[string]any); ok {
		checkStrict(t, path+"/*", items)
	}
}

// aSchema returns the schema of T as JSON.
func aSchema[T any]() json.RawMessage { raw, _ := schemaFor[T](); return raw }

func TestSchemasAreStrict(t *testing.T) {
	type all struct {
		Relevance research.Relevance   `json:"relevance,omitempty"`
		Lens      research.Lens        `json:"lens"`
		Outcome   *research.Outcome    `json:"outcome"`
		Lists     [][]research.Verdict `json:"lists"`
	}
	for name, raw := range map[string]json.RawMessage{
		"Plan": aSchema[research.Plan](), "Grades": aSchema[task.Grades](), "Extraction": aSchema[task.Extraction](),
		"Ballot": aSchema[task.Ballot](), "Composition": aSchema[task.Composition](), "all": aSchema[all](),
	} {
		var s map[string]any
		if err := json.Unmarshal(raw, &s); err != nil {
			t.Fatal(err)
		}
		checkStrict(t, name, s)
	}
}

func TestSchemaKeepsTheOrderOfFieldsAndTheWords(t *testing.T) {
	raw := string(aSchema[task.Ballot]())
	at := -1
	for _, want := range []string{`"evidence":`, `"source":`, `"verdict":`, `"enum":["upheld","refuted","qualified"]`, `"counterSource":`, `"caveat":`, `"confidence":`, `"enum":["high","medium","low"]`} {
		i := strings.Index(raw, want)
		if i < at || i < 0 {
			t.Errorf("%s is missing or out of order in %s", want, raw)
		}
		at = i
	}
	if strings.Contains(raw, "abstained") {
		t.Error("a voter may abstain")
	}
}
