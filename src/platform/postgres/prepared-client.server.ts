/** A database connection that prepares the statements it meets again, so that neither side parses and plans them anew each time. */
import { createHash } from "node:crypto";
import type pg from "pg";
import { WritingClient } from "./writing-client.server.ts";

/** A statement is prepared when it comes for this time: what is asked once is not worth keeping. */
const PREPARED_FROM = 3;
/** Texts differ in the length of their lists; beyond this many, further ones are sent as they are. */
const MOST_STATEMENTS = 200;

/** How often each text was met, for all connections of a pool. */
type Statements = Map<string, { times: number; readonly name: string }>;

/**
 * A `Client` class for one pool. Plain text with values is all that it changes; everything else passes through.
 *
 * @param onFailure hears of each statement that fails, beside whoever asked it
 * @param most how many statements at most
 */
export function preparingClient(onFailure: (error: unknown) => void = () => undefined, most = MOST_STATEMENTS): typeof pg.Client {
  const statements: Statements = new Map();
  const nameOf = (text: string): string | undefined => {
    let statement = statements.get(text);
    if (!statement) {
      if (statements.size >= most) return undefined;
      statement = { times: 0, name: createHash("sha1").update(text).digest("base64url") };
      statements.set(text, statement);
    }
    statement.times++;
    return statement.times >= PREPARED_FROM ? statement.name : undefined;
  };
  return class PreparingClient extends WritingClient {
    override query(...args: unknown[]): never {
      const [text, values] = args;
      const name = typeof text === "string" && Array.isArray(values) ? nameOf(text) : undefined;
      const passed = name === undefined ? args : [{ name, text, values }, ...args.slice(2)];
      const told = passed.at(-1);
      if (typeof told === "function")
        passed[passed.length - 1] = (error: unknown, result: unknown) => {
          if (error) onFailure(error);
          told(error, result);
        };
      const result = (super.query as (...all: unknown[]) => unknown).apply(this, passed);
      if (result instanceof Promise) result.catch(onFailure);
      return result as never;
    }
  };
}
