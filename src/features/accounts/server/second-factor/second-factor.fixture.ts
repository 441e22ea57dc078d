import type { Ctx } from "#platform/ctx.server.ts";
import { stepAt } from "../../rules/sign-in/second-factor.ts";
import { registered } from "../accounts.fixture.ts";
import type { SignedIn } from "../sessions/new-session.ts";
import { appCodeAt, newAppSecret, openSecret, sealSecret } from "../sign-in/app-codes.ts";
import { findSecondFactor } from "./second-factor-store.ts";
import { confirmSecondFactor } from "./set-second-factor.ts";

/** Sets up a second factor for `existing`, or for a new person. The code of the current step is used up. */
export async function withSecondFactor(ctx: Ctx, existing?: SignedIn & { readonly email: string }) {
  const person = existing ?? (await registered(ctx));
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

/** The decrypted secret of the person's app. */
export async function findFactorSecret(ctx: Ctx, userId: string): Promise<string> {
  const factor = await findSecondFactor(ctx.db, userId);
  const secret = factor && openSecret(ctx, userId, factor.secret);
  if (secret === undefined) throw new Error("there is no second factor");
  return secret;
}
