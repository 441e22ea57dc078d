/** Holds tickets for a player with a monthly limit: of two tabs at once, the second sees what the first has taken of it. */
import { limitAt, type Rest, restAt } from "#features/accounts/rules/safer-play.ts";
import { lockPlayerLimits } from "#features/accounts/server/find-player-limits.ts";
import type { Tx } from "#platform/postgres/db.server.ts";
import { passesLimit } from "../rules/spending.ts";
import { findSpending } from "./find-eligibility.ts";
import { holdTickets, type NewHold } from "./hold-store.ts";
import { findOrderByRequest } from "./store.ts";

/** Undefined where the draw does not sell that many; `repeated` where this very request has been served, and so counts already. */
export async function holdWithinLimit(
  tx: Tx,
  hold: NewHold,
  now: Date,
): Promise<{ id: string } | "repeated" | "over_limit" | Rest["kind"] | undefined> {
  const limits = await lockPlayerLimits(tx, hold.userId);
  const rest = restAt(limits, now);
  if (rest) return rest.kind;
  if (hold.requestKey !== undefined && (await findOrderByRequest(tx, hold.userId, hold.requestKey))) return "repeated";
  if (passesLimit(limitAt(limits, now), await findSpending(tx, hold.userId, now), hold.total)) return "over_limit";
  return holdTickets(tx, hold, now);
}
