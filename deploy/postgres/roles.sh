#!/bin/sh
# Runs once, on an empty database: the two roles of the shop (docs/operations.md, "Two roles").
set -eu
psql --set=ON_ERROR_STOP=1 --username=postgres \
  --set=owner="$(cat /run/secrets/owner_password)" --set=shop="$(cat /run/secrets/shop_password)" <<'SQL'
CREATE ROLE concours_owner LOGIN PASSWORD :'owner';
CREATE ROLE concours_shop LOGIN PASSWORD :'shop';
CREATE DATABASE concours OWNER concours_owner;
SQL
