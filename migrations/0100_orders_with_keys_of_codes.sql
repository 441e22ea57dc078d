-- Up Migration
-- By what buyers with codes are known again goes once the codes are over. Where there is nothing to forget, no order is read.

CREATE INDEX orders_code_keys_idx ON orders (promotion_id) WHERE promotion_mailbox IS NOT NULL OR promotion_person IS NOT NULL;
