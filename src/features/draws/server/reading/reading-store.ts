/** Reads draws with their request, commitment, result and hand-overs. */
import type { Beacon, ChainInfo, Commitment, DrawProof } from "@concours/draw-protocol";
import { sql } from "kysely";
import { jsonArrayFrom } from "kysely/helpers/postgres";
import type { Db, Tx } from "#platform/postgres/db.server.ts";
import type { ReasonText } from "../../rules/draw-reason.ts";
import { PRIZE_CHOICES, type PrizeChoice } from "../../rules/prize-choice.ts";
import { PRIZE_DOCUMENTS, type PrizeDocument } from "../../rules/prize.ts";
import type { ChangeReason } from "../../rules/replacement.ts";
import type { DrawnPick } from "../../rules/won-prizes.ts";

/** The commitment, and what it commits to. */
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

/** The steps of handing over a prize. */
export type Handover = {
  readonly contactedAt: Date | undefined;
  readonly confirmedAt: Date | undefined;
  readonly checkedAt: Date | undefined;
  readonly document: PrizeDocument | undefined;
  readonly deliveredAt: Date | undefined;
  /** What the winner chose, if cash is offered; of the first prize only. */
  readonly choice: PrizeChoice | undefined;
  readonly chosenAt: Date | undefined;
  /** Of the payment of cash. */
  readonly cashReference: string | undefined;
};

/** The result; `prizes` is their number. */
export type ResultRow = {
  readonly beacon: Beacon;
  readonly seed: string;
  readonly drawnAt: Date;
  readonly prizes: number;
  readonly onePrizeAPerson: boolean;
  readonly picks: readonly DrawnPick[];
  readonly changes: readonly {
    readonly place: number;
    readonly ticketNumber: number;
    readonly reason: ChangeReason;
    readonly at: Date;
  }[];
  /** By the place of the prize. */
  readonly handovers: ReadonlyMap<number, Handover>;
  readonly videoUrl: string | undefined;
};

/** `valid`: tickets that take part; `free`: postal ones of them. */
export type DrawRow = {
  readonly lotteryId: string;
  readonly autoDraw: boolean;
  readonly valid: number;
  readonly free: number;
  readonly requestedAt: Date | undefined;
  readonly earlyReason: ReasonText | undefined;
  readonly committed: CommittedRow | undefined;
  readonly result: ResultRow | undefined;
};

const NO_HANDOVER: Handover = {
  contactedAt: undefined,
  confirmedAt: undefined,
  checkedAt: undefined,
  document: undefined,
  deliveredAt: undefined,
  choice: undefined,
  chosenAt: undefined,
  cashReference: undefined,
};

/** The hand-over of a prize, counted from 1. */
export function handoverOf({ handovers }: Pick<ResultRow, "handovers">, place = 1): Handover {
  return handovers.get(place) ?? NO_HANDOVER;
}

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
      "r.early_reason as requested_reason",
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
          .select(["p.pick", "p.ticket_number as ticketNumber", "p.passed_over as isPassedOver"])
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
            "c.place",
            "c.ticket_number as ticketNumber",
            "c.reason_code as code",
            "c.reason as text",
            "c.reason_fr as textFr",
            "c.at",
          ])
          .whereRef("c.lottery_id", "=", "l.id")
          .orderBy("c.id"),
      ).as("changes"),
      jsonArrayFrom(
        eb
          .selectFrom("prize_handovers as h")
          .select(["h.place", "h.prize_contacted_at", "h.prize_confirmed_at", "h.prize_checked_at"])
          .select(["h.prize_check_document", "h.prize_delivered_at"])
          .whereRef("h.lottery_id", "=", "l.id"),
      ).as("handovers"),
    ]);
}
type Row = Awaited<ReturnType<ReturnType<typeof drawRows>["executeTakeFirstOrThrow"]>>;

function reasonOf(text: string | null, textFr: string | null): ReasonText | undefined {
  return text === null ? undefined : { text, textFr: textFr ?? undefined };
}

/** A column that each frozen draw has. */
function required<T>(value: T | null): T {
  if (value === null) throw new Error("a frozen draw lacks a part of its commitment");
  return value;
}

