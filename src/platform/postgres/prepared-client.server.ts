/** A database connection that prepares the statements it meets again, so that neither side parses and plans them anew each time. */
import { createHash } from "node:crypto";
import pg from "pg";
import { WritingClient } from "./writing-client.server.ts";

/** A statement is prepared when it comes for this time: what is asked once is not worth keeping. */
const PREPARED_FROM = 3;
/** So many are prepared, those that came last: whatever the back office asked for days, a sale that begins has its own. */
const MOST_STATEMENTS = 200;
/** What has been forgotten stays prepared on a connection, and PostgreSQL keeps memory for it: from so many times the most on, it starts anew. */
const KEPT_TIMES = 2;
/** Texts differ in the length of their lists: so many of which it is not known yet whether they come again. */
const MOST_MET = 1_000;

/** In the order in which they came last. */
class Recent<Value> extends Map<string, Value> {
  readonly #most: number;
  constructor(most: number) {
    super();
    this.#most = most;
  }
  override set(text: string, value: Value): this {
    this.delete(text);
    super.set(text, value);
    const [oldest] = this.size > this.#most ? this.keys() : [];
    if (oldest !== undefined) this.delete(oldest);
    return this;
  }
}

/**
 * A `Client` class for one pool. Plain text with values is all that it changes; everything else passes through. What is no longer among the most recent
 * stays prepared, under the same name, until there is too much of it on its connection.
 *
 * @param onFailure hears of each statement that fails, beside whoever asked it
 * @param most how many statements at most
 */
export function preparingClient(onFailure: (error: unknown) => void = () => undefined, most = MOST_STATEMENTS): typeof pg.Client {
  const names = new Recent<string>(most);
  const met = new Recent<number>(MOST_MET);
  const nameOf = (text: string): string | undefined => {
    if (most === 0) return undefined;
    const known = names.get(text);
    if (known === undefined) {
      const times = (met.get(text) ?? 0) + 1;
      if (times < PREPARED_FROM) {
        met.set(text, times);
        return undefined;
      }
      met.delete(text);
    }
    const name = known ?? createHash("sha1").update(text).digest("base64url");
    names.set(text, name);
    return name;
  };
  return class PreparingClient extends WritingClient {
    readonly #prepared = new Set<string>();

    /** In a transaction that has failed it is refused: then the connection keeps what it has, and counts from nothing what comes. */
    #prepareAnew(): Promise<void> {
      this.#prepared.clear();
      const { connection } = this as this & { connection: pg.Connection };
      return new Promise((resolve) => {
        // Called before the driver sends what waits behind it, which is prepared no longer.
        super.query("DEALLOCATE ALL", (error: unknown) => {
          if (!error) Object.assign(connection, { parsedStatements: {} });
          resolve();
        });
      });
    }

    override query(...args: unknown[]): never {
      const [text, values] = args;
      const name = typeof text === "string" && Array.isArray(values) ? nameOf(text) : undefined;
      const isNew = name !== undefined && !this.#prepared.has(name);
      if (isNew && this.#prepared.size >= most * KEPT_TIMES) {
        const going = this.#prepareAnew().then(() => this.query(...args));
        return (typeof args.at(-1) === "function" ? undefined : going) as never;
      }
      if (isNew) this.#prepared.add(name);
      const query = (...all: unknown[]) => (super.query as (...all: unknown[]) => unknown).apply(this, all) as never;
      // Streams of rows tell of themselves.
      if (text instanceof Object && "submit" in text) return query(...args);
      const told = args.at(-1);
      const plain = Array.isArray(values) ? [text, values] : [text];
      // Made here: the driver would copy whatever describes a statement with a name.
      const asked = name === undefined ? plain : [Object.assign(new pg.Query(text as string, values as unknown[]), { name })];
      const ask = (tell: Tell) =>
        query(...asked, (error: Error | undefined, result: unknown) => {
          if (error) onFailure(error);
          tell(error, result);
        });
      return typeof told === "function" ? ask(told as Tell) : (answerTo(ask) as never);
    }
  };
}

type Tell = (error: Error | undefined, result: unknown) => void;

/** Of a failure it says where the statement was asked for, and not where the socket was read. */
function answerTo(ask: (tell: Tell) => void): Promise<unknown> {
  return new Promise((resolve, reject) => ask((error, result) => (error ? reject(error) : resolve(result)))).catch((error) => {
    Error.captureStackTrace(error);
    throw error;
  });
}
