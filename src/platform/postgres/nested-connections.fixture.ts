/** Fails work that takes a second connection in a transaction: enough of it would deadlock the pool. */
import { AsyncLocalStorage } from "node:async_hooks";
import type pg from "pg";
import type { Db } from "./db.server.ts";

type Transaction = { isOpen: boolean };
const current = new AsyncLocalStorage<Transaction>();

export class NestedConnection extends Error {
  constructor() {
    super("A second connection was taken inside a transaction: give its `tx` to what asks the database");
  }
}

/** Whether a test calls: it may act as another visitor meanwhile. This fixture's own test may not. */
function isCalledByTest(): boolean {
  const stack = new Error("where").stack?.split("\n") ?? [];
  const caller =
    stack.find((line) => /\/(?:src|demo)\//.test(line) && !/node_modules|nested-connections\.fixture/.test(line)) ?? "";
  return /(?<!nested-connections)\.(?:test|fixture)\.|\/demo\//.test(caller);
}

/**
 * Makes `pool.connect` throw inside a transaction of `db`, which must use this pool.
 *
 * @returns the stacks of all such attempts, since code may swallow the error
 */
export function failNestedConnections(pool: pg.Pool, db: Db): readonly string[] {
  const found: string[] = [];
  const connect = pool.connect.bind(pool) as (...args: unknown[]) => unknown;
  const checked = (...args: unknown[]) => {
    if (!current.getStore()?.isOpen || isCalledByTest()) return connect(...args);
    const error = new NestedConnection();
    found.push(error.stack ?? error.message);
    const [callback] = args;
    if (typeof callback === "function") return void callback(error, undefined, () => undefined);
    return Promise.reject(error);
  };
  const transaction = db.transaction.bind(db);
  Object.assign(pool, { connect: checked });
  Object.assign(db, { transaction: () => watched(transaction()) });
  return found;
}

type Builder = ReturnType<Db["transaction"]>;

function watched(builder: Builder): Builder {
  const execute: Builder["execute"] = (work) => {
    if (isCalledByTest()) return builder.execute((tx) => current.exit(() => work(tx)));
    const state: Transaction = { isOpen: true };
    return builder
      .execute((tx) => current.run(state, () => work(tx)))
      .finally(() => {
        state.isOpen = false;
      });
  };
  return Object.assign(Object.create(builder), {
    execute,
    setAccessMode: (mode: Parameters<Builder["setAccessMode"]>[0]) => watched(builder.setAccessMode(mode)),
    setIsolationLevel: (level: Parameters<Builder["setIsolationLevel"]>[0]) => watched(builder.setIsolationLevel(level)),
  });
}
