/** Mailed sign-in links, for owners whose account is locked by strangers' attempts. */
import { randomUUID } from "node:crypto";
import { consumeRateLimit } from "#features/access/server/consume-rate-limit.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { JobData } from "#platform/jobs/queues.ts";
import { findAccount, findPasswordHash } from "./credential-store.ts";
import { findLink, findNewestLink, type Link } from "./link-store.ts";
import { linkIdOf, queueLink } from "./mail-links.ts";

/**
 * The valid sign-in link of this token. Its attempts are counted apart from those of unknown devices, which
 * may have used up the account's limit. Only a successful sign-in uses the link up.
 */
export async function findSignInLink(ctx: Ctx, token: string | undefined): Promise<Link | undefined> {
  const id = token === undefined ? undefined : linkIdOf(ctx, token);
  const link = id === undefined ? undefined : await findLink(ctx.db, id, ctx.now());
  return link?.purpose === "sign-in" ? link : undefined;
}

/**
 * After a sign-in refused by the rate limit. Queues the same job whether or not the account exists, so that
 * the response does not reveal it; `sendSignInLink` looks the account up.
 */
export async function offerSignInLink(ctx: Ctx, email: string, address: string): Promise<void> {
  if (
    (await consumeRateLimit(ctx, "signInMailByAddress", address)) > 0 ||
    (await consumeRateLimit(ctx, "signInMailByAccount", email)) > 0
  )
    return;
  const job = { email, linkId: randomUUID() };
  await ctx.db.transaction().execute((tx) => ctx.jobs.send(tx, "sign-in-link", job));
}

/** One mail at a time: none is sent while the last link is valid and unused. */
export async function sendSignInLink(ctx: Ctx, { email, linkId: id }: JobData["sign-in-link"]): Promise<void> {
  const account = await findAccount(ctx.db, { email });
  if (!account || (await findPasswordHash(ctx.db, account.id)) === undefined) return;
  await ctx.db.transaction().execute(async (tx) => {
    if (await findNewestLink(tx, account.id, "sign-in", ctx.now())) return;
    const recipient = { id, userId: account.id, to: email, firstName: account.first_name, locale: account.locale };
    await queueLink(ctx, tx, "sign-in", recipient);
  });
}
