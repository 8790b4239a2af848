package main

import "testing"

func TestAddressesOfThisMachineAndThoseInsistedOn(t *testing.T) {
	for _, v := range []serveCmd{{Addr: "localhost:1"}, {Addr: "127.0.0.9:1"}, {Addr: "[::1]:1"}, {Addr: "0.0.0.0:1", OpenToNetwork: true}} {
		if err := v.check(); err != nil {
			t.Errorf("%+v: %v", v, err)
		}
	}
}
