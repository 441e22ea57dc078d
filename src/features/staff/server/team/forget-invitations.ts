import type { Ctx } from "#platform/ctx.server.ts";
import { INVITATION_LISTED_MS } from "../../rules/staff.ts";
import { deleteOldInvitations } from "./invitation-store.ts";

/** Daily clean-up of expired invitations. */
export async function forgetInvitations(ctx: Pick<Ctx, "db" | "now">): Promise<void> {
  await deleteOldInvitations(ctx.db, new Date(ctx.now().getTime() - INVITATION_LISTED_MS));
}
