/** A connection of the shop's pool: prepares repeated statements, and reports failures. */
import type pg from "pg";
import { WritingClient } from "./writing-client.server.ts";

/** More than the shop's distinct statements. Lists of varying length may exceed it and stay unprepared. */
const MOST_PREPARED = 300;

type Settings = {
  /** Called with each failure of a statement, besides the caller. */
  readonly onFailure: (error: unknown) => void;
  readonly prepares: boolean;
};

/**
 * A `Client` class that names statements with values, so that the driver prepares them once per connection.
 * @param prepares false behind a transaction pooler
 */
export function shopClient({ onFailure, prepares }: Settings): typeof pg.Client {
  return class ShopClient extends WritingClient {
    readonly #names = new Map<string, string>();

    #nameOf(text: string): string | undefined {
      const known = this.#names.get(text);
      if (known !== undefined || this.#names.size >= MOST_PREPARED) return known;
      const name = `s${this.#names.size}`;
      this.#names.set(text, name);
      return name;
    }

    override query(...args: unknown[]): never {
      const [text, values, ...rest] = args;
      const name = prepares && typeof text === "string" && Array.isArray(values) ? this.#nameOf(text) : undefined;
      const query = super.query as (...all: unknown[]) => unknown;
      const callback = args.at(-1);
      if (typeof callback === "function") {
        const tracedCallback = (error: unknown, ...all: unknown[]) => {
          if (error) onFailure(error);
          callback(error, ...all);
        };
        args[args.length - 1] = tracedCallback;
        rest[rest.length - 1] = tracedCallback;
      }
      const result = query.apply(this, name === undefined ? args : [{ name, text, values }, ...rest]);
      if (result instanceof Promise) result.catch(onFailure);
      return result as never;
    }
  };
}
