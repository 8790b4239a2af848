package text

import (
	"hash/fnv"
	"math/bits"
)

// Simhash returns a fingerprint of a text: texts that share most of their
// runs of three words differ in few bits, whatever their case, punctuation and
// white space. A text without words has 0, and no other has.
//
// See Charikar, Similarity Estimation Techniques from Rounding Algorithms
// (2002), and Manku et al., Detecting Near-Duplicates for Web Crawling (2007).
func Simhash(text string) uint64 {
	const run = 3
	words := Words(text)
	if len(words) == 0 {
		return 0
	}
	var weight [64]int
	h := fnv.New64a()
	for i := 0; i == 0 || i+run <= len(words); i++ {
		h.Reset()
		for j, w := range words[i:min(i+run, len(words))] {
			if j > 0 {
				h.Write([]byte{' '})
			}
			h.Write([]byte(w))
		}
		for sum, bit := mix(h.Sum64()), 0; bit < len(weight); bit++ {
			weight[bit] += int(sum>>bit&1)*2 - 1
		}
	}
	var print uint64
	for bit, w := range weight {
		if w > 0 {
			print |= 1 << bit
		}
	}
	return max(print, 1)
}

// NearSame reports whether the texts with fingerprints a and b are copies of
// one another, give or take a few words: at most 6 bits differ. Texts without
// words are not.
func NearSame(a, b uint64) bool {
	return a != 0 && b != 0 && bits.OnesCount64(a^b) <= 6
}

// mix spreads what differs in h over all its bits, which FNV leaves in the low
// ones. The finalizer of MurmurHash3.
func mix(h uint64) uint64 {
	h = (h ^ h>>33) * 0xff51afd7ed558ccd
	h = (h ^ h>>33) * 0xc4ceb9fe1a85ec53
	return h ^ h>>33
}
