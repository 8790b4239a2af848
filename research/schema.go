package research

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"sync"

	"github.com/google/jsonschema-go/jsonschema"
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
		reflect.TypeFor[Relevance]():   enum(HighRelevance, MediumRelevance, LowRelevance),
		reflect.TypeFor[SourceGrade](): enum(SourceGrades...),
		reflect.TypeFor[Importance]():  enum(Central, Supporting, Tangential),
		reflect.TypeFor[Verdict]():     enum(UpheldVote, RefutedVote, QualifiedVote),
		reflect.TypeFor[Confidence]():  enum(High, Medium, Low),
		reflect.TypeFor[Lens]():        enum(InContext, Corroborated, InScope),
		reflect.TypeFor[Outcome]():     enum(Upheld, Refuted, Unverified),

		reflect.TypeFor[ReviewVerdict](): enum(Supported, Unsupported, Overstated, Contradicted),
		reflect.TypeFor[CriticVerdict](): enum(Survives, Downgrade, Reject),
		reflect.TypeFor[CheckVerdict]():  enum(CheckSupported, CheckNuanced, CheckContested, CheckUnchanged),
		reflect.TypeFor[Stake]():         enum(Ordinary, Critical, Surprising),
		reflect.TypeFor[ClaimKind]():     enum(FactClaim, EstimateClaim, OpinionClaim),
		reflect.TypeFor[Coverage]():      enum(Covered, PartlyCovered, NotCovered),
		reflect.TypeFor[QuestionType]():  enum(QuestionTypes...),
		reflect.TypeFor[FollowUpKind]():  enum(GapFill, ConflictResolution, DeepDive, Verification),
		reflect.TypeFor[PointKind]():     enum(FactPoint, AnalysisPoint),
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
