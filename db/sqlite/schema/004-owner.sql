-- Whose run it is; empty for nobody's in particular.
ALTER TABLE runs ADD COLUMN owner TEXT NOT NULL DEFAULT '';

-- A run that is tried again was asked for once more.
CREATE TABLE asked_again (
	run    TEXT    NOT NULL,
	try    INTEGER NOT NULL DEFAULT 0, -- how often the run was tried again before
	client BLOB    NOT NULL,           -- hash of the address or of the user's name
	time   INTEGER NOT NULL,           -- Unix milliseconds
	PRIMARY KEY (run, try)
) STRICT, WITHOUT ROWID;

INSERT INTO asked_again (run, client, time) SELECT run, client, time FROM asked;
DROP TABLE asked;
ALTER TABLE asked_again RENAME TO asked;

CREATE INDEX asked_client ON asked (client, time);
CREATE INDEX asked_time ON asked (time);
