package simulator

import (
	"math/rand/v2"
	"slices"
)

// A Fault is one way in which a model's API misbehaves.
type Fault string

// The faults. Those of status 429 differ in what they say about waiting.
const (
	NoFault Fault = ""

	Fault429Seconds  Fault = "429 seconds"  // Retry-After: 1
	Fault429Millis   Fault = "429 millis"   // Retry-After-Ms: 200
	Fault429Date     Fault = "429 date"     // Retry-After: a date about a second ahead
	Fault429Bare     Fault = "429 bare"     // no word about when
	Fault429Zero     Fault = "429 zero"     // Retry-After: 0
	Fault429Negative Fault = "429 negative" // Retry-After: -1
	Fault429Forever  Fault = "429 forever"  // Retry-After: 99999
	Fault429Body     Fault = "429 body"     // retryDelay in the JSON body, as Google has it

	Fault500 Fault = "500"
	Fault502 Fault = "502" // a proxy's HTML page
	Fault503 Fault = "503"
	Fault529 Fault = "529" // overloaded, as Anthropic has it

	FaultResetEarly     Fault = "reset early"      // connection reset before the headers
	FaultResetLate      Fault = "reset late"       // connection reset after the headers
	FaultStallFirstByte Fault = "stall first byte" // nothing ever comes
	FaultStallStream    Fault = "stall stream"     // half the answer comes, then nothing
	FaultCutStream      Fault = "cut stream"       // half the answer comes, then a clean end
	FaultTruncated      Fault = "truncated"        // less than Content-Length says

	FaultEmptyBody     Fault = "empty body"
	FaultEmptyChoices  Fault = "empty choices" // choices: []
	FaultNullContent   Fault = "null content"  // content: null
	FaultRefusal       Fault = "refusal"       // the refusal field
	FaultContentFilter Fault = "content filter"
	FaultLength        Fault = "length" // cut off by the token limit

	FaultFenced        Fault = "fenced"      // JSON in a Markdown code block
	FaultProse         Fault = "prose"       // JSON between sentences
	FaultWrongTypes    Fault = "wrong types" // text for numbers, numbers for text, text for lists
	FaultDuplicateKeys Fault = "duplicate keys"
	FaultInvalidUTF8   Fault = "invalid utf-8"
	FaultHTML200       Fault = "html 200"  // an HTML error page with status 200
	FaultHuge          Fault = "huge"      // 10 MiB
	FaultGzipBomb      Fault = "gzip bomb" // 1 GiB in about 1 MiB
)

// Faults returns all faults, sorted by name, without NoFault.
func Faults() []Fault {
	var all []Fault
	for f := range scripts {
		all = append(all, f)
	}
	slices.Sort(all)
	return all
}

// RandomFaults returns a [ModelServer.Fault] that lets a share of the calls,
// from 0 to 1, meet one of the faults, or of all faults if none are given. The
// same seed gives the same call numbers the same faults.
func RandomFaults(seed uint64, share float64, among ...Fault) func(n int, task string) Fault {
	if len(among) == 0 {
		among = Faults()
	}
	return func(n int, _ string) Fault {
		r := rand.New(rand.NewPCG(seed, uint64(n)))
		if r.Float64() >= share {
			return NoFault
		}
		return among[r.IntN(len(among))]
	}
}
