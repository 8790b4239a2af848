package golden

import (
	"testing"

	"assay/test/harness"
)

func TestMain(m *testing.M) { harness.Main(m) }
