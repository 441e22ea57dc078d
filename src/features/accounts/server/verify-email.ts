/** Showing that an address is one's own, by following the link that went there. */
import type { Ctx } from "#platform/ctx.server.ts";
import { err, ok, type Result } from "#shared/result.ts";
import { confirmEmailChange } from "./confirm-email-change.ts";
import { lockAccount, markVerified } from "./credential-store.ts";
import { takeOverPost } from "./join-person.ts";
import { deleteLink, findLink } from "./link-store.ts";
import { linkIdOf } from "./mail-links.ts";
import { waitForAddress } from "./person-store.ts";

/** `isNew`: the account changes to it. */
export type WaitingAddress = { readonly email: string; readonly isNew: boolean };

/** The address that a link would confirm. It is not used up by looking: mail programs look before their owners do. */
export async function findWaitingAddress(ctx: Ctx, token: string): Promise<WaitingAddress | undefined> {
  const id = linkIdOf(ctx, token);
  const link = id === undefined ? undefined : await findLink(ctx.db, id, ctx.now());
  if (link?.purpose !== "verify-email" && link?.purpose !== "change-email") return undefined;
  return { email: link.email, isNew: link.purpose === "change-email" };
}

/**
 * Confirms the address of either kind of link.
 *
 * @returns the address; `linkExpired` for a link that is unknown, old, used, or of an address that the account has no longer;
 *          `userAlreadyExists` where a new address belongs to somebody else by now
 */
export async function verifyEmail(
  ctx: Ctx,
  token: string,
): Promise<Result<{ readonly email: string }, "linkExpired" | "userAlreadyExists">> {
  const id = linkIdOf(ctx, token);
  const link = id === undefined ? undefined : await findLink(ctx.db, id, ctx.now());
  if (link?.purpose === "change-email") return confirmEmailChange(ctx, token);
  if (link?.purpose !== "verify-email") return err("linkExpired");
  return ctx.db.transaction().execute(async (tx) => {
    await waitForAddress(tx, link.email);
    const account = await lockAccount(tx, link.userId);
    if (!account || !(await deleteLink(tx, link.id))) return err("linkExpired");
    const isStillTheirs = await markVerified(tx, account.id, link.email, ctx.now());
    if (!isStillTheirs) return err("linkExpired");
    await takeOverPost(tx, account.id, link.email);
    return ok({ email: link.email });
  });
}
