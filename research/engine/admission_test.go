package engine

import (
	"strings"
	"testing"
)

func TestEveryLimitIsKept(t *testing.T) {
	busy := Load{Unfinished: 4, Lately: 9}
	for words, l := range map[string]Limits{
		"still being researched": {Client: 4}, "hands full": {All: 4}, "you have asked 9": {ClientDay: 9}, "been asked 9": {AllDay: 9},
	} {
		if err := l.Check(busy, busy); err == nil || !strings.Contains(err.Error(), words) {
			t.Errorf("%+v: %v", l, err)
		}
	}
	if err := (Limits{Client: 5, All: 5, ClientDay: 10, AllDay: 10}).Check(busy, busy); err != nil {
		t.Error(err)
	}
}
