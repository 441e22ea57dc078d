import type { Beacon, ChainInfo, Commitment, DrawProof } from "@concours/draw-protocol";
import { sql } from "kysely";
import { jsonArrayFrom } from "kysely/helpers/postgres";
import type { Db, Tx } from "#platform/postgres/db.server.ts";
import type { ReasonText } from "../../rules/draw-reason.ts";
import { PRIZE_CHOICES, type PrizeChoice } from "../../rules/prize-choice.ts";
import { PRIZE_DOCUMENTS, type PrizeDocument } from "../../rules/prize.ts";
import type { ChangeReason } from "../../rules/replacement.ts";

export type DrawRow = {
  readonly lotteryId: string;
  readonly autoDraw: boolean;
  readonly valid: number;
  readonly free: number;
  readonly askedAt: Date | undefined;
  readonly earlyReason: ReasonText | undefined;
  readonly committed: CommittedRow | undefined;
  readonly result: ResultRow | undefined;
};
export type CommittedRow = {
  readonly commitment: string;
  readonly inputs: Commitment;
  readonly prize: string | undefined;
  readonly timestamps: DrawProof["timestamps"];
  readonly stamps: readonly { readonly authority: string; readonly at: Date }[];
  /** Absent in old draws. */
  readonly chain: ChainInfo | undefined;
  readonly isDemo: boolean;
  readonly frozenAt: Date;
  readonly sequence: number;
  /** Tickets excluded because of a dispute at the freeze. */
  readonly leftOut: number;
};
export type ResultRow = {
  readonly beacon: Beacon;
  readonly seed: string;
  readonly drawnAt: Date;
  readonly picks: readonly { readonly prize: number; readonly ticketNumber: number }[];
  readonly changes: readonly { readonly ticketNumber: number; readonly reason: ChangeReason; readonly at: Date }[];
  readonly prize: {
    readonly contactedAt: Date | undefined;
    readonly confirmedAt: Date | undefined;
    readonly checkedAt: Date | undefined;
    readonly document: PrizeDocument | undefined;
    readonly deliveredAt: Date | undefined;
    readonly choice: PrizeChoice | undefined;
    readonly chosenAt: Date | undefined;
    /** Of the payment of cash. */
    readonly cashReference: string | undefined;
  };
};

function drawRows(db: Db | Tx) {
  return db
    .selectFrom("lotteries as l")
    .leftJoin("draws as d", "d.lottery_id", "l.id")
    .leftJoin("draw_log as g", "g.lottery_id", "l.id")
    .leftJoin("draw_requests as r", "r.lottery_id", "l.id")
    .selectAll("d")
    .select([
      "l.id",
      "l.draws_by_itself",
      "l.tickets_sold",
      "g.sequence",
      "g.commitment as logged",
      "r.asked_at",
      "r.early_reason as asked_reason",
    ])
    .select("r.early_reason_fr")
    .select((eb) => [
      eb
        .selectFrom("orders as o")
        .select(sql<number>`coalesce(sum(o.quantity), 0)::integer`.as("free"))
        .whereRef("o.lottery_id", "=", "l.id")
        .where("o.kind", "=", "free")
        .where("o.state", "=", "free")
        .as("free"),
      jsonArrayFrom(
        eb
          .selectFrom("draw_picks as p")
          .select(["p.pick as prize", "p.ticket_number as ticketNumber"])
          .whereRef("p.lottery_id", "=", "l.id")
          .orderBy("p.pick"),
      ).as("picks"),
      jsonArrayFrom(
        eb
          .selectFrom("draw_timestamps as s")
          .select(["s.url", "s.authority", "s.stamped_at as at", sql<string>`encode(s.token, 'base64')`.as("token")])
          .whereRef("s.lottery_id", "=", "l.id")
          .orderBy("s.stamped_at")
          .orderBy("s.url"),
      ).as("timestamps"),
      jsonArrayFrom(
        eb
          .selectFrom("winner_changes as c")
          .select([
            "c.ticket_number as ticketNumber",
            "c.reason_code as code",
            "c.reason as text",
            "c.reason_fr as textFr",
            "c.at",
          ])
          .whereRef("c.lottery_id", "=", "l.id")
          .orderBy("c.id"),
      ).as("changes"),
    ]);
}
type Row = Awaited<ReturnType<ReturnType<typeof drawRows>["executeTakeFirstOrThrow"]>>;

export async function findDrawRow(db: Db | Tx, lotteryId: string): Promise<DrawRow | undefined> {
  const row = await drawRows(db).where("l.id", "=", lotteryId).executeTakeFirst();
  return row && toDraw(row);
}

/** Of all published draws, by lottery id. */
export async function listDrawRows(db: Db): Promise<ReadonlyMap<string, DrawRow>> {
  const rows = await drawRows(db).where("l.status", "!=", "draft").execute();
  return new Map(rows.map((row) => [row.id, toDraw(row)]));
}

function toDraw(row: Row): DrawRow {
  return {
    lotteryId: row.id,
    autoDraw: row.draws_by_itself,
    valid: row.tickets_sold + (row.free ?? 0),
    free: row.free ?? 0,
    askedAt: row.asked_at ?? undefined,
    // A request may have waited until the draw was no longer early.
    earlyReason: reasonOf(row.lottery_id === null ? row.asked_reason : row.early_reason, row.early_reason_fr),
    committed: toCommitted(row),
    result: toResult(row),
  };
}

