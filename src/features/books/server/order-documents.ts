/** Receipts, credit notes and debit notes of orders. */
import { sql } from "kysely";
import type { ReceiptDocument } from "#features/orders/rules/checkout/purchase-view.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { batched } from "#platform/postgres/batched.ts";
import type { Db } from "#platform/postgres/db.server.ts";
import { isBusy, isGone } from "#shared/database-errors.ts";
import { londonDate } from "#shared/dates/dates.ts";
import { pence, toPounds } from "#shared/money/money.ts";
import type { DocumentKind } from "#shared/states.ts";
import { bookOrdersNow } from "./journal/update-journal.ts";

/** `refundId` is set for credit and debit notes. */
export type OrderDocument = ReceiptDocument & { readonly refundId: string | undefined };

const PREFIXES: Readonly<Record<DocumentKind, string>> = { receipt: "R", credit_note: "CN", debit_note: "DN" };

/** "R-000137": each kind is numbered from 1 without gaps. */
function documentNumber(kind: DocumentKind, number: number): string {
  return `${PREFIXES[kind]}-${String(number).padStart(6, "0")}`;
}

async function listDocumentsOf(db: Db, orderIds: readonly string[]): Promise<ReadonlyMap<string, OrderDocument[]>> {
  const rows = await db
    .selectFrom("documents as d")
    .innerJoin("journal_entries as e", "e.number", "d.entry")
    .select(["d.order_id", "d.kind", "d.number", "d.amount_pence", "d.vat_pence", "d.vat_points", "e.happened_at", "e.source"])
    .where("d.order_id", "=", sql<string>`ANY(${orderIds}::uuid[])`)
    .orderBy("e.number")
    .execute();
  return Map.groupBy(
    rows.map(({ order_id, kind, number, amount_pence, vat_pence, vat_points, happened_at, source }) => ({
      ...{ orderId: order_id, kind, number: documentNumber(kind, number), at: happened_at },
      ...{ amount: pence(amount_pence), vat: pence(vat_pence), vatPoints: vat_points ?? 0 },
      refundId: /^refund:([^:]+):/.exec(source)?.[1],
    })),
    ({ orderId }) => orderId,
  );
}

/** The documents of an order, oldest first; empty if it is not booked yet or was free. */
export async function listOrderDocuments({ db }: { readonly db: Db }, orderId: string): Promise<readonly OrderDocument[]> {
  return (await listDocumentsOf(db, [orderId])).get(orderId) ?? [];
}

/** The documents of these orders for a player's data export, in pounds. */
export async function exportDocuments({ db }: { readonly db: Db }, orderIds: readonly string[]) {
  const documents = await listDocumentsOf(db, orderIds);
  return orderIds.flatMap((orderId) =>
    (documents.get(orderId) ?? []).map(({ kind, number, at, amount, vat }) => ({
      ...{ order_id: orderId, kind, number, dated: londonDate(at), amount: toPounds(amount), vat: toPounds(vat) },
    })),
  );
}

/** Books an order if it is not yet, and returns its documents. */
export type BookedDocuments = (orderId: string) => Promise<readonly OrderDocument[]>;

async function bookOneByOne(ctx: Pick<Ctx, "db" | "now" | "log">, orderIds: readonly string[]): Promise<void> {
  for (const orderId of orderIds)
    await bookOrdersNow(ctx, [orderId]).catch((error: unknown) => {
      ctx.log.error({ err: error, orderId }, "the order could not be entered in the journal");
    });
}

/**
 * Batches simultaneous calls: one lock on the journal serves them all. If it fails, the mails go without
 * documents.
 */
export function bookedDocuments(ctx: Pick<Ctx, "db" | "now" | "log">): BookedDocuments {
  return batched(
    async (orderIds) => {
      await bookOrdersNow(ctx, orderIds).catch((error: unknown) => {
        if (isGone(error)) throw error;
        if (!isBusy(error)) return bookOneByOne(ctx, orderIds);
        ctx.log.error(
          { err: error, orders: orderIds.length },
          "the journal was locked for too long, and orders are not entered in it",
        );
      });
      const documents = await listDocumentsOf(ctx.db, orderIds);
      return orderIds.map((orderId) => documents.get(orderId) ?? []);
    },
    { retriesSeparately: (error) => !isGone(error) },
  );
}
