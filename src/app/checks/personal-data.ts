/** Everything that the shop stores about a person. Source: UK GDPR, articles 15 and 20. */
import { recordChange } from "#features/access/server/actor.ts";
import { showPlayerLimits } from "#features/accounts/server/person/find-player-limits.ts";
import { listPeopleAt } from "#features/accounts/server/person/join-person.ts";
import { exportAccount } from "#features/accounts/server/profile/export-account.ts";
import { findProfile } from "#features/accounts/server/profile/profile.ts";
import { exportDocuments } from "#features/books/server/order-documents.ts";
import { exportPrizes } from "#features/draws/server/winners/record-prize-step.ts";
import { exportPastTickets } from "#features/lotteries/server/import/imported-draws.ts";
import { exportWinnerRecords } from "#features/lotteries/server/prize/winner-records.ts";
import { exportMessages, exportMessagesFrom } from "#features/mail/server/forget-messages.ts";
import { exportOrders } from "#features/orders/server/reading/export-orders.ts";
import { exportHarmCases } from "#features/player-protection/server/harm/list-harm-cases.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { isUuid } from "#shared/ids.ts";

type Gathering = Pick<Ctx, "db" | "now" | "publicUrl">;

export async function collectPersonalData(ctx: Gathering, player: Parameters<typeof exportMessages>[1]) {
  const [account, { exclusion, ...limits }, orders, wins, past, care, messages] = await Promise.all([
    exportAccount(ctx, player.id),
    showPlayerLimits(ctx, player.id),
    exportOrders(ctx, player.id),
    exportWinnerRecords(ctx, player.id),
    exportPastTickets(ctx, player.id),
    exportHarmCases(ctx, player.id),
    exportMessages(ctx, player),
  ]);
  const documents = await exportDocuments(
    ctx,
    orders.orders.map(({ id }) => id),
  );
  const prizes = await exportPrizes(ctx, wins);
  return {
    ...{ exported_at: ctx.now(), shop: ctx.publicUrl, ...account, limits: { ...limits, rest: exclusion }, ...orders, documents },
    ...{ winner_records: wins, prizes, past_tickets: past, signs_of_harm: care, ...messages },
  };
}

/** For a person who cannot sign in: all accounts and messages of an address. */
export async function collectForAddress(ctx: Gathering, who: string) {
  const ids = isUuid(who) ? [who] : await listPeopleAt(ctx, who);
  const profiles = await Promise.all(ids.map((id) => findProfile(ctx, id)));
  const found = profiles.flatMap((profile) => profile ?? []);
  const written = isUuid(who) ? [] : await exportMessagesFrom(ctx, who);
  if (found.length === 0 && written.length === 0) return undefined;
  const recorded = { actor: { kind: "command" }, action: "account.disclose", at: ctx.now() } as const;
  const people = [];
  for (const profile of found) {
    await recordChange(ctx.db, { ...recorded, subjectType: "user", subjectId: profile.id });
    people.push(await collectPersonalData(ctx, profile));
  }
  // The log is permanent, so it names a message instead of the address.
  const [message] = written;
  if (message && found.length === 0) await recordChange(ctx.db, { ...recorded, subjectType: "message", subjectId: message.id });
  return { people, messages_from_address: written };
}
