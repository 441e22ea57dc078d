/** The first owner of a shop that nobody administers: offered by a link on the console of whoever started it, and taken up once. */
import { randomUUID } from "node:crypto";
import type { Ctx } from "#platform/ctx.server.ts";
import type { Tx } from "#platform/postgres/db.server.ts";
import { err, ok, type Result } from "#shared/result.ts";
import { writeRole } from "./appoint-admin.ts";
import { lockAccount } from "./credential-store.ts";
import { keepThisSession } from "./end-sessions.ts";
import { linkIdOf, ownerAddress } from "./mail-links.ts";
import { hasStaff, isOwnerLink, lockStaff, takeOwnerLink, writeOwnerLink } from "./opening-store.ts";

const LINK_MS = 24 * 3_600_000;

/** The link for whoever reads the console, good for a day; undefined where somebody administers the shop. The link of the last start opens nothing any more. */
export async function offerShop(ctx: Ctx): Promise<string | undefined> {
  return ctx.db.transaction().execute(async (tx) => {
    await lockStaff(tx);
    if (await hasStaff(tx)) return undefined;
    const id = randomUUID();
    await writeOwnerLink(tx, id, new Date(ctx.now().getTime() + LINK_MS));
    return ownerAddress(ctx, id);
  });
}

export async function isOffered(ctx: Ctx, token: string): Promise<boolean> {
  const id = linkIdOf(ctx, token);
  return id !== undefined && (await isOwnerLink(ctx.db, id, ctx.now()));
}

/**
 * Makes an account the owner, once: the link is used up by it, and by nobody where somebody administers the shop meanwhile. Every other session of
 * the account ends, and this one goes on under a new token, since whoever holds a stolen one would be an owner now.
 */
export async function claimShop(
  ctx: Ctx,
  visitor: { readonly id: string; readonly sessionId: string | undefined },
  token: string,
): Promise<Result<string | undefined, "linkExpired">> {
  const id = linkIdOf(ctx, token);
  if (id === undefined) return err("linkExpired");
  // All of these wait for one lock. Without a limit, many claims at once hold every connection, and nothing else is answered.
  return ctx.pool.withPermit("first owner", () => ctx.db.transaction().execute((tx) => claimLocked(ctx, tx, { visitor, id })));
}

type Claim = { readonly visitor: { readonly id: string; readonly sessionId: string | undefined }; readonly id: string };

async function claimLocked(ctx: Ctx, tx: Tx, { visitor, id }: Claim): Promise<Result<string | undefined, "linkExpired">> {
  if (!(await lockAccount(tx, visitor.id))) return err("linkExpired");
  await lockStaff(tx);
  if (!(await takeOwnerLink(tx, id, ctx.now())) || (await hasStaff(tx))) return err("linkExpired");
  const sessionToken = await keepThisSession(ctx, tx, visitor);
  await writeRole(
    ctx,
    tx,
    { kind: "command" },
    { userId: visitor.id, before: undefined, after: "owner", said: { by_link: true } },
  );
  return ok(sessionToken);
}
