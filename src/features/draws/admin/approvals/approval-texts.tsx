/** The title of a proposal, and links to what it would change. */
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { roleKey } from "#features/access/rules/rights.ts";
import { inLanguage } from "#features/lotteries/rules/lottery.ts";
import { formatTicketNumber } from "#shared/ids.ts";
import { useFormat, useLocale } from "#ui/i18n/messages.ts";
import type { Approval } from "./approval.ts";

/** The proposed change in one sentence, such as "Refund order 1042". */
export function useTitle({ kind, draw, subjectId, name, email, change }: Approval): string {
  const { t } = useTranslation(["admin-approvals", "admin-people"]);
  const { number, money } = useFormat();
  const locale = useLocale();
  const title = draw ? inLanguage(draw.title, locale) : "";
  const person = name || subjectId;
  switch (change?.kind) {
    case undefined:
      return t(`approvals.kinds.${kind}`);
    case "second_factor_reset":
      return t("approvals.factorReset", { name: person });
    case "postal_batch":
      return t("approvals.batch", { count: change.cards, n: number(change.cards), title });
    case "winner_by_hand": {
      const ticket = formatTicketNumber(draw?.shortNumber ?? 0, change.ticketNumber);
      // The draw's title is that of its first prize.
      const prize = draw?.furtherTitles[(change.place ?? 1) - 2];
      if (!prize) return t("approvals.winnerByHand", { ticket, title });
      return t("approvals.prizeWinnerByHand", { ticket, title, prize: inLanguage(prize, locale) });
    }
    case "lottery_cancel":
      return t("approvals.lotteryCancel", { title });
    case "order_refund": {
      const refund = { number: change.orderNumber, amount: money(change.amount) };
      if (!change.ticketNumbers) return t("approvals.orderRefund", refund);
      const count = change.ticketNumbers.length;
      return count === 0
        ? t("approvals.amountRefund", refund)
        : t("approvals.ticketsRefund", { ...refund, count, n: number(count) });
    }
    case "person_erase":
      return t("approvals.personErase", {
        ...{ name: person, amount: money(change.amount) },
        ...{ count: change.tickets, n: number(change.tickets) },
      });
    case "owner_invite":
      return email === undefined ? t(`approvals.kinds.${kind}`) : t("approvals.ownerInvite", { email });
    case "owner_change": {
      const role = change.to ? t(`admin-people:staff.roles.${roleKey(change.to)}`) : t("approvals.noRole");
      return t("approvals.ownerChange", {
        name: person,
        was: t(`admin-people:staff.roles.${roleKey(change.from)}`),
        role,
      });
    }
  }
}

/** Links to the pages of the draw, order or person that the proposal is about. */
export function SubjectLinks({ approval: { kind, draw, subjectId } }: { approval: Approval }) {
  const { t } = useTranslation(["admin-approvals", "admin", "admin-draws"]);
  const links = (): readonly { to: string; text: string }[] => {
    switch (kind) {
      case "second_factor_reset":
      case "person_erase":
        return [{ to: `/profile?uid=${subjectId}`, text: t("approvals.toPerson") }];
      case "postal_batch":
        return [{ to: "/admin/free-entries", text: t("approvals.toDesk") }];
      case "order_refund":
        return [{ to: `/admin/orders/${subjectId}`, text: t("approvals.toOrder") }];
      case "lottery_cancel":
        return draw ? [{ to: `/admin/draw/${draw.id}`, text: t("approvals.toDraw") }] : [];
      case "owner_invite":
      case "owner_change":
        return [{ to: "/admin/staff", text: t("admin:nav.staff") }];
      case "winner_by_hand":
        return [
          { to: `/admin/winners#${draw?.id}`, text: t("approvals.toWinner") },
          { to: `/draws/${draw?.id}`, text: t("admin-draws:draw.proof") },
        ];
    }
  };
  return (
    <p className="mt-2 flex flex-wrap gap-x-6">
      {links().map(({ to, text }) => (
        <Link key={to} to={to} className="link inline-flex min-h-11 items-center">
          {text}
        </Link>
      ))}
    </p>
  );
}
