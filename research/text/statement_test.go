package text

import "testing"

func TestWhichStatementsSayTheSame(t *testing.T) {
	const never = OneQuote + 1
	for _, c := range []struct {
		a, b string
		from Ground // the least that they must rest on, or never
	}{
		{"", "", never},
		{"Tea reached Europe in 1610.", "TEA reached Europe, in 1610", Apart},
		{"The tea is older than coffee", "Tea is older than coffee.", Apart},
		{"In 1610 tea reached Europe.", "Tea reached Europe in 1610.", Apart},
		{"A study found tea.", "The study found tea.", Apart},
		{"Sales rose by 40% in 2024.", "Sales rose by 40 percent in 2024.", Apart},
		{"Apex has raised close to 3 billion dollars.", "Apex has raised almost 3 billion dollars.", never},
		{"Apex has raised 3 billion dollars.", "Apex has raised almost 3 billion dollars.", never},
		{"The tower was found to be old.", "The tower found old.", Apart},
		{"Größere Städte wachsen.", "größere STÄDTE wachsen", Apart},
		{"茶在1610年传入欧洲。", "茶在1610年传入欧洲", Apart},

		{"Tea first reached western Europe in 1610.", "Tea reached western Europe in 1610.", Shared},
		{"Tea reached Japan with monks in the ninth century.", "Tea reached Japan in the ninth century.", Shared},

		{"The National Ignition Facility reached ignition in December.", "Ignition was reached at the National Ignition Facility in December.", OneQuote},

		{"Tea came to Europe in 1610.", "Tea reached Europe in 1610.", never},
		{"Tea reached Europe in 1610.", "Tea reached Europe in 1660.", never},
		{"Tea reached Europe.", "Tea reached Europe with the first Dutch ships of the year.", never},
		{"Sales rose by 40% in 2024 at Apex.", "Sales rose by 4% in 2024 at Apex.", never},
		{"Sales rose by 40% in 2024.", "Sales rose by 40 in 2024.", never},
		{"It grew 1.5 points.", "It grew 1-5 points.", never},
		{"Germany exports more than France.", "France exports more than Germany.", OneQuote},
		{"Iran sells Iraq.", "Iraq Iran sells.", OneQuote},
		{"Old Apex was bought for cash by Bolt.", "Old Apex bought Bolt for cash.", never},
		{"Green tea is healthy for old men.", "Green tea is not healthy for old men.", never},
		{"Der grüne Tee ist für Kinder gesund.", "Der grüne Tee ist für Kinder nicht gesund.", never},
		{"Le thé vert est bon.", "Le thé vert est pas bon.", never},
		{"该药物使患者的复发率下降", "该药物不使患者的复发率下降", never},
		{"Drug A helped children in the long trial.", "Drug B helped children in the long trial.", never},
		{"A beat B in the first round of the cup.", "C beat B in the first round of the cup.", never},
	} {
		a, b := StatementOf(c.a), StatementOf(c.b)
		for ground := Apart; ground <= OneQuote; ground++ {
			if want := ground >= c.from; a.Same(b, ground) != want || b.Same(a, ground) != want {
				t.Errorf("%q, %q on ground %d: want %t", c.a, c.b, ground, want)
			}
		}
	}
}

func TestWhichStatementsSayNothingThatAnotherDoesNot(t *testing.T) {
	const whole = "Eiffel built the tower in Paris in 1889."
	for s, want := range map[string]bool{
		"Eiffel built a tower in 1889.":             true,
		"In Paris in 1889 Eiffel built the tower.":  false,
		"The tower was built in 1889.":              false,
		"Eiffel built the tower in Paris.":          false,
		"Eiffel built the tower in 1887.":           false,
		"Eiffel built no tower in Paris in 1889.":   false,
		"Eiffel built the tall tower in Paris 1889": false,
		"": false,
	} {
		if got := StatementOf(s).Within(StatementOf(whole)); got != want {
			t.Errorf("%q: %t", s, got)
		}
	}
	if StatementOf("Eiffel built the tower.").Within(StatementOf("Eiffel never built the tower.")) {
		t.Error("a denial says what it denies")
	}
}
