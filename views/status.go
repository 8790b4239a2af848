package views

// verdict sums up what the doctor found.
func (p StatusPage) verdict() string {
	bad := 0
	for _, c := range p.Checks {
		if !c.OK {
			bad++
		}
	}
	switch {
	case len(p.Checks) == 0:
		return "Nothing was checked."
	case bad == 0:
		return "All is well: questions can be asked and answered."
	case bad == 1:
		return "One thing needs a look."
	}
	return thousands(bad) + " things need a look."
}
