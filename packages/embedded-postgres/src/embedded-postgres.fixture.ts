/**
 * A database-only shop for tests to kill. Inserts rows in a loop on the folder in the first argument, and
 * prints each one after its commit. SIGTERM stops it cleanly.
 */
import { Client } from "pg";
import { startEmbeddedPostgres } from "./index.ts";

const [dataDir = "", ...flags] = process.argv.slice(2);
const say = (message: object) => process.stdout.write(`${JSON.stringify(message)}\n`);
const tell = (message: string) => process.stderr.write(`${message}\n`);

const began = performance.now();
const postgres = await startEmbeddedPostgres({ dataDir, log: { info: tell, warn: tell, error: tell } });
const milliseconds = Math.round(performance.now() - began);

let going = flags.includes("--write");
process.once("SIGTERM", async () => {
  going = false;
  await postgres.stop();
});

const client = new Client({ connectionString: postgres.url });
client.on("error", () => {});
await client.connect();
await client.query("CREATE TABLE IF NOT EXISTS acknowledged (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY)");
say({ ready: true, url: postgres.url, pid: postgres.pid, version: postgres.version, milliseconds });
while (going) {
  const { rows } = await client.query("INSERT INTO acknowledged DEFAULT VALUES RETURNING id").catch(() => ({ rows: [] }));
  for (const { id } of rows) say({ id });
}
await client.end();
if (flags.includes("--once")) await postgres.stop();
// As after an uncaught error: exit without awaiting a stop.
if (flags.includes("--exit")) process.exit(1);
