/** What was written to a player, and by them, for the player. */
import type { Ctx } from "#platform/ctx.server.ts";
import { listContactMessages } from "./contact-store.ts";
import { listMailsTo } from "./store.ts";

/** Ready for JSON. Messages from an address count as the player's own once it is verified: anybody can type anybody's. */
export async function exportMessages(
  ctx: Pick<Ctx, "db">,
  player: { readonly id: string; readonly email: string; readonly emailVerified: boolean },
) {
  const [mails, written] = await Promise.all([
    listMailsTo(ctx.db, player.id),
    player.emailVerified ? listContactMessages(ctx.db, player.email) : [],
  ]);
  return { messages_sent: mails, messages_written: written };
}
