-- The password that is asked for, so that another one is noticed. One row.
CREATE TABLE door (
	one  INTEGER PRIMARY KEY CHECK (one = 1),
	salt BLOB NOT NULL,
	key  BLOB NOT NULL                 -- argon2id of the password
) STRICT;

-- Who is signed in. A session is over when it is signed out of, when it
-- expires, or when the password changes.
CREATE TABLE sessions (
	hash    BLOB    PRIMARY KEY,       -- SHA-256 of the token in the browser's cookie
	expires INTEGER NOT NULL           -- Unix milliseconds
) STRICT, WITHOUT ROWID;

-- Which client asked for which run, to keep any one from taking all there is.
CREATE TABLE asked (
	run    TEXT    PRIMARY KEY,
	client BLOB    NOT NULL,           -- hash of the address or of the user's name
	time   INTEGER NOT NULL            -- Unix milliseconds
) STRICT, WITHOUT ROWID;

CREATE INDEX asked_client ON asked (client, time);
CREATE INDEX asked_time ON asked (time);
