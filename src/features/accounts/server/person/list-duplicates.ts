/** Finds other accounts of the same person, for staff: the terms allow one account each. */
import type { Ctx } from "#platform/ctx.server.ts";
import { isSameSender } from "../../rules/person/same-person.ts";
import { findIdentity, listBornOn } from "./person-store.ts";

/** Active accounts with the same birth date and name, in any order. Empty without a birth date. */
export async function listDuplicates(
  ctx: Pick<Ctx, "db">,
  userId: string,
): Promise<readonly { readonly id: string; readonly email: string }[]> {
  const person = await findIdentity(ctx.db, userId);
  if (!person?.birthDate) return [];
  const born = await listBornOn(ctx.db, person.birthDate);
  return born.filter((other) => other.id !== userId && isSameSender(person, other)).map(({ id, email }) => ({ id, email }));
}
