-- Accepted runs. A row is never updated: what becomes of a run is in its events.
CREATE TABLE runs (
	id       TEXT    PRIMARY KEY,      -- 128 random bits
	question TEXT    NOT NULL,
	method   TEXT    NOT NULL,
	options  BLOB    NOT NULL,         -- JSON, research.Options
	created  INTEGER NOT NULL          -- Unix milliseconds
) STRICT, WITHOUT ROWID;

CREATE INDEX runs_created ON runs (created);

-- The journal of every run. Append only: see research.Journal.
CREATE TABLE events (
	run           TEXT    NOT NULL,
	seq           INTEGER NOT NULL,    -- position in the run, from 1
	time          INTEGER NOT NULL,    -- Unix milliseconds
	kind          TEXT    NOT NULL,
	phase         TEXT    NOT NULL,
	key           TEXT    NOT NULL,    -- once per run
	label         TEXT    NOT NULL,
	data          BLOB,                -- JSON
	calls         INTEGER NOT NULL,    -- what it cost: research.Usage
	tokens_in     INTEGER NOT NULL,
	tokens_cached INTEGER NOT NULL,
	tokens_out    INTEGER NOT NULL,
	cost          INTEGER NOT NULL,    -- millionths of a US dollar
	unpriced      INTEGER NOT NULL,
	PRIMARY KEY (run, seq),
	UNIQUE (run, key)
) STRICT, WITHOUT ROWID;

-- Ends and retries tell which runs are unfinished.
CREATE INDEX events_ends ON events (run, kind, seq) WHERE kind IN ('ended', 'retried');

-- The texts of pages, once each, however many runs read them.
CREATE TABLE texts (
	hash TEXT PRIMARY KEY,             -- hex SHA-256 of the text
	text BLOB NOT NULL                 -- zstd
) STRICT, WITHOUT ROWID;

-- The pages that runs read: the evidence behind every quote. Append only.
CREATE TABLE pages (
	run       TEXT    NOT NULL,
	url       TEXT    NOT NULL,        -- as asked for
	final_url TEXT    NOT NULL,        -- after redirects
	title     TEXT    NOT NULL,
	author    TEXT    NOT NULL,
	site      TEXT    NOT NULL,
	published TEXT    NOT NULL,
	language  TEXT    NOT NULL,
	kind      TEXT    NOT NULL,
	type      TEXT    NOT NULL,        -- media type of the raw body
	status    INTEGER NOT NULL,
	fetched   INTEGER NOT NULL,        -- Unix milliseconds
	raw_hash  TEXT    NOT NULL,        -- hex SHA-256 of the raw body
	extractor TEXT    NOT NULL,
	hash      TEXT    NOT NULL REFERENCES texts (hash),
	PRIMARY KEY (run, url)
) STRICT, WITHOUT ROWID;
