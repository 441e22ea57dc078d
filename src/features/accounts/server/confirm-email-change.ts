/** Following the link that was sent to a new address: from now on it is the account's. */
import type { Ctx } from "#platform/ctx.server.ts";
import { violatedConstraint } from "#shared/database-errors.ts";
import { err, ok, type Result } from "#shared/result.ts";
import { lockAccount, writeEmail } from "./credential-store.ts";
import { keepExclusion, obeyKeptExclusion } from "./kept-exclusion.ts";
import { deleteLink, deleteLinks, findLink } from "./link-store.ts";
import { linkIdOf } from "./mail-links.ts";
import { queueAccountMail } from "./queue-account-mail.ts";

/**
 * Changes the address, which is verified by that; the old one is told, and links that went there work no longer.
 *
 * @param token of the mail's link
 * @returns the new address; `linkExpired` for a link that is unknown, old, used or replaced; `userAlreadyExists` where somebody else took
 *          the address meanwhile: then nothing changes. Each is the key of its sentence in `auth.json`
 */
export async function confirmEmailChange(
  ctx: Ctx,
  token: string,
): Promise<Result<{ readonly email: string }, "linkExpired" | "userAlreadyExists">> {
  const id = linkIdOf(ctx, token);
  const link = id === undefined ? undefined : await findLink(ctx.db, id, ctx.now());
  if (link?.purpose !== "change-email") return err("linkExpired");
  try {
    return await ctx.db.transaction().execute(async (tx) => {
      const account = await lockAccount(tx, link.userId);
      if (!account?.email || !(await deleteLink(tx, link.id))) return err("linkExpired");
      await keepExclusion(ctx, tx, account.id, account.email);
      await obeyKeptExclusion(ctx, tx, account.id, link.email);
      await writeEmail(tx, account.id, link.email, ctx.now());
      await deleteLinks(tx, account.id, ["reset-password", "verify-email"]);
      const reader = { userId: account.id, to: account.email, firstName: account.first_name, locale: account.locale };
      await queueAccountMail(ctx, tx, { message: "email-changed", about: link.id, ...reader, newEmail: link.email });
      return ok({ email: link.email });
    });
  } catch (error) {
    if (violatedConstraint(error) === "users_email_key") return err("userAlreadyExists");
    throw error;
  }
}
