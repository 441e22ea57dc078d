/** The floor of a purchase: the same rows written by pgbench, and dropped at the end. */
import { spawnSync } from "node:child_process";
import type pg from "pg";

const SCHEMA = `
  CREATE TABLE floor_draw (id int PRIMARY KEY, capacity bigint NOT NULL, sold bigint NOT NULL DEFAULT 0, status text NOT NULL DEFAULT 'open', CHECK (sold <= capacity));
  CREATE TABLE floor_order (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, draw_id int NOT NULL REFERENCES floor_draw, email text NOT NULL, qty int NOT NULL,
    amount_pence int NOT NULL, status text NOT NULL, created_at timestamptz NOT NULL DEFAULT now()) WITH (autovacuum_enabled = false);
  CREATE TABLE floor_ticket (draw_id int NOT NULL, number bigint NOT NULL, order_id bigint NOT NULL REFERENCES floor_order, PRIMARY KEY (draw_id, number)) WITH (autovacuum_enabled = false);
  CREATE INDEX ON floor_ticket (order_id);
  CREATE TABLE floor_outbox (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, topic text NOT NULL, payload jsonb NOT NULL, created_at timestamptz NOT NULL DEFAULT now()) WITH (autovacuum_enabled = false);
  INSERT INTO floor_draw SELECT 1, 1000000000000;`;

export async function prepareFloor(database: pg.Client): Promise<void> {
  await database.query(SCHEMA);
}

/** pgbench's purchases a second with so many clients. Throws if pgbench is not installed. */
export async function runFloor(
  database: pg.Client,
  databaseUrl: string,
  { file, clients, seconds }: { file: string; clients: number; seconds: number },
): Promise<number> {
  const url = new URL(databaseUrl);
  const run = spawnSync(
    "pgbench",
    [
      "-n",
      "-f",
      `bench/${file}`,
      "-c",
      String(clients),
      "-j",
      "2",
      "-T",
      String(seconds),
      "-h",
      url.searchParams.get("host") ?? url.hostname,
    ].concat(["-p", url.port || "5432", "-U", url.username, url.pathname.slice(1)]),
    { encoding: "utf8" },
  );
  const rate = run.stdout?.match(/tps = ([\d.]+)/)?.[1];
  if (rate === undefined)
    throw new Error(`pgbench (Debian: postgresql-contrib) is needed for the floor: ${run.error?.message ?? run.stderr}`);
  await database.query("TRUNCATE floor_ticket, floor_order, floor_outbox");
  return Number(rate);
}
