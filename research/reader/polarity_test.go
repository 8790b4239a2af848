package reader

import "testing"

func TestCompare(t *testing.T) {
	const moon = "The Great Wall of China is visible from the Moon."
	for _, c := range []struct {
		claim, evidence string
		want            bearing
	}{
		{moon, "The Great Wall of China is not visible from the Moon with the naked eye.", contradicts},
		{moon, "The Great Wall of China can't be seen from the Moon.", contradicts},
		{moon, "It is a myth that the Great Wall of China can be seen from the Moon.", contradicts},
		{moon, "The claim that the Great Wall of China is visible from the Moon is false.", contradicts},
		{moon, "The visibility of the Great Wall of China from the Moon is a common misconception.", contradicts},
		{moon, "The Great Wall of China is invisible from the Moon.", contradicts},
		{moon, "The Great Wall of China is far too narrow to be seen from the Moon.", contradicts},
		{moon, "Contrary to the belief that the Great Wall of China is visible from the Moon, astronauts saw only clouds.", contradicts},
		{moon, "The Great Wall of China can be seen from the Moon.", agrees},
		{moon, "Many people believe that the Great Wall of China is visible from the Moon.", unrelated},
		{moon, "The Moon is about 384,400 km away.", unrelated},
		{moon, "The Great Wall of China was built over many centuries.", unrelated},
		{"Goldfish have a memory of three seconds.", "Goldfish can remember things for months, not three seconds.", contradicts},
		{"Lightning never strikes the same place twice.", "Lightning often strikes the same place twice.", contradicts},
		{"Knuckle cracking causes arthritis.", "Studies found no link between knuckle cracking and arthritis.", contradicts},
		{"Knuckle cracking does not cause arthritis.", "There is no evidence that knuckle cracking causes arthritis.", agrees},
		{"There are nine planets in the solar system.", "There are eight planets in the solar system.", contradicts},
		{"Saturn has 62 known moons.", "Saturn has more than 50 known moons.", agrees},
		{"Humans use ten percent of their brains.", "Humans use virtually all of their brains.", contradicts},
		{"Daily vitamin C does not prevent colds.", "Daily vitamin C slightly shortens colds.", unrelated},
		{"Sugar increases the risk of decay.", "Sugar decreases the risk of decay.", contradicts},
	} {
		a, b := parse(c.claim), parse(c.evidence)
		if got := compare(&a, &b, nil).bearing; got != c.want {
			t.Errorf("%q on %q: %v, want %v (denies %v, numbers %v)", c.evidence, c.claim, got, c.want, b.denials, b.numbers)
		}
	}
}
