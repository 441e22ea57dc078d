#!/bin/sh
# Patroni runs it once, on a new cluster, with its address: the two roles of the shop (docs/operations.md, "Two roles").
set -eu
psql --set=ON_ERROR_STOP=1 --quiet \
  --set=owner="$(cat /etc/patroni/owner_password)" --set=shop="$(cat /etc/patroni/shop_password)" "$1" <<'SQL'
CREATE ROLE concours_owner LOGIN PASSWORD :'owner';
CREATE ROLE concours_shop LOGIN PASSWORD :'shop';
CREATE DATABASE concours OWNER concours_owner;
SQL
