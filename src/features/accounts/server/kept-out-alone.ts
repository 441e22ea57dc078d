/** What one person of the staff does to players alone that nobody can undo: not without an end, where somebody else could go on. */
import type { Ctx } from "#platform/ctx.server.ts";
import type { Tx } from "#platform/postgres/db.server.ts";
import { KEPT_OUT_ALONE } from "../rules/safer-play.ts";
import type { Actor } from "./actor.ts";
import { countKeptOutAlone } from "./admin-store.ts";
import { needsSecondAdmin } from "./propose.ts";

const DAY_MS = 86_400_000;

/** Whether they have begun rests, and deleted people, as often today as one does alone. The command line is asked nothing. */
export async function hasKeptOutEnough({ now }: Pick<Ctx, "now">, tx: Tx, actor: Actor): Promise<boolean> {
  if (actor.kind !== "admin") return false;
  const people = await countKeptOutAlone(tx, actor.id, new Date(now().getTime() - DAY_MS));
  return people >= KEPT_OUT_ALONE && (await needsSecondAdmin(tx, actor, "person_erase"));
}
