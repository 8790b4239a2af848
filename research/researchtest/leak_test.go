package researchtest

import (
	"strings"
	"testing"
)

func TestAGoroutineThatIsLeftIsFound(t *testing.T) {
	before, stop, ended := goroutines(), make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		<-stop
	}()
	found := 0
	for id, stack := range goroutines() {
		if _, old := before[id]; !old && strings.Contains(stack, "TestAGoroutineThatIsLeftIsFound") {
			found++
		}
	}
	if found != 1 {
		t.Errorf("%d goroutines were found", found)
	}
	close(stop)
	<-ended
	if stacks := left(before); len(stacks) > 0 {
		t.Errorf("left are %q", stacks)
	}
}
