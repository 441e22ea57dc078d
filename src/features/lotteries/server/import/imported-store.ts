/** Changes imported draws and tickets: tables `past_draws` and `past_tickets`. */
import { sql } from "kysely";
import type { Tx } from "#platform/postgres/db.server.ts";
import { type Pence, pence } from "#shared/money/money.ts";
import type { ImportedDraw, ImportedFacts } from "../../rules/import/imported-draw.ts";
import type { StoredTicket } from "../../rules/import/imported-ticket.ts";

/** Serialises imports until the transaction ends. */
export async function lockImports(tx: Tx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('past-draws', 0))`.execute(tx);
}

/** When the import runs, and the name of its file. */
type ImportSource = { readonly at: Date; readonly from: string };
/** A draw that is imported already. */
export type StoredDraw = ImportedDraw & { readonly id: string };

const amount = (stored: number | null): Pence | null => (stored === null ? null : pence(stored));

/**
 * The imported draws by reference.
 * @param isLocked locks them, so that erasures of accounts wait; do not use it after locking people
 */
export async function listPastDraws(
  tx: Tx,
  references: readonly string[],
  { isLocked }: { readonly isLocked: boolean },
): Promise<ReadonlyMap<string, StoredDraw>> {
  if (references.length === 0) return new Map();
  const query = tx.selectFrom("past_draws").selectAll().where("reference", "in", references).orderBy("reference");
  const rows = await (isLocked ? query.forUpdate() : query).execute();
  return new Map(
    rows.map(({ id, reference, imported_at: _, imported_from: __, ...row }) => {
      const facts: ImportedFacts = {
        ...row,
        prize_value_pence: amount(row.prize_value_pence),
        ticket_price_pence: amount(row.ticket_price_pence),
      };
      return [reference, { id, reference, facts }];
    }),
  );
}

/** Inserts draws whose references are new. */
export async function insertPastDraws(tx: Tx, draws: readonly ImportedDraw[], { at, from }: ImportSource): Promise<void> {
  if (draws.length === 0) return;
  const rows = draws.map(({ reference, facts }) => ({ reference, ...facts, imported_at: at, imported_from: from }));
  await tx.insertInto("past_draws").values(rows).execute();
}

/** Changes some facts of a draw. */
export async function updatePastDraw(
  tx: Tx,
  id: string,
  facts: Partial<ImportedFacts>,
  { at, from }: ImportSource,
): Promise<void> {
  await tx
    .updateTable("past_draws")
    .set({ ...facts, imported_at: at, imported_from: from })
    .where("id", "=", id)
    .execute();
}

/** The imported tickets of a draw. `isForgotten`: the owner of the winning one has erased the account. */
export type DrawTickets = {
  readonly count: number;
  readonly highest: number;
  readonly hasWinning: boolean;
  readonly isForgotten: boolean;
};

/** The imported tickets by draw id; draws without any are missing. */
export async function countPastTickets(
  tx: Tx,
  draws: readonly { readonly id: string; readonly winningTicket: number }[],
): Promise<ReadonlyMap<string, DrawTickets>> {
  const ids = draws.map(({ id }) => id);
  const winning = draws.map(({ winningTicket }) => winningTicket);
  const { rows } = await sql<{ id: string } & DrawTickets>`
    SELECT d.id, count(*)::integer AS count, max(t.ticket_number) AS highest, bool_or(t.ticket_number = d.winning) AS "hasWinning",
      bool_or(t.ticket_number = d.winning AND t.is_forgotten) AS "isForgotten"
    FROM unnest(${ids}::uuid[], ${winning}::integer[]) AS d (id, winning) JOIN past_tickets t ON t.past_draw_id = d.id
    GROUP BY d.id`.execute(tx);
  return new Map(rows.map(({ id, ...tickets }) => [id, tickets]));
}

type TicketKey = { readonly drawId: string; readonly number: number };
/** The key of a ticket in maps. */
export const keyOf = ({ drawId, number }: TicketKey) => `${drawId} ${number}`;
/** A ticket to insert. `isForgotten`: its owner has erased the account. */
export type TicketRow = TicketKey & { readonly userId: string | undefined; readonly isForgotten: boolean };

/** Those of these tickets that are imported already, by keyOf. */
export async function listPastTickets(tx: Tx, keys: readonly TicketKey[]): Promise<ReadonlyMap<string, StoredTicket>> {
  const { rows } = await sql<{ draw_id: string; number: number; user_id: string | null; is_forgotten: boolean }>`
    SELECT past_draw_id AS draw_id, ticket_number AS number, user_id, is_forgotten FROM past_tickets
    WHERE (past_draw_id, ticket_number) IN (
      SELECT * FROM unnest(${keys.map(({ drawId }) => drawId)}::uuid[], ${keys.map(({ number }) => number)}::integer[]))`.execute(
    tx,
  );
  return new Map(
    rows.map((row) => [
      keyOf({ drawId: row.draw_id, number: row.number }),
      { userId: row.user_id ?? undefined, isForgotten: row.is_forgotten },
    ]),
  );
}

/** Inserts tickets that are new. */
export async function insertPastTickets(tx: Tx, tickets: readonly TicketRow[]): Promise<void> {
  if (tickets.length === 0) return;
  const rows = tickets.map(({ drawId, number, userId, isForgotten }) => ({
    ...{ past_draw_id: drawId, ticket_number: number, user_id: userId ?? null, is_forgotten: isForgotten },
  }));
  await tx.insertInto("past_tickets").values(rows).execute();
}

/** Sets the owner of tickets without one. */
export async function assignPastTickets(tx: Tx, tickets: readonly (TicketKey & { readonly userId: string })[]): Promise<void> {
  if (tickets.length === 0) return;
  await sql`UPDATE past_tickets t SET user_id = assigned.user_id
    FROM unnest(${tickets.map(({ drawId }) => drawId)}::uuid[], ${tickets.map(({ number }) => number)}::integer[],
      ${tickets.map(({ userId }) => userId)}::uuid[]) AS assigned (draw_id, number, user_id)
    WHERE t.past_draw_id = assigned.draw_id AND t.ticket_number = assigned.number AND t.user_id IS NULL AND NOT t.is_forgotten`.execute(
    tx,
  );
}

/** Removes owners permanently, and names of winners. The caller has locked the accounts. */
export async function forgetTicketsOf(tx: Tx, userIds: readonly string[]): Promise<void> {
  await sql`WITH gone AS (
      UPDATE past_tickets SET user_id = NULL, is_forgotten = true WHERE user_id = ANY(${userIds}::uuid[]) RETURNING past_draw_id, ticket_number
    ) UPDATE past_draws d SET winner_name = NULL FROM gone WHERE gone.past_draw_id = d.id AND gone.ticket_number = d.winning_ticket`.execute(
    tx,
  );
}

/** Removes the names of these draws' winners. */
export async function forgetWinnerNames(tx: Tx, drawIds: readonly string[]): Promise<void> {
  await tx.updateTable("past_draws").set({ winner_name: null }).where("id", "in", drawIds).execute();
}

/** Deletes a draw with its tickets. @returns facts for the audit log; undefined if there is none */
export async function deletePastDraw(tx: Tx, id: string): Promise<{ reference: string; title: string } | undefined> {
  await tx.deleteFrom("past_tickets").where("past_draw_id", "=", id).execute();
  return tx.deleteFrom("past_draws").where("id", "=", id).returning(["reference", "title"]).executeTakeFirst();
}
