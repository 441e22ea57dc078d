/** Reads imported draws and tickets for pages: tables `past_draws` and `past_tickets`. */
import { sql } from "kysely";
import type { Db, Tx } from "#platform/postgres/db.server.ts";
import { countRows } from "#platform/postgres/queries.ts";
import { fromRow } from "#shared/from-row.ts";
import { words } from "#shared/text/words.ts";
import type { ShownImportedDraw } from "../../rules/import/imported-view.ts";

/**
 * Selects imported draws, latest first. Omits the winner's name after an objection or the erasure of the
 * account.
 */
function selectDraws(db: Db | Tx) {
  return db
    .selectFrom("past_draws as d")
    .leftJoin("past_tickets as w", (join) =>
      join.onRef("w.past_draw_id", "=", "d.id").onRef("w.ticket_number", "=", "d.winning_ticket"),
    )
    .leftJoin("users as u", "u.id", "w.user_id")
    .select(words("d.id d.platform d.title d.title_fr d.prize d.prize_fr d.prize_value_pence d.ticket_price_pence"))
    .select(["d.tickets", "d.closed_on", "d.drawn_on", "d.winning_ticket", "d.evidence_url"])
    .select(
      sql<
        string | null
      >`CASE WHEN u.name_hidden OR u.erased_at IS NOT NULL OR w.is_forgotten THEN NULL ELSE d.winner_name END`.as("winner_name"),
    )
    .orderBy("d.drawn_on", "desc")
    .orderBy("d.reference");
}
type Row = Awaited<ReturnType<ReturnType<typeof selectDraws>["executeTakeFirstOrThrow"]>>;

function toDraw({ title, title_fr, prize, prize_fr, ...row }: Row): ShownImportedDraw {
  return {
    ...fromRow(row),
    title: { en: title, fr: title_fr ?? undefined },
    prize: { en: prize, fr: prize_fr ?? undefined },
  };
}

type Page = { readonly limit: number; readonly offset: number };

export async function listDrawRows(db: Db, { limit, offset }: Page): Promise<ShownImportedDraw[]> {
  return (await selectDraws(db).limit(limit).offset(offset).execute()).map(toDraw);
}

export async function countDraws(db: Db): Promise<number> {
  return countRows(db.selectFrom("past_draws"));
}

/** The draws in which this player has tickets. */
export async function listDrawsOf(
  db: Db,
  userId: string,
): Promise<(ShownImportedDraw & { readonly numbers: readonly number[] })[]> {
  const rows = await selectDraws(db)
    .innerJoin(
      (eb) =>
        eb
          .selectFrom("past_tickets")
          .select(["past_draw_id", sql<number[]>`array_agg(ticket_number ORDER BY ticket_number)`.as("numbers")])
          .where("user_id", "=", userId)
          .groupBy("past_draw_id")
          .as("own"),
      (join) => join.onRef("own.past_draw_id", "=", "d.id"),
    )
    .select("own.numbers")
    .execute();
  return rows.map(({ numbers, ...row }) => ({ ...toDraw(row), numbers }));
}

/** A draw as staff see it; `importedFrom`: the name of the file. */
export type ManagedRow = ShownImportedDraw & {
  readonly reference: string;
  readonly importedAt: Date;
  readonly importedFrom: string;
  /** Imported tickets: all, and those with an owner. */
  readonly ticketsImported: number;
  readonly ticketsOwned: number;
};

/** A page for staff. */
export async function listManagedRows(db: Db, { limit, offset }: Page): Promise<ManagedRow[]> {
  const rows = await selectDraws(db)
    .select(["d.reference", "d.imported_at", "d.imported_from"])
    .select(sql<number>`(SELECT count(*)::integer FROM past_tickets t WHERE t.past_draw_id = d.id)`.as("tickets_imported"))
    .select(sql<number>`(SELECT count(t.user_id)::integer FROM past_tickets t WHERE t.past_draw_id = d.id)`.as("tickets_owned"))
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map(({ reference, imported_at, imported_from, tickets_imported, tickets_owned, ...row }) => ({
    ...toDraw(row),
    ...{ reference, importedAt: imported_at, importedFrom: imported_from },
    ...{ ticketsImported: tickets_imported, ticketsOwned: tickets_owned },
  }));
}

/** A player's tickets, as exported. */
export function listTicketsOf(db: Db, userId: string) {
  return db
    .selectFrom("past_tickets as t")
    .innerJoin("past_draws as d", "d.id", "t.past_draw_id")
    .select(["d.platform", "d.reference as draw", "d.title", "t.ticket_number", "d.drawn_on"])
    .select((eb) => eb("d.winning_ticket", "=", eb.ref("t.ticket_number")).as("won"))
    .where("t.user_id", "=", userId)
    .orderBy("d.drawn_on")
    .orderBy("d.reference")
    .orderBy("t.ticket_number")
    .execute();
}
