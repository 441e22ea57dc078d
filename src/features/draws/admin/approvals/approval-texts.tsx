import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { roleKey } from "#features/access/rules/rights.ts";
import { inLanguage } from "#features/lotteries/rules/lottery.ts";
import { formatTicketNumber } from "#shared/ids.ts";
import { useFormat, useLocale } from "#ui/i18n/messages.ts";
import type { Approval } from "./approval.ts";

export function useTitle({ kind, about, subjectId, name, email, what }: Approval): string {
  const { t } = useTranslation(["admin-approvals", "admin-people"]);
  const { number, money } = useFormat();
  const locale = useLocale();
  const title = about ? inLanguage(about.title, locale) : "";
  const person = name || subjectId;
  switch (what?.kind) {
    case undefined:
      return t(`approvals.kinds.${kind}`);
    case "second_factor_reset":
      return t("approvals.factorReset", { name: person });
    case "postal_batch":
      return t("approvals.batch", { count: what.cards, n: number(what.cards), title });
    case "winner_by_hand":
      return t("approvals.winnerByHand", { ticket: formatTicketNumber(about?.shortNumber ?? 0, what.ticketNumber), title });
    case "lottery_cancel":
      return t("approvals.lotteryCancel", { title });
    case "order_refund":
      return t("approvals.orderRefund", { number: what.orderNumber, amount: money(what.amount) });
    case "person_erase":
      return t("approvals.personErase", {
        ...{ name: person, amount: money(what.amount) },
        ...{ count: what.tickets, n: number(what.tickets) },
      });
    case "owner_invite":
      return email === undefined ? t(`approvals.kinds.${kind}`) : t("approvals.ownerInvite", { email });
    case "owner_change": {
      const role = what.to ? t(`admin-people:staff.roles.${roleKey(what.to)}`) : t("approvals.noRole");
      return t("approvals.ownerChange", {
        name: person,
        was: t(`admin-people:staff.roles.${roleKey(what.from)}`),
        role,
      });
    }
  }
}

export function Ways({ approval: { kind, about, subjectId } }: { approval: Approval }) {
  const { t } = useTranslation(["admin-approvals", "admin", "admin-draws"]);
  const waysOf = (): readonly { to: string; text: string }[] => {
    switch (kind) {
      case "second_factor_reset":
      case "person_erase":
        return [{ to: `/profile?uid=${subjectId}`, text: t("approvals.toPerson") }];
      case "postal_batch":
        return [{ to: "/admin/free-entries", text: t("approvals.toDesk") }];
      case "order_refund":
        return [{ to: `/admin/orders/${subjectId}`, text: t("approvals.toOrder") }];
      case "lottery_cancel":
        return about ? [{ to: `/admin/draw/${about.id}`, text: t("approvals.toDraw") }] : [];
      case "owner_invite":
      case "owner_change":
        return [{ to: "/admin/staff", text: t("admin:nav.staff") }];
      case "winner_by_hand":
        return [
          { to: `/admin/winners#${about?.id}`, text: t("approvals.toWinner") },
          { to: `/draws/${about?.id}`, text: t("admin-draws:draw.proof") },
        ];
    }
  };
  return (
    <p className="mt-2 flex flex-wrap gap-x-6">
      {waysOf().map(({ to, text }) => (
        <Link key={to} to={to} className="link inline-flex min-h-11 items-center">
          {text}
        </Link>
      ))}
    </p>
  );
}
