package text

import (
	"math/bits"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"assay/research/researchtest/corpora"
)

const (
	aspirin = `Aspirin irreversibly inhibits cyclooxygenase in platelets and so lowers the risk of clots for the
life of the platelet, about ten days. In people who have had a heart attack or an ischaemic stroke, low doses of 75 to
100 mg a day reduce the risk of another serious vascular event by about a fifth. In people without such a history the
benefit is smaller and is offset, at least in part, by bleeding, most of it from the stomach and the gut. Several large
trials published in 2018 found no clear net benefit of aspirin in healthy older adults, and guidelines on both sides of
the Atlantic have since advised against starting it routinely after the age of 60.`
	statins = `Statins lower low-density lipoprotein cholesterol by inhibiting an enzyme of the liver that makes it.
Each reduction of one millimole per litre cuts the rate of major vascular events by roughly a fifth, whatever the level
at the start. Muscle pain is the complaint heard most often, though blinded trials find it nearly as often on placebo.
A small rise in new diabetes is well established, mostly among those close to the threshold already. Treatment is
decided by the estimated risk over ten years, and by what the patient thinks of taking a tablet every day.`
)

func TestSimhashTellsCopiesFromOtherTexts(t *testing.T) {
	tests := []struct {
		name, a, b string
		same       bool
	}{
		{"itself", aspirin, aspirin, true},
		{"typography", aspirin, strings.ToUpper(strings.ReplaceAll(aspirin, "\n", "  ")), true},
		{"another paragraph", aspirin, statins, false},
		{"a word added at the end", aspirin, aspirin + " Updated.", true},
		{"Chinese", "研究显示该药物使患者的复发率显著下降", "研究显示该药物使患者的复发率显著下降。", true},
		{"other Chinese", "研究显示该药物使患者的复发率显著下降", "今天天气很好我们去公园散步吧朋友们", false},
		{"two words", "aspirin works", "aspirin fails", false},
		{"nothing", "", "", false},
		{"no words", " -- ", "!?", false},
	}
	for _, tt := range tests {
		a, b := Simhash(tt.a), Simhash(tt.b)
		t.Logf("%s: %d bits apart", tt.name, bits.OnesCount64(a^b))
		if got := NearSame(a, b); got != tt.same {
			t.Errorf("%s: NearSame is %t, %d bits apart", tt.name, got, bits.OnesCount64(a^b))
		}
	}
}

// Fingerprints are journaled, so they must never come out otherwise.
func TestSimhashStaysTheSame(t *testing.T) {
	if got, want := Simhash(aspirin), uint64(0xadbf8e64932ca3d0); got != want {
		t.Errorf("Simhash = %#x, want %#x", got, want)
	}
}

// An article printed elsewhere under another heading and footer is near the
// same; no two different articles are. Words changed all over an article move
// more bits: how many such copies are still told is logged.
func TestSimhashOfArticles(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(corpora.Path(t, "evidence-inference-sample", "txt"), "*.txt"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%d articles, %v", len(files), err)
	}
	prints := map[uint64]string{}
	moved, far, edited := 0, 64, 0
	for _, file := range files {
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		name, text := filepath.Base(file), string(b)
		print := Simhash(text)
		reprint := Simhash("Home News Science Subscribe today " + text + " All rights reserved. Contact us for permissions")
		moved = max(moved, bits.OnesCount64(print^reprint))
		if !NearSame(print, reprint) {
			t.Errorf("%s: the reprint is %d bits apart", name, bits.OnesCount64(print^reprint))
		}
		if NearSame(print, Simhash(everyHundredth(text))) {
			edited++
		}
		for other, of := range prints {
			far = min(far, bits.OnesCount64(print^other))
			if NearSame(print, other) {
				t.Errorf("%s and %s count as the same", name, of)
			}
		}
		prints[print] = name
	}
	t.Logf("%d articles: reprints at most %d bits apart, different articles at least %d", len(files), moved, far)
	t.Logf("with every hundredth word changed, %d of %d are near the same", edited, len(files))
}

// everyHundredth replaces every hundredth word of text.
func everyHundredth(text string) string {
	words := strings.Fields(text)
	for i := 50; i < len(words); i += 100 {
		words[i] = "otherwise"
	}
	return strings.Join(words, " ")
}

func BenchmarkSimhash(b *testing.B) {
	text := strings.Repeat(aspirin+" "+statins+" ", 40)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		Simhash(text)
	}
}
