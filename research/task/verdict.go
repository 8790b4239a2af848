package task

// A ReviewVerdict is what a reviewer says of a finding and the evidence it cites.
type ReviewVerdict string

const (
	Supported    ReviewVerdict = "SUPPORTED"    // the cited evidence says so
	Unsupported  ReviewVerdict = "UNSUPPORTED"  // it cites none, or none that says so
	Overstated   ReviewVerdict = "OVERSTATED"   // it says less than the finding
	Contradicted ReviewVerdict = "CONTRADICTED" // it says otherwise
)

// A CriticVerdict is what a critic says of a finding that much hangs on.
type CriticVerdict string

const (
	Survives  CriticVerdict = "SURVIVES"  // the evidence bears the weight
	Downgrade CriticVerdict = "DOWNGRADE" // it bears less
	Reject    CriticVerdict = "REJECT"    // it does not bear it
)
