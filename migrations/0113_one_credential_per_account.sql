-- Up Migration
-- An account has at most one password. The columns `id`, `account_id` and `provider_id` stay for the version before, which may run beside this
-- one, and go with the next version (docs/decisions/0095).

CREATE UNIQUE INDEX credentials_user_key ON credentials (user_id);
DROP INDEX credentials_user_id_idx;
