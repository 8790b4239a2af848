package engine

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"sync"

	"github.com/google/jsonschema-go/jsonschema"

	"assay/research"
	"assay/research/task"
)

// A schema is the form of an answer: as sent to a model, and ready to validate.
type schema struct {
	raw      json.RawMessage
	resolved *jsonschema.Resolved
}

// schemas holds the schemas made so far, by type: a cache of a pure function.
var schemas sync.Map // reflect.Type -> schema

// schemaFor returns the JSON Schema of answers of type T, a struct, in the
// strict form that OpenAI's structured outputs ask for: closed objects with all
// fields required, in the order of T, and no nulls. Words of the domain are
// enums; Abstained is none of a ballot's, as it is no answer. Callers must not
// change raw. It panics if T has no schema, which is a mistake in T.
//
// See https://platform.openai.com/docs/guides/structured-outputs.
func schemaFor[T any]() (raw json.RawMessage, resolved *jsonschema.Resolved) {
	t := reflect.TypeFor[T]()
	if s, ok := schemas.Load(t); ok {
		return s.(schema).raw, s.(schema).resolved
	}
	made, err := makeSchema(t)
	if err != nil {
		panic(fmt.Sprintf("schema of %s: %v", t, err))
	}
	s, _ := schemas.LoadOrStore(t, made)
	return s.(schema).raw, s.(schema).resolved
}

func makeSchema(t reflect.Type) (schema, error) {
	js, err := jsonschema.ForType(t, &jsonschema.ForOptions{TypeSchemas: wordSchemas()})
	if err != nil {
		return schema{}, err
	}
	tighten(js)
	raw, err := json.Marshal(js)
	if err != nil {
		return schema{}, err
	}
	resolved, err := js.Resolve(nil)
	return schema{raw, resolved}, err
}

// wordSchemas are the schemas of the words of the domain.
func wordSchemas() map[reflect.Type]*jsonschema.Schema {
	return map[reflect.Type]*jsonschema.Schema{
		reflect.TypeFor[research.Relevance]():   enum(research.HighRelevance, research.MediumRelevance, research.LowRelevance),
		reflect.TypeFor[research.SourceGrade](): enum(research.SourceGrades...),
		reflect.TypeFor[research.Importance]():  enum(research.Central, research.Supporting, research.Tangential),
		reflect.TypeFor[research.Verdict]():     enum(research.UpheldVote, research.RefutedVote, research.QualifiedVote),
		reflect.TypeFor[research.Confidence]():  enum(research.High, research.Medium, research.Low),
		reflect.TypeFor[research.Lens]():        enum(research.InContext, research.Corroborated, research.InScope),
		reflect.TypeFor[research.Outcome]():     enum(research.Upheld, research.Refuted, research.Unverified),

		reflect.TypeFor[task.ReviewVerdict]():    enum(task.Supported, task.Unsupported, task.Overstated, task.Contradicted),
		reflect.TypeFor[task.CriticVerdict]():    enum(task.Survives, task.Downgrade, task.Reject),
		reflect.TypeFor[research.CheckVerdict](): enum(research.CheckSupported, research.CheckNuanced, research.CheckContested, research.CheckUnchanged),
		reflect.TypeFor[research.Stake]():        enum(research.Ordinary, research.Critical, research.Surprising),
		reflect.TypeFor[research.ClaimKind]():    enum(research.FactClaim, research.EstimateClaim, research.OpinionClaim),
		reflect.TypeFor[research.Coverage]():     enum(research.Covered, research.PartlyCovered, research.NotCovered),
		reflect.TypeFor[research.QuestionType](): enum(research.QuestionTypes...),
		reflect.TypeFor[research.FollowUpKind](): enum(research.GapFill, research.ConflictResolution, research.DeepDive, research.Verification),
		reflect.TypeFor[research.PointKind]():    enum(research.FactPoint, research.AnalysisPoint),
	}
}

func enum[W ~string](words ...W) *jsonschema.Schema {
	s := &jsonschema.Schema{Type: "string"}
	for _, w := range words {
		s.Enum = append(s.Enum, string(w))
	}
	return s
}

// tighten makes s and all within it strict.
func tighten(s *jsonschema.Schema) {
	if i := slices.Index(s.Types, "null"); i >= 0 && len(s.Types) == 2 {
		s.Type, s.Types = s.Types[1-i], nil
	}
	if s.Type == "object" && s.Properties != nil {
		s.Required = slices.Clone(s.PropertyOrder)
		s.AdditionalProperties = &jsonschema.Schema{Not: &jsonschema.Schema{}} // false
	}
	for _, p := range s.Properties {
		tighten(p)
	}
	if s.Items != nil {
		tighten(s.Items)
	}
}
