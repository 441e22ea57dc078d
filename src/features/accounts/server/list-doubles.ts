/** Other accounts that give themselves out for the same person. For staff: the terms allow one, and what is counted by account is counted twice. */
import type { Ctx } from "#platform/ctx.server.ts";
import { isSameSender } from "../rules/same-person.ts";
import { findIdentity, listBornOn } from "./person-store.ts";

/** By birth date, and the name in any order. Nobody where the birth date is not known. */
export async function listDoubles(
  ctx: Pick<Ctx, "db">,
  userId: string,
): Promise<readonly { readonly id: string; readonly email: string }[]> {
  const person = await findIdentity(ctx.db, userId);
  if (!person?.birthDate) return [];
  const born = await listBornOn(ctx.db, person.birthDate);
  return born.filter((other) => other.id !== userId && isSameSender(person, other)).map(({ id, email }) => ({ id, email }));
}
