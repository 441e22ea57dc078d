/** Records statements sent through a pool. Each is a round trip; `BEGIN` and `COMMIT` are two. */
import type pg from "pg";

export type Statements = {
  /** Their texts, on one line each. */
  readonly sent: readonly string[];
  /** Transactions that may have written: each is one flush of the WAL. */
  readonly commits: number;
};

const WRITES = /\b(?:insert into|delete from|(?<!for |key |do )update) /i;

/** @returns a function that runs work and returns its statements */
export function watchStatements(pool: pg.Pool): (work: () => Promise<unknown>) => Promise<Statements> {
  let sent: string[] = [];
  const watched = new WeakSet<pg.PoolClient>();
  // Not on "connect": some connections already exist.
  pool.on("acquire", (client) => {
    if (watched.has(client)) return;
    watched.add(client);
    const query = client.query.bind(client) as (...all: unknown[]) => unknown;
    const noting = (...all: unknown[]) => {
      const [first] = all;
      const text = typeof first === "string" ? first : ((first as { text?: string } | undefined)?.text ?? "");
      // A new connection's setup is not part of the work.
      if (!text.startsWith("SET statement_timeout")) sent.push(text.trim().replace(/\s+/g, " "));
      return query(...all);
    };
    Object.assign(client, { query: noting });
  });
  return async (work) => {
    sent = [];
    await work();
    return { sent: [...sent], commits: countCommits(sent) };
  };
}

function countCommits(sent: readonly string[]): number {
  let isInside = false;
  return sent.filter((text) => {
    if (/^begin/i.test(text)) isInside = true;
    if (!/^commit/i.test(text)) return !isInside && WRITES.test(text);
    isInside = false;
    return true;
  }).length;
}