function toCommitted(row: Row): CommittedRow | undefined {
  if (row.lottery_id === null) return undefined;
  return {
    // As in the public log, so that the check compares it with the computed one.
    commitment: required(row.logged),
    sequence: required(row.sequence),
    frozenAt: required(row.frozen_at),
    leftOut: required(row.left_out),
    isDemo: required(row.is_demo),
    chain: (row.chain as ChainInfo | null) ?? undefined,
    prize: row.prize_document ?? undefined,
    timestamps: row.timestamps.map(({ url, token }) => ({ url, token: token.replaceAll("\n", "") })),
    stamps: row.timestamps.map(({ authority, at }) => ({ authority, at: new Date(at) })),
    inputs: {
      algorithm: required(row.algorithm),
      chainHash: required(row.chain_hash),
      closedAt: required(row.closed_at),
      drawId: row.lottery_id,
      entriesSha256: required(row.entries_sha256),
      merkleRoot: required(row.merkle_root),
      n: required(row.n),
      prizeSha256: row.prize_sha256 ?? undefined,
      picks: required(row.prizes),
      prizeRules:
        row.prize_count === null ? undefined : { prizes: row.prize_count, onePrizeAPerson: required(row.one_prize_a_person) },
      round: required(row.round),
    },
  };
}

type HandoverColumns = Readonly<
  Record<"prize_contacted_at" | "prize_confirmed_at" | "prize_checked_at" | "prize_delivered_at", Date | string | null>
> & {
  readonly prize_check_document: string | null;
  readonly prize_choice?: string | null;
  readonly prize_chosen_at?: Date | null;
  readonly prize_cash_reference?: string | null;
};

/** JSON has times as texts. */
function toHandover(row: HandoverColumns): Handover {
  const time = (at: Date | string | null) => (at === null ? undefined : new Date(at));
  return {
    contactedAt: time(row.prize_contacted_at),
    confirmedAt: time(row.prize_confirmed_at),
    checkedAt: time(row.prize_checked_at),
    document: PRIZE_DOCUMENTS.find((known) => known === row.prize_check_document),
    deliveredAt: time(row.prize_delivered_at),
    choice: PRIZE_CHOICES.find((known) => known === row.prize_choice),
    chosenAt: row.prize_chosen_at ?? undefined,
    cashReference: row.prize_cash_reference ?? undefined,
  };
}

function toResult(row: Row): ResultRow | undefined {
  if (row.drawn_at === null || row.seed === null || row.beacon_signature === null || row.beacon_randomness === null)
    return undefined;
  return {
    beacon: { round: required(row.round), signature: row.beacon_signature, randomness: row.beacon_randomness },
    seed: row.seed,
    drawnAt: row.drawn_at,
    prizes: row.prize_count ?? 1,
    onePrizeAPerson: row.one_prize_a_person ?? false,
    picks: row.picks,
    changes: row.changes.map(({ place, ticketNumber, at, code, text, textFr }) => ({
      place,
      ticketNumber,
      at: new Date(at),
      reason: { code: code ?? undefined, text, textFr: textFr ?? undefined },
    })),
    handovers: new Map([[1, toHandover(row)], ...row.handovers.map((each) => [each.place, toHandover(each)] as const)]),
    videoUrl: row.video_url ?? undefined,
  };
}

function toDraw(row: Row): DrawRow {
  return {
    lotteryId: row.id,
    autoDraw: row.draws_by_itself,
    valid: row.tickets_sold + (row.free ?? 0),
    free: row.free ?? 0,
    requestedAt: row.asked_at ?? undefined,
    // A request may have waited until the draw was no longer early.
    earlyReason: reasonOf(row.lottery_id === null ? row.requested_reason : row.early_reason, row.early_reason_fr),
    committed: toCommitted(row),
    result: toResult(row),
  };
}

/** A draw in any status. */
export async function findDrawRow(db: Db | Tx, lotteryId: string): Promise<DrawRow | undefined> {
  const row = await drawRows(db).where("l.id", "=", lotteryId).executeTakeFirst();
  return row && toDraw(row);
}

