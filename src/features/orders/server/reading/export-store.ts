/** Reads a player's orders for the data export. */
import { jsonArrayFrom } from "kysely/helpers/postgres";
import { answerText, parseQuiz } from "#features/lotteries/rules/purchase/quiz.ts";
import type { Db } from "#platform/postgres/db.server.ts";
import type { Locale } from "#shared/language/locale.ts";
import { pence } from "#shared/money/money.ts";
import { words } from "#shared/text/words.ts";
import { isOwn } from "../players/owner-store.ts";

/** All orders with their refunds and disputes, oldest first. */
export async function listExportOrders(db: Db, userId: string) {
  const rows = await db
    .selectFrom("orders as o")
    .innerJoin("lotteries as l", "l.id", "o.lottery_id")
    .select(["o.id", "o.order_number", "o.kind", "o.state", "o.lottery_id", "l.title", "l.quiz", "o.quantity"])
    .select(["o.unit_price_pence", "o.discount_pence"])
    .select(words("o.total_pence o.captured_pence o.refunded_pence o.returning_pence o.pack o.percent_off o.answer o.locale"))
    .select(["o.terms_version", "o.payment_session_id", "o.payment_intent_id", "o.card_funding"])
    .select(["o.created_at", "o.settled_at", "o.ended_at"])
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom("refunds as r")
          .select(["r.amount_pence", "r.reason", "r.state", "r.created_at", "r.sent_at", "r.done_at", "r.failed_at"])
          .whereRef("r.order_id", "=", "o.id")
          .orderBy("r.created_at"),
      ).as("refunds"),
    )
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom("disputes as d")
          // What staff write for a bank is the shop's until the bank has it.
          .leftJoin("dispute_notes as n", (join) => join.onRef("n.dispute_id", "=", "d.id").on("d.is_submitted", "=", true))
          .select(["d.amount_pence", "d.reason", "d.standing", "d.opened_at", "d.closed_at", "n.note as statement_to_bank"])
          .select((dispute) =>
            jsonArrayFrom(
              dispute
                .selectFrom("dispute_files as f")
                .select(["f.kind", "f.name", "f.added_at"])
                .whereRef("f.dispute_id", "=", "d.id")
                .where("d.is_submitted", "=", true)
                .orderBy("f.added_at"),
            ).as("files_to_bank"),
          )
          .whereRef("d.order_id", "=", "o.id")
          .orderBy("d.opened_at"),
      ).as("disputes"),
    )
    .where(isOwn("o.user_id", userId))
    .orderBy("o.created_at")
    .execute();
  return rows.map(
    ({
      title,
      unit_price_pence,
      discount_pence,
      total_pence,
      captured_pence,
      refunded_pence,
      returning_pence,
      refunds,
      disputes,
      quiz,
      ...row
    }) => ({
      ...row,
      answer: answerText(parseQuiz(quiz), row.answer ?? undefined, row.locale as Locale) ?? null,
      lottery_title: title,
      unitPrice: pence(unit_price_pence),
      discount: pence(discount_pence),
      total: pence(total_pence),
      captured: pence(captured_pence),
      refunded: pence(refunded_pence),
      returning: pence(returning_pence),
      refunds: refunds.map(({ amount_pence, ...refund }) => ({ ...refund, amount: pence(amount_pence) })),
      disputes: disputes.map(({ amount_pence, ...dispute }) => ({ ...dispute, amount: pence(amount_pence) })),
    }),
  );
}