function reasonOf(text: string | null, textFr: string | null): ReasonText | undefined {
  return text === null ? undefined : { text, textFr: textFr ?? undefined };
}

function toCommitted(row: Row): CommittedRow | undefined {
  if (row.lottery_id === null) return undefined;
  return {
    // As in the public log, so that the check compares it with the computed one.
    commitment: whole(row.logged),
    sequence: whole(row.sequence),
    frozenAt: whole(row.frozen_at),
    leftOut: whole(row.left_out),
    isDemo: whole(row.is_demo),
    chain: (row.chain as ChainInfo | null) ?? undefined,
    prize: row.prize_document ?? undefined,
    timestamps: row.timestamps.map(({ url, token }) => ({ url, token: token.replaceAll("\n", "") })),
    stamps: row.timestamps.map(({ authority, at }) => ({ authority, at: new Date(at) })),
    inputs: {
      algorithm: whole(row.algorithm),
      chainHash: whole(row.chain_hash),
      closedAt: whole(row.closed_at),
      drawId: row.lottery_id,
      entriesSha256: whole(row.entries_sha256),
      merkleRoot: whole(row.merkle_root),
      n: whole(row.n),
      prizeSha256: row.prize_sha256 ?? undefined,
      picks: whole(row.prizes),
      prizeRules: undefined,
      round: whole(row.round),
    },
  };
}

function toResult(row: Row): ResultRow | undefined {
  if (row.drawn_at === null || row.seed === null || row.beacon_signature === null || row.beacon_randomness === null)
    return undefined;
  return {
    beacon: { round: whole(row.round), signature: row.beacon_signature, randomness: row.beacon_randomness },
    seed: row.seed,
    drawnAt: row.drawn_at,
    picks: row.picks,
    changes: row.changes.map(({ ticketNumber, at, code, text, textFr }) => ({
      ticketNumber,
      at: new Date(at),
      reason: { code: code ?? undefined, text, textFr: textFr ?? undefined },
    })),
    prize: {
      contactedAt: row.prize_contacted_at ?? undefined,
      confirmedAt: row.prize_confirmed_at ?? undefined,
      checkedAt: row.prize_checked_at ?? undefined,
      document: PRIZE_DOCUMENTS.find((known) => known === row.prize_check_document),
      deliveredAt: row.prize_delivered_at ?? undefined,
      choice: PRIZE_CHOICES.find((known) => known === row.prize_choice),
      chosenAt: row.prize_chosen_at ?? undefined,
      cashReference: row.prize_cash_reference ?? undefined,
    },
  };
}

function whole<T>(value: T | null): T {
  if (value === null) throw new Error("a frozen draw lacks a part of its commitment");
  return value;
}

export async function measureHandoverRows(db: Db): Promise<number | undefined> {
  const { rows } = await sql<{ days: number | null }>`
    SELECT round(extract(epoch FROM avg(prize_delivered_at - drawn_at)) / 86400)::int AS days
    FROM draws WHERE prize_delivered_at IS NOT NULL`.execute(db);
  return rows[0]?.days ?? undefined;
}

export async function listLatestDrawn(db: Db, limit: number): Promise<string[]> {
  const drawn = db.selectFrom("draws").select("lottery_id").where("drawn_at", "is not", null);
  const rows = await drawn.orderBy("drawn_at", "desc").limit(limit).execute();
  return rows.map(({ lottery_id }) => lottery_id);
}

/** `wonAt`: the win of the present winner. */
export type HandoverRow = {
  readonly lotteryId: string;
  readonly drawnAt: Date;
  readonly wonAt: Date;
  readonly contactedAt: Date | undefined;
};

export async function listHandovers(db: Db): Promise<HandoverRow[]> {
  const { rows } = await sql<{ lottery_id: string; drawn_at: Date; won_at: Date; prize_contacted_at: Date | null }>`
    SELECT lottery_id, drawn_at, prize_contacted_at,
      greatest(drawn_at, (SELECT max(at) FROM winner_changes c WHERE c.lottery_id = draws.lottery_id)) AS won_at
    FROM draws WHERE drawn_at IS NOT NULL AND prize_delivered_at IS NULL`.execute(db);
  return rows.map((row) => ({
    lotteryId: row.lottery_id,
    drawnAt: row.drawn_at,
    wonAt: row.won_at,
    contactedAt: row.prize_contacted_at ?? undefined,
  }));
}

export async function listPrizeSteps(db: Db, lotteryIds: readonly string[]) {
  if (lotteryIds.length === 0) return [];
  return db
    .selectFrom("draws")
    .select(["lottery_id", "prize_contacted_at as contacted_at", "prize_confirmed_at as confirmed_at"])
    .select(["prize_checked_at as identity_checked_at", "prize_check_document as identity_document"])
    .select("prize_delivered_at as handed_over_at")
    .where("lottery_id", "in", lotteryIds)
    .orderBy("drawn_at")
    .execute();
}
