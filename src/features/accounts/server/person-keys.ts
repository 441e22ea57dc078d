/** By what a person is known again whatever account they use: keyed hashes, which say nothing to who reads the table. */
import { createHmac } from "node:crypto";
import type { Ctx } from "#platform/ctx.server.ts";
import { mailboxOf } from "../rules/email-address.ts";
import { lettersOf } from "../rules/same-person.ts";
import { findIdentity } from "./person-store.ts";

/** `mailbox` is the same for every spelling of an address, `person` for a name in any order with a birth date; undefined where that is not known. */
export type PersonKeys = { readonly mailbox: Buffer | undefined; readonly person: Buffer | undefined };

/** They outlive every change of `AUTH_SECRET`, and the account. */
export async function findPersonKeys(ctx: Pick<Ctx, "db" | "lastingSecret">, userId: string): Promise<PersonKeys> {
  const row = await findIdentity(ctx.db, userId);
  if (!row) return { mailbox: undefined, person: undefined };
  const name = lettersOf(row);
  return {
    mailbox: row.email === null ? undefined : keyed(ctx, `mailbox:${mailboxOf(row.email)}`),
    person: row.birthDate === null || name === "" ? undefined : keyed(ctx, `person:${row.birthDate}:${name}`),
  };
}

function keyed({ lastingSecret }: Pick<Ctx, "lastingSecret">, text: string): Buffer {
  return createHmac("sha256", lastingSecret).update(text).digest();
}
