-- Up Migration
-- An account has at most one password. The columns of other ways to sign in stay for the version before, which may run beside this one and
-- signs nobody in without them. They go with the next version (docs/decisions/0095).

CREATE UNIQUE INDEX credentials_user_key ON credentials (user_id);
DROP INDEX credentials_user_id_idx;
