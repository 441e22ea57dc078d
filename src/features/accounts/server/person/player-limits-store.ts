/** Tables `player_limits` (present limits) and `player_limit_changes` (the permanent record of requests). */
import { sql } from "kysely";
import type { Db, Tx } from "#platform/postgres/db.server.ts";
import { pence } from "#shared/money/money.ts";
import { words } from "#shared/text/words.ts";
import {
  type LimitPrompt,
  isLimitPrompt,
  NO_LIMITS,
  type PlayerLimits,
  type RequestChannel,
} from "../../rules/person/safer-play.ts";

/** Columns of `player_limits` that `toLimits` reads. */
export const columns = words(
  "monthly_limit_pence next_limit_pence next_limit_from paused_until excluded_until matched_until skipped",
);

function rowsOf(db: Db | Tx, userId: string) {
  return db.selectFrom("player_limits").select(columns).where("user_id", "=", userId);
}
export type Row = Awaited<ReturnType<ReturnType<typeof rowsOf>["executeTakeFirstOrThrow"]>>;

/** A row as limits, in pence. */
export function toLimits(row: Row): PlayerLimits {
  return {
    limit: row.monthly_limit_pence === null ? undefined : pence(row.monthly_limit_pence),
    next:
      row.next_limit_from === null
        ? undefined
        : { limit: row.next_limit_pence === null ? undefined : pence(row.next_limit_pence), from: row.next_limit_from },
    pausedUntil: row.paused_until ?? undefined,
    excludedUntil: row.excluded_until ?? undefined,
    matchedUntil: row.matched_until ?? undefined,
    skipped: isLimitPrompt(row.skipped) ? row.skipped : undefined,
  };
}

/** The player's limits, or none without a row. */
export async function findLimitsRow(db: Db | Tx, userId: string): Promise<PlayerLimits> {
  const row = await rowsOf(db, userId).executeTakeFirst();
  return row ? toLimits(row) : NO_LIMITS;
}

/** Locks the player's limits until the transaction ends. Creates the row if there is none. */
export async function lockLimitsRow(tx: Tx, userId: string): Promise<PlayerLimits> {
  await tx
    .insertInto("player_limits")
    .values({ user_id: userId })
    .onConflict((conflict) => conflict.column("user_id").doNothing())
    .execute();
  return toLimits(await rowsOf(tx, userId).forUpdate().executeTakeFirstOrThrow());
}

/** Sets limit and pending change, in pence. `since`: the start of a limit that is now in force. */
export async function saveLimit(
  tx: Tx,
  userId: string,
  to: { limit: number | undefined; next: PlayerLimits["next"]; since: Date | undefined },
): Promise<void> {
  await tx
    .updateTable("player_limits")
    .set({
      monthly_limit_pence: to.limit ?? null,
      next_limit_pence: to.next?.limit ?? null,
      next_limit_from: to.next?.from ?? null,
      ...(to.since && { limit_since: to.since }),
    })
    .where("user_id", "=", userId)
    .execute();
}

/** Sets the end of the pause (`paused_until`) or self-exclusion. */
export async function saveExclusionEnd(
  tx: Tx,
  userId: string,
  column: "paused_until" | "excluded_until",
  until: Date,
): Promise<void> {
  await tx
    .updateTable("player_limits")
    .set({ [column]: until })
    .where("user_id", "=", userId)
    .execute();
}

/**
 * Records that the player skipped a prompt, or chose a limit. Call it with the row locked. `asked_at`: the
 * first time.
 */
export async function savePromptAnswer(tx: Tx, userId: string, skipped: LimitPrompt, at: Date): Promise<void> {
  await tx
    .updateTable("player_limits")
    .set((eb) => ({ skipped, asked_at: eb.fn.coalesce("asked_at", eb.val(at)) }))
    .where("user_id", "=", userId)
    .execute();
}

/** `limit_later`: a raise that waits. `limit_kept`: a waiting raise was cancelled. */
export type LimitChangeKind = "limit" | "limit_later" | "limit_kept" | "no_limit" | "pause" | "exclusion";

/**
 * Adds to the permanent record of the player's requests. `limit` in pence. `channel`: how staff received
 * it.
 */
export async function insertLimitChange(
  db: Db | Tx,
  userId: string,
  change: {
    kind: LimitChangeKind;
    limit?: number | undefined;
    until?: Date | undefined;
    channel?: RequestChannel | undefined;
    at: Date;
  },
): Promise<void> {
  await db
    .insertInto("player_limit_changes")
    .values({
      user_id: userId,
      kind: change.kind,
      limit_pence: change.limit ?? null,
      until: change.until ?? null,
      asked: change.channel ?? null,
      at: change.at,
    })
    .execute();
}

/** The player's requests, oldest first. */
export async function listLimitChanges(db: Db, userId: string) {
  return db
    .selectFrom("player_limit_changes")
    .select(["kind", "limit_pence", "until", "asked", "at"])
    .where("user_id", "=", userId)
    .orderBy("id")
    .execute();
}

/** Whether the person who began the last exclusion had confirmed the address. */
export async function isExclusionOfReader(tx: Tx, userId: string, kind: "pause" | "exclusion"): Promise<boolean> {
  const { rows } = await sql<{ isTheirs: boolean }>`
    SELECT u.email_verified AND NOT EXISTS (
      SELECT FROM consents c WHERE c.user_id = u.id AND c.source = 'claimed'
        AND c.at >= (SELECT max(l.at) FROM player_limit_changes l WHERE l.user_id = u.id AND l.kind = ${kind})) AS "isTheirs"
    FROM users u WHERE u.id = ${userId}`.execute(tx);
  return rows[0]?.isTheirs === true;
}
