/** `evidence.json` of an evidence pack: docs/draw-protocol.md. Times are UTC, money is whole pence. */
import { publicJson } from "#features/lotteries/rules/fields/facts.ts";
import { improvementJson } from "#features/lotteries/rules/prize/prize-improvement.ts";
import type { DrawPack, GuardedSection } from "../../server/evidence/export-draw-evidence.ts";

export function evidenceJson(pack: DrawPack, shop: { readonly trader: object; readonly url: string }): string {
  const { draw, handovers, complaints, leftOut } = pack;
  const ifShown = <T>(section: GuardedSection, value: T) => (leftOut.includes(section) ? undefined : value);
  const { lottery, committed, result } = draw;
  const { id, shortNumber, opensAt, closesAt, cancellation } = lottery;
  return `${JSON.stringify(
    {
      made_at: pack.madeAt,
      shop,
      left_out: leftOut.length > 0 ? leftOut : undefined,
      draw: { id, number: shortNumber, state: draw.state.name, opens_at: opensAt, closes_at: closesAt, ...publicJson(lottery) },
      cancellation: cancellation && { reason: cancellation.reason, note: cancellation.note },
      is_demo: draw.isDemo,
      prize_additions: draw.improvements.map(improvementJson),
      early_reason: draw.earlyReason?.text,
      entries: {
        total: draw.entries.total,
        paid: draw.entries.total - draw.entries.free,
        free: draw.entries.free,
        left_out_by_disputes: committed?.leftOut,
      },
      tickets: pack.tickets,
      commitment: committed && {
        commitment: committed.commitment,
        algorithm: committed.inputs.algorithm,
        log_number: committed.sequence,
        frozen_at: committed.frozenAt,
        entries_sha256: committed.inputs.entriesSha256,
        merkle_root: committed.inputs.merkleRoot,
        prize_sha256: committed.inputs.prizeSha256,
        round: committed.inputs.round,
        round_at: committed.roundAt,
      },
      witnesses: committed?.stamps.map(({ authority, at }) => ({ authority, at })),
      result: result && {
        drawn_at: result.drawnAt,
        beacon: result.beacon,
        seed: result.seed,
        prizes: result.prizes.map(({ place, drawn, reserves, passedOver, winner }) => ({
          prize: place,
          drawn_ticket: drawn,
          reserve_tickets: reserves,
          passed_over_tickets: passedOver,
          winning_ticket_now: winner?.ticketNumber,
        })),
        changes: result.changes.map(({ place, fromTicket, toTicket, reserve, reason, at }) => ({
          ...{ prize: place, at, from_ticket: fromTicket, to_ticket: toTicket, reserve },
          ...{ reason_code: reason.code, reason: reason.text },
        })),
      },
      handovers: ifShown(
        "handovers",
        handovers.map((handover) => ({
          prize: handover.place,
          contacted_at: handover.contactedAt,
          confirmed_at: handover.confirmedAt,
          identity_checked_at: handover.checkedAt,
          identity_document: handover.document,
          choice: handover.choice,
          chosen_at: handover.chosenAt,
          handed_over_at: handover.deliveredAt,
        })),
      ),
      orders: pack.orders.map(({ captured, refunded, chargedBack, ...order }) => ({
        ...order,
        captured_pence: captured,
        refunded_pence: refunded,
        charged_back_pence: chargedBack,
      })),
      refunds: pack.refunds.map(({ amount, ...refund }) => ({ ...refund, amount_pence: amount })),
      disputes: ifShown(
        "disputes",
        pack.disputes.map(({ amount, ...dispute }) => ({ ...dispute, amount_pence: amount })),
      ),
      complaints_of_players: ifShown("complaints", {
        ...{ made: complaints.made, answered: complaints.answered, answered_in_time: complaints.answeredInTime },
        outcomes: complaints.outcomes,
      }),
      charity: pack.charity && { due_pence: pack.charity.due, paid_pence: pack.charity.paid },
      terms: pack.terms.map(({ version, orders, isInForce, path, text }) => ({
        ...{ version, accepted_by_orders: orders, is_in_force: isInForce, url: `${shop.url}${path}`, from: text?.from },
      })),
    },
    undefined,
    1,
  )}\n`;
}
