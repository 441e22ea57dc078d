/** The mail that opens the door: whoever else has used up the tries at an account, its owner signs in by this link with the right password. */
import { randomUUID } from "node:crypto";
import type { Ctx } from "#platform/ctx.server.ts";
import type { JobData } from "#platform/jobs/queues.ts";
import { consumeRateLimit } from "./consume-rate-limit.ts";
import { findAccount, findPasswordHash } from "./credential-store.ts";
import { findLink, findNewestLink, type Link } from "./link-store.ts";
import { linkIdOf, queueLink } from "./mail-links.ts";

/** The link of a token, if it still works. It is used up by signing in, and not by looking or by a wrong password. */
export async function findSignInLink(ctx: Ctx, token: string | undefined): Promise<Link | undefined> {
  const id = token === undefined ? undefined : linkIdOf(ctx, token);
  const link = id === undefined ? undefined : await findLink(ctx.db, id, ctx.now());
  return link?.purpose === "sign-in" ? link : undefined;
}

/** Somebody has been refused. Queues the same for every address, known or not; `sendSignInLink` finds out later whether there is an account. */
export async function offerSignInLink(ctx: Ctx, email: string, address: string): Promise<void> {
  if (
    (await consumeRateLimit(ctx, "signInMailByAddress", address)) > 0 ||
    (await consumeRateLimit(ctx, "signInMailByAccount", email)) > 0
  )
    return;
  const job = { email, linkId: randomUUID() };
  await ctx.db.transaction().execute((tx) => ctx.jobs.send(tx, "sign-in-link", job));
}

/** The job behind it: one mail at a time. As long as the last one's link works, and it was not used, there is no need of another. */
export async function sendSignInLink(ctx: Ctx, { email, linkId: id }: JobData["sign-in-link"]): Promise<void> {
  const account = await findAccount(ctx.db, { email });
  if (!account || (await findPasswordHash(ctx.db, account.id)) === undefined) return;
  await ctx.db.transaction().execute(async (tx) => {
    if (await findNewestLink(tx, account.id, "sign-in", ctx.now())) return;
    const reader = { id, userId: account.id, to: email, firstName: account.first_name, locale: account.locale };
    await queueLink(ctx, tx, "sign-in", reader);
  });
}
