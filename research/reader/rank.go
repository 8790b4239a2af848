package reader

import "math"

// A vector weighs the terms of a text.
type vector map[string]float64

// vectors returns the unit TF-IDF vectors of statements and, as the last
// result, their unit centroid: what the whole text is about.
func vectors(all []statement) ([]vector, vector) {
	df := map[string]int{}
	for i := range all {
		for _, t := range all[i].terms {
			df[t]++
		}
	}
	out := make([]vector, len(all))
	centroid := vector{}
	for i := range all {
		v := vector{}
		for _, t := range all[i].terms {
			v[t] = weight(t) * math.Log(1+float64(len(all))/float64(df[t]))
		}
		out[i] = v.unit(all[i].terms)
	}
	var order []string
	for i := range all {
		for _, t := range all[i].terms {
			if _, ok := centroid[t]; !ok {
				order = append(order, t)
			}
			centroid[t] += out[i][t]
		}
	}
	return out, centroid.unit(order)
}

// unit scales v to length 1. Terms are given in order so that sums, and with
// them ranks, are the same on every run.
func (v vector) unit(terms []string) vector {
	var sum float64
	for _, t := range terms {
		sum += v[t] * v[t]
	}
	if sum > 0 {
		n := math.Sqrt(sum)
		for _, t := range terms {
			v[t] /= n
		}
	}
	return v
}

// cosine returns the likeness of the unit vector of terms to another unit vector.
func cosine(terms []string, a, b vector) float64 {
	var dot float64
	for _, t := range terms {
		dot += a[t] * b[t]
	}
	return dot
}

// diverse picks up to n of the scored statements by maximal marginal relevance
// (Carbonell and Goldstein 1998): each time the one with the best balance of
// score and distance from those picked. Near-duplicates of a pick are never
// taken. Likeness to a pick of another source counts half: source says which
// source a statement is from.
func diverse(all []statement, vecs []vector, scores []float64, n int, source func(int) int) []int {
	const (
		balance   = 0.7
		duplicate = 0.8
	)
	var picked []int
	near := make([]float64, len(all)) // likeness to the nearest pick
	for len(picked) < n {
		best, at := math.Inf(-1), -1
		for i, s := range scores {
			if s <= 0 || near[i] >= duplicate {
				continue
			}
			if m := balance*s - (1-balance)*near[i]; m > best {
				best, at = m, i
			}
		}
		if at < 0 {
			break
		}
		picked = append(picked, at)
		for i := range all {
			like := cosine(all[i].terms, vecs[i], vecs[at])
			if source(i) != source(at) {
				like /= 2 // what another source says too is worth hearing
			}
			near[i] = math.Max(near[i], like)
		}
		near[at] = 1
	}
	return picked
}
