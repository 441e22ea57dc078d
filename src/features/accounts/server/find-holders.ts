/** Whose an address is that another platform knew, for what was theirs there. */
import type { Ctx } from "#platform/ctx.server.ts";
import type { Tx } from "#platform/postgres/db.server.ts";
import type { AddressHolder } from "../rules/email-address.ts";
import { listClosedForGood } from "./closed-accounts.ts";
import { holdByEmail } from "./import-store.ts";

/**
 * By their addresses, in the one spelling; nobody knows the rest. An account without a password is its reader's alone: only a link in a mail to
 * the address opens it. Accounts that are found are neither erased nor get another address until the transaction ends.
 */
export async function findHolders(
  ctx: Pick<Ctx, "lastingSecret" | "now">,
  tx: Tx,
  emails: readonly string[],
): Promise<ReadonlyMap<string, AddressHolder>> {
  const asked = [...new Set(emails)];
  const found = new Map<string, AddressHolder>();
  if (asked.length === 0) return found;
  const closed = await listClosedForGood(
    ctx,
    tx,
    asked.map((email) => ({ email })),
  );
  for (const [index, email] of asked.entries()) if (closed[index]) found.set(email, { kind: "closed" });
  for (const { id, email, isReaders } of await holdByEmail(tx, asked))
    found.set(email, isReaders ? { kind: "account", id } : { kind: "unconfirmed" });
  return found;
}