/** All published draws by lottery id. */
export async function listDrawRows(db: Db): Promise<ReadonlyMap<string, DrawRow>> {
  const rows = await drawRows(db).where("l.status", "!=", "draft").execute();
  return new Map(rows.map((row) => [row.id, toDraw(row)]));
}

/** The average days from draw to hand-over; undefined without any hand-over. */
export async function measureHandoverRows(db: Db): Promise<number | undefined> {
  const { rows } = await sql<{ days: number | null }>`
    SELECT round(extract(epoch FROM avg(delivered_at - drawn_at)) / 86400)::int AS days FROM (
      SELECT prize_delivered_at AS delivered_at, drawn_at FROM draws
      UNION ALL SELECT h.prize_delivered_at, d.drawn_at FROM prize_handovers h JOIN draws d USING (lottery_id)
    ) AS handovers WHERE delivered_at IS NOT NULL`.execute(db);
  return rows[0]?.days ?? undefined;
}

/** The ids of the latest draws. */
export async function listLatestDrawn(db: Db, limit: number): Promise<string[]> {
  const drawn = db.selectFrom("draws").select("lottery_id").where("drawn_at", "is not", null);
  const rows = await drawn.orderBy("drawn_at", "desc").limit(limit).execute();
  return rows.map(({ lottery_id }) => lottery_id);
}

/** A prize that is not handed over. `wonAt`: the win of its present winner. */
export type HandoverRow = {
  readonly lotteryId: string;
  readonly drawnAt: Date;
  readonly wonAt: Date;
  readonly contactedAt: Date | undefined;
};

/** All pending hand-overs. */
export async function listHandovers(db: Db): Promise<HandoverRow[]> {
  const { rows } = await sql<{ lottery_id: string; drawn_at: Date; won_at: Date; prize_contacted_at: Date | null }>`
    SELECT d.lottery_id, d.drawn_at, h.prize_contacted_at,
      greatest(d.drawn_at, (SELECT max(at) FROM winner_changes c WHERE c.lottery_id = d.lottery_id AND c.place = h.place)) AS won_at
    FROM draws d JOIN (
      SELECT lottery_id, 1 AS place, prize_contacted_at, prize_delivered_at FROM draws
      UNION ALL SELECT lottery_id, place, prize_contacted_at, prize_delivered_at FROM prize_handovers
    ) AS h ON h.lottery_id = d.lottery_id
    WHERE d.drawn_at IS NOT NULL AND h.prize_delivered_at IS NULL ORDER BY d.lottery_id, h.place`.execute(db);
  return rows.map((row) => ({
    lotteryId: row.lottery_id,
    drawnAt: row.drawn_at,
    wonAt: row.won_at,
    contactedAt: row.prize_contacted_at ?? undefined,
  }));
}

/** The steps of first prizes, as exported. */
export async function listPrizeSteps(db: Db, lotteryIds: readonly string[]) {
  if (lotteryIds.length === 0) return [];
  const further = db
    .selectFrom("prize_handovers as h")
    .innerJoin("draws as d", "d.lottery_id", "h.lottery_id")
    .select(["h.lottery_id", "h.place", "h.prize_contacted_at as contacted_at"])
    .select(["h.prize_confirmed_at as confirmed_at", "h.prize_checked_at as identity_checked_at"])
    .select(["h.prize_check_document as identity_document", "h.prize_delivered_at as handed_over_at", "d.drawn_at"])
    .where("h.lottery_id", "in", lotteryIds);
  const rows = await db
    .selectFrom("draws")
    .select(["lottery_id", sql<number>`1`.as("place"), "prize_contacted_at as contacted_at"])
    .select(["prize_confirmed_at as confirmed_at", "prize_checked_at as identity_checked_at"])
    .select(["prize_check_document as identity_document", "prize_delivered_at as handed_over_at", "drawn_at"])
    .where("lottery_id", "in", lotteryIds)
    .unionAll(further)
    .orderBy("drawn_at")
    .orderBy("place")
    .execute();
  return rows.map(({ drawn_at: _, ...steps }) => steps);
}
