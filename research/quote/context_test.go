package quote

import (
	"strings"
	"testing"
)

func TestContextKeepsSentencesWhole(t *testing.T) {
	const text = "It was a long day. The trial ended in May. The rate of relapse fell sharply. Nobody knew why. The authors guessed."
	spans, ok := Find(text, "the rate of relapse fell sharply")
	if !ok {
		t.Fatal("quote not found")
	}
	tests := []struct {
		around int
		want   string
	}{
		{0, "The rate of relapse fell sharply"},
		{-1, "The rate of relapse fell sharply"},
		{30, "The trial ended in May. The rate of relapse fell sharply. Nobody knew why."},
		{1 << 62, text},
	}
	for _, tt := range tests {
		if got := Context(text, spans, tt.around); got != tt.want {
			t.Errorf("within %d bytes: %q, want %q", tt.around, got, tt.want)
		}
	}
}

func TestContextNeverCutsRunes(t *testing.T) {
	text := strings.Repeat("ж", 50) + " the rate of relapse fell sharply " + strings.Repeat("語", 50)
	spans, _ := Find(text, "the rate of relapse fell sharply")
	for around := range 30 {
		if got := Context(text, spans, around); got != "the rate of relapse fell sharply" {
			t.Errorf("within %d bytes: %q", around, got)
		}
	}
}
