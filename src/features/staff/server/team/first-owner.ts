/** The first owner of a new shop claims it by a link that the console prints. */
import { randomUUID } from "node:crypto";
import { endOtherSessionsIn } from "#features/accounts/server/sessions/end-sessions.ts";
import { lockAccount } from "#features/accounts/server/sign-in/credential-store.ts";
import { linkIdOf, ownerAddress } from "#features/accounts/server/sign-in/mail-links.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { Tx } from "#platform/postgres/db.server.ts";
import { err, ok, type Result } from "#shared/result.ts";
import { writeRole } from "./appoint-admin.ts";
import { hasStaff, isOwnerLink, lockStaff, takeOwnerLink, writeOwnerLink } from "./owner-link-store.ts";

/** How long the link is valid. */
const LINK_MS = 24 * 3_600_000;

/**
 * The address of a link that is valid for a day and replaces earlier ones. Undefined if the shop has staff.
 */
export async function offerShop(ctx: Ctx): Promise<string | undefined> {
  return ctx.db.transaction().execute(async (tx) => {
    await lockStaff(tx);
    if (await hasStaff(tx)) return undefined;
    const id = randomUUID();
    await writeOwnerLink(tx, id, new Date(ctx.now().getTime() + LINK_MS));
    return ownerAddress(ctx, id);
  });
}

/** Whether the link is valid. */
export async function isOffered(ctx: Ctx, token: string): Promise<boolean> {
  const id = linkIdOf(ctx, token);
  return id !== undefined && (await isOwnerLink(ctx.db, id, ctx.now()));
}

/**
 * Makes the account the owner if there is no staff. Other sessions end: a stolen one would gain rights.
 * Returns the session's new token, if there was a session.
 */
export async function claimShop(
  ctx: Ctx,
  visitor: { readonly id: string; readonly sessionId: string | undefined },
  token: string,
): Promise<Result<string | undefined, "linkExpired">> {
  const id = linkIdOf(ctx, token);
  if (id === undefined) return err("linkExpired");
  // All claims wait for one lock. Without a limit, many of them at once would use up the connection pool.
  return ctx.pool.withPermit("first owner", () => ctx.db.transaction().execute((tx) => claimLocked(ctx, tx, { visitor, id })));
}

type Claim = { readonly visitor: { readonly id: string; readonly sessionId: string | undefined }; readonly id: string };

async function claimLocked(ctx: Ctx, tx: Tx, { visitor, id }: Claim): Promise<Result<string | undefined, "linkExpired">> {
  if (!(await lockAccount(tx, visitor.id))) return err("linkExpired");
  await lockStaff(tx);
  if (!(await takeOwnerLink(tx, id, ctx.now())) || (await hasStaff(tx))) return err("linkExpired");
  const sessionToken = await endOtherSessionsIn(ctx, tx, visitor);
  await writeRole(
    ctx,
    tx,
    { kind: "command" },
    { userId: visitor.id, before: undefined, after: "owner", auditDetails: { by_link: true } },
  );
  return ok(sessionToken);
}
