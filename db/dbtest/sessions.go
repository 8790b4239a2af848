package dbtest

import (
	"testing"
	"time"

	"assay/db"
)

func testSessionsEnd(t *testing.T, d db.Store) {
	now := time.Now()
	in := func(hash string) bool {
		open, err := d.InSession(t.Context(), []byte(hash), now)
		if err != nil {
			t.Fatal(err)
		}
		return open
	}
	for hash, expires := range map[string]time.Time{"a": now.Add(time.Hour), "b": now.Add(time.Hour), "over": now.Add(-time.Hour)} {
		if err := d.OpenSession(t.Context(), []byte(hash), expires); err != nil {
			t.Fatal(err)
		}
	}
	if !in("a") || !in("b") || in("over") || in("c") {
		t.Errorf("in session: a %v, b %v, one that expired %v, one that never was %v", in("a"), in("b"), in("over"), in("c"))
	}
	if err := d.CloseSession(t.Context(), []byte("a")); err != nil || in("a") || !in("b") {
		t.Errorf("after the end of a: a %v, b %v, %v", in("a"), in("b"), err)
	}
	if salt, key, err := d.Door(t.Context()); salt != nil || key != nil || err != nil {
		t.Errorf("a password that was never set: %q, %q, %v", salt, key, err)
	}
	for _, key := range []string{"first", "second"} {
		if err := d.SetDoor(t.Context(), []byte("salt"), []byte(key)); err != nil {
			t.Fatal(err)
		}
	}
	if salt, key, err := d.Door(t.Context()); string(salt) != "salt" || string(key) != "second" || err != nil || in("b") {
		t.Errorf("another password: %q, %q, %v; who signed in with the old one is in: %v", salt, key, err, in("b"))
	}
}
