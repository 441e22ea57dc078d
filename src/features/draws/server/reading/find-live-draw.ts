/** Reads a draw for its live page. */
import { listFirstNames } from "#features/accounts/server/profile/profile.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { defaultLocale, type Locale } from "#shared/language/locale.ts";
import { type DrawRecord, drawRecord } from "../../rules/draw-record.ts";
import { type LiveDraw, liveDraw } from "../../rules/live/live-draw.ts";
import { findDraw } from "./find-draw.ts";

function isNamed(entry: readonly [number, string | undefined]): entry is [number, string] {
  return entry[1] !== undefined;
}

/**
 * `record`: in the visitor's language; `live`: the same for all. Undefined for an unknown draw and a draft.
 */
export async function findLiveDraw(
  ctx: Pick<Ctx, "db" | "beacon" | "now">,
  lotteryId: string | undefined,
  locale: Locale = defaultLocale(),
): Promise<{ readonly record: DrawRecord; readonly live: LiveDraw } | undefined> {
  const draw = await findDraw(ctx, lotteryId);
  if (!draw) return undefined;
  const record = drawRecord(draw, locale, ctx.now());
  const winners = (draw.result?.prizes ?? []).flatMap(({ place, winner }) => (winner ? [{ place, id: winner.userId }] : []));
  const names = await listFirstNames(ctx, [...new Set(winners.map(({ id }) => id))]);
  const firstNames = new Map(winners.flatMap(({ place, id }) => [[place, names.get(id)] as const]).filter(isNamed));
  return { record, live: liveDraw(record, firstNames) };
}
