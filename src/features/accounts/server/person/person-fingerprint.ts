import { createHmac } from "node:crypto";
import type { Ctx } from "#platform/ctx.server.ts";
import { mailboxOf } from "../../rules/person/email-address.ts";
import { lettersOf } from "../../rules/person/same-person.ts";
import { findIdentity } from "./person-store.ts";

/**
 * Keyed hashes. `mailbox`: equal for all spellings of an address. `person`: for name (in any order) and
 * birth date.
 */
export type PersonFingerprint = { readonly mailbox: Buffer | undefined; readonly person: Buffer | undefined };

/** Recognises a person across accounts, without storing who it is. Independent of `AUTH_SECRET` rotations. */
export async function findPersonFingerprint(ctx: Pick<Ctx, "db" | "lastingSecret">, userId: string): Promise<PersonFingerprint> {
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
