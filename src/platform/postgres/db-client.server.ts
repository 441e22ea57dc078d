import pg from "pg";

/** Runs work on a connection of its own, outside any pool, and closes it. */
export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: "concours-once", connectionTimeoutMillis: CONNECT_MS });
  // A broken connection also emits an error event, which would end the process if unhandled.
  client.on("error", () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const CONNECT_MS = 10_000;
