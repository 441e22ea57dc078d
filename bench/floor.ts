/** The floor of a purchase: the same rows written by pgbench, without a shop around them. */
import { spawnSync } from "node:child_process";
import pg from "pg";

const SCHEMA = `
  CREATE TABLE floor_draw (id int PRIMARY KEY, capacity bigint NOT NULL, sold bigint NOT NULL DEFAULT 0, status text NOT NULL DEFAULT 'open', CHECK (sold <= capacity));
  CREATE TABLE floor_order (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, draw_id int NOT NULL REFERENCES floor_draw, email text NOT NULL, qty int NOT NULL,
    amount_pence int NOT NULL, status text NOT NULL, created_at timestamptz NOT NULL DEFAULT now());
  CREATE TABLE floor_ticket (draw_id int NOT NULL, number bigint NOT NULL, order_id bigint NOT NULL REFERENCES floor_order, PRIMARY KEY (draw_id, number));
  CREATE INDEX ON floor_ticket (order_id);
  CREATE TABLE floor_outbox (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, topic text NOT NULL, payload jsonb NOT NULL, created_at timestamptz NOT NULL DEFAULT now());
  INSERT INTO floor_draw SELECT 1, 1000000000000;`;

export async function prepareFloor(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(SCHEMA);
  await client.end();
}

/** Purchases a second that pgbench writes with so many clients. Throws where pgbench is not installed. */
export function runFloor(databaseUrl: string, file: string, clients: number, seconds: number): number {
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
  return Number(rate);
}
