package views

// maxAngles is how many lines a plan may have that does not say how many.
const maxAngles = 6

// startWords says what the button under a plan sets going.
func (p RunPage) startWords() string {
	words := "Start"
	if p.Expected != "" {
		words += ", usually " + p.Expected
	}
	if p.Limit.Cost > 0 {
		words += ", at most " + dollars(p.Limit.Cost)
	}
	return words
}

// buys says what the chosen depth buys, or "".
func (p RunPage) buys() string {
	if p.Method == nil {
		return ""
	}
	for i, d := range p.Method.Depths {
		if d.Name == p.State.Options.Depth || i == 0 && p.State.Options.Depth == "" {
			return d.Buys
		}
	}
	return ""
}
