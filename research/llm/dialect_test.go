package llm

import (
	"net/http"
	"strings"
	"testing"
	"testing/synctest"

	"assay/research/port"
)

const complaint = `{"error":{"message":"'response_format' of type 'json_schema' is not supported"}}`

func TestAServerWithoutFormatsIsAskedInPlainWordsFromThenOn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		hc, calls := serve(t, func(w http.ResponseWriter, r *http.Request, n int) {
			switch n {
			case 1:
				sendJSON(w, 400, complaint)
			case 2: // as FastAPI and Mistral complain
				sendJSON(w, 422, `{"detail":[{"loc":["body","response_format"],"msg":"Extra inputs are not permitted"}]}`)
			default:
				good(w, r)
			}
		})
		c := client(t, hc)
		for range 2 {
			if _, err := c.Generate(t.Context(), request); err != nil {
				t.Fatal(err)
			}
		}
		var formats []any
		for _, call := range calls() {
			format, _ := call.body["response_format"].(map[string]any)
			formats = append(formats, format["type"])
		}
		want := []any{"json_schema", "json_object", nil, nil}
		if len(formats) != len(want) {
			t.Fatalf("formats %v, want %v", formats, want)
		}
		for i, f := range want {
			if formats[i] != f {
				t.Errorf("call %d: format %v, want %v", i+1, formats[i], f)
			}
			if prompt := promptOf(calls()[i]); strings.Contains(prompt, string(request.Schema)) != (i > 0) {
				t.Errorf("call %d: prompt %q", i+1, prompt)
			}
		}
	})
}

func promptOf(c call) string {
	return c.body["messages"].([]any)[0].(map[string]any)["content"].(string)
}

func TestAStrictSchemaIsNamedAfterTheTask(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		hc, calls := serve(t, func(w http.ResponseWriter, r *http.Request, _ int) { good(w, r) })
		if _, err := client(t, hc).Generate(t.Context(), request); err != nil {
			t.Fatal(err)
		}
		call := calls()[0]
		schema := call.body["response_format"].(map[string]any)["json_schema"].(map[string]any)
		if schema["name"] != "vote" || schema["strict"] != true || schema["schema"].(map[string]any)["type"] != "object" {
			t.Errorf("schema %v", schema)
		}
		if call.path != "/v1/chat/completions" || call.header.Get("Authorization") != "Bearer "+canary {
			t.Errorf("%s with %v", call.path, call.header)
		}
		if _, ok := call.body["temperature"]; ok {
			t.Error("temperature is set")
		}
	})
}

func TestTheAnswersBoundGoesByTheNameTheServerKnows(t *testing.T) {
	plain := request
	plain.Schema = nil
	for _, tt := range []struct {
		name, model  string
		dialect      dialect
		official     bool
		old, current int
	}{
		{"others", "llama3", dialect{}, false, 4096, 0},
		{"OpenAI", "gpt-4o", dialect{}, true, 0, 4096},
		{"learned", "deployment-7", dialect{completionTokens: true}, false, 0, 4096},
		{"a name go-openai watches", "gpt-5-mini", dialect{}, false, 0, 4096},
		{"another", "o3", dialect{}, false, 0, 4096},
	} {
		chat := tt.dialect.chat(tt.model, plain, tt.official)
		//lint:ignore SA1019 it is what most servers know
		old := chat.MaxTokens
		if old != tt.old || chat.MaxCompletionTokens != tt.current {
			t.Errorf("%s: max_tokens %d, max_completion_tokens %d", tt.name, old, chat.MaxCompletionTokens)
		}
	}
}

func TestARefusedParameterIsLeftOut(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		hc, calls := serve(t, func(w http.ResponseWriter, r *http.Request, n int) {
			switch n {
			case 1:
				sendJSON(w, 400, `{"error":{"message":"Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.","param":"max_tokens"}}`)
			case 2:
				sendJSON(w, 422, `{"detail":[{"loc":["body","stream_options"],"msg":"Extra inputs are not permitted"}]}`)
			default:
				good(w, r)
			}
		})
		resp, err := client(t, hc, streaming).Generate(t.Context(), request)
		if err != nil {
			t.Fatal(err)
		}
		last := calls()[len(calls())-1].body
		if len(calls()) != 3 || last["stream_options"] != nil || last["max_tokens"] != nil || last["max_completion_tokens"] == nil || last["response_format"] == nil {
			t.Errorf("call %d: %v", len(calls()), last)
		}
		if resp.Usage.TokensOut != 3 { // 12 bytes of text, uncounted by the server
			t.Errorf("usage %+v", resp.Usage)
		}
	})
}

func TestCallsSideBySideDoNotUnlearn(t *testing.T) {
	var ds dialects
	ds.learn("m", dialect{format: promptOnly})
	ds.learn("m", dialect{format: jsonMode, completionTokens: true})
	ds.learn("m", dialect{noStreamOptions: true})
	if got, want := ds.of("m"), (dialect{promptOnly, true, true}); got != want || ds.of("n") != (dialect{}) {
		t.Errorf("learned %+v, want %+v", got, want)
	}
}

func TestTheLadderEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		hc, calls := serve(t, status(400, complaint))
		_, err := client(t, hc).Generate(t.Context(), request)
		if got := classOf(t, err); got != port.Fatal || len(calls()) != 3 {
			t.Errorf("class %q after %d calls: %v", got, len(calls()), err)
		}
	})
}

func TestSchemaNamesAreWhatTheAPIAllows(t *testing.T) {
	for task, want := range map[string]string{"vote": "vote", "": "answer", "grade hits!": "grade_hits", strings.Repeat("x", 80): strings.Repeat("x", 64)} {
		if got := schemaName(task); got != want {
			t.Errorf("schemaName(%q) = %q, want %q", task, got, want)
		}
	}
}
