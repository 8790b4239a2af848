-- Runs that have not ended. Triggers keep it, so that whoever writes to the
-- journal keeps it too; it says nothing that the journal does not say.
CREATE TABLE unfinished (
	run TEXT PRIMARY KEY
) STRICT, WITHOUT ROWID;

INSERT INTO unfinished SELECT id FROM runs
	WHERE coalesce((SELECT kind FROM events WHERE run = runs.id AND kind IN ('ended', 'retried') ORDER BY seq DESC LIMIT 1), '') <> 'ended';

CREATE TRIGGER run_accepted AFTER INSERT ON runs BEGIN
	INSERT INTO unfinished VALUES (new.id) ON CONFLICT DO NOTHING;
END;

CREATE TRIGGER run_ended AFTER INSERT ON events WHEN new.kind = 'ended' BEGIN
	DELETE FROM unfinished WHERE run = new.run;
END;

CREATE TRIGGER run_retried AFTER INSERT ON events WHEN new.kind = 'retried' BEGIN
	INSERT INTO unfinished VALUES (new.run) ON CONFLICT DO NOTHING;
END;

-- Runs that the user deleted. Their journals are kept; taking the row away
-- brings them back.
CREATE TABLE hidden (
	run  TEXT    PRIMARY KEY,
	time INTEGER NOT NULL              -- Unix milliseconds
) STRICT, WITHOUT ROWID;

-- Which run a form started, so that a form sent twice is one run.
CREATE TABLE tokens (
	token TEXT PRIMARY KEY,
	run   TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- From here on everything is derived from the journal and can be rebuilt:
-- what the runs that have ended and are not hidden came to.
CREATE TABLE reports (
	n          INTEGER PRIMARY KEY,    -- when the run was accepted: Unix milliseconds * 1024, plus 0 to 1023
	run        TEXT    NOT NULL UNIQUE,
	form       INTEGER NOT NULL,       -- of the index, see indexForm
	seq        INTEGER NOT NULL,       -- of the run's last event
	question   TEXT    NOT NULL,
	method     TEXT    NOT NULL,
	depth      TEXT    NOT NULL,
	status     TEXT    NOT NULL,
	confidence TEXT    NOT NULL,
	sure       INTEGER NOT NULL,       -- the confidence as a number, 0 if there is none
	summary    TEXT    NOT NULL,
	topic      TEXT    NOT NULL,
	upheld     INTEGER NOT NULL,       -- claims
	refuted    INTEGER NOT NULL,
	unverified INTEGER NOT NULL,
	cost       INTEGER NOT NULL,       -- millionths of a US dollar
	seconds    REAL    NOT NULL,       -- worked
	ended      INTEGER NOT NULL        -- Unix milliseconds
) STRICT;

CREATE INDEX reports_sure ON reports (sure, n);
CREATE INDEX reports_method ON reports (method, depth, n);
CREATE INDEX reports_topic ON reports (topic, n);

-- The index of topics: what each report found and left open.
CREATE TABLE topics (
	n        INTEGER PRIMARY KEY REFERENCES reports (n) ON DELETE CASCADE,
	findings TEXT    NOT NULL,         -- JSON list: key findings
	explored TEXT    NOT NULL,         -- JSON list: branches that were followed
	open     TEXT    NOT NULL          -- JSON list: questions that were left open
) STRICT;

-- The texts of each report, by reports.n. In a column of several texts they
-- are separated by U+001E; claims and quotes stand in the same order. The
-- facets are made-up words that say what reports can be filtered by.
CREATE VIRTUAL TABLE catalog USING fts5 (
	question, answer, findings, claims, quotes, facets,
	tokenize = 'porter unicode61 remove_diacritics 2'
);

-- The questions once more, by themselves: to find those that are near the
-- same, and the reports that are about a common word and do not just hold it,
-- without going through all that the catalog has of it.
CREATE VIRTUAL TABLE questions USING fts5 (
	question, facets,
	tokenize = 'porter unicode61 remove_diacritics 2'
);
