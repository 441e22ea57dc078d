/** For tests: people who have a second factor. */
import type { Ctx } from "#platform/ctx.server.ts";
import { stepAt } from "../rules/second-factor.ts";
import { registered } from "./accounts.fixture.ts";
import { appCodeAt, newAppSecret, openSecret, sealSecret } from "./app-codes.ts";
import type { SignedIn } from "./new-session.ts";
import { findSecondFactor } from "./second-factor-store.ts";
import { confirmSecondFactor } from "./set-second-factor.ts";

/** Somebody new, or who is given, with their session and recovery codes. The code of the present half minute is used up. */
export async function withSecondFactor(ctx: Ctx, given?: SignedIn & { readonly email: string }) {
  const person = given ?? (await registered(ctx));
  const { id: sessionId } = await ctx.db
    .selectFrom("sessions")
    .select("id")
    .where("token", "=", person.sessionToken)
    .executeTakeFirstOrThrow();
  const secret = newAppSecret(ctx);
  const sealed = sealSecret(ctx, person.userId, JSON.stringify([secret, ctx.now().getTime()]));
  const code = appCodeAt(secret, stepAt(ctx.now()));
  const set = await confirmSecondFactor(ctx, { id: person.userId, sessionId, email: person.email }, { sealed, code });
  if (!set.ok) throw new Error(set.error);
  return { ...person, ...set.value };
}

/** What their app holds. */
export async function findFactorSecret(ctx: Ctx, userId: string): Promise<string> {
  const factor = await findSecondFactor(ctx.db, userId);
  const secret = factor && openSecret(ctx, userId, factor.secret);
  if (secret === undefined) throw new Error("there is no second factor");
  return secret;
}
