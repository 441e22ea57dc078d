/** What one person of the staff does to players alone that nobody can undo: not without an end, or without a colleague who hears of it, where there is one. */
import type { Ctx } from "#platform/ctx.server.ts";
import type { Tx } from "#platform/postgres/db.server.ts";
import { KEPT_OUT_ALONE } from "../rules/safer-play.ts";
import type { Actor } from "./actor.ts";
import { countKeptOutAlone } from "./admin-store.ts";
import { needsSecondAdmin } from "./propose.ts";
import { raiseAlert } from "./raise-alert.ts";

const DAY_MS = 86_400_000;

/**
 * Whether they have begun rests for, or deleted, as many others within a day as one does alone; `userId`, who is next, is none of these. The command
 * line is asked nothing.
 */
export async function hasKeptOutEnough({ now }: Pick<Ctx, "now">, tx: Tx, actor: Actor, userId: string): Promise<boolean> {
  if (actor.kind !== "admin") return false;
  const since = new Date(now().getTime() - DAY_MS);
  const people = await countKeptOutAlone(tx, { actorId: actor.id, besides: userId, since });
  return people >= KEPT_OUT_ALONE && (await needsSecondAdmin(tx, actor, "person_erase"));
}

/** A rest is begun all the same, since whoever asks for protection never waits; the staff are told that somebody has begun so many. */
export async function tellOfKeptOut(ctx: Pick<Ctx, "log" | "now">, tx: Tx, actor: Actor): Promise<void> {
  if (actor.kind !== "admin") return;
  const subject = { type: "shop", id: `kept out by ${actor.id}` } as const;
  await raiseAlert(tx, { kind: "many_kept_out", subject, at: ctx.now() });
  ctx.log.warn({ alert: "many_kept_out", actor: actor.id }, "one of the staff keeps many people from play");
}
