/** What a proposal is called, and where one looks before one decides. */
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { roleKey } from "#features/accounts/rules/rights.ts";
import { inLanguage } from "#features/lotteries/rules/lottery.ts";
import { formatTicketNumber } from "#shared/ids.ts";
import { useFormat, useLocale } from "#ui/i18n/messages.ts";
import type { Approval } from "./approval.ts";

export function useTitle({ about, what }: Approval): string {
  const { t } = useTranslation(["admin-approvals", "admin-people"]);
  const { number, money } = useFormat();
  const locale = useLocale();
  const title = about ? inLanguage(about.title, locale) : "";
  switch (what.kind) {
    case "second_factor_reset":
      return t("approvals.factorReset", { name: what.name || what.userId });
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
        ...{ name: what.name || what.userId, amount: money(what.amount) },
        ...{ count: what.tickets, n: number(what.tickets) },
      });
    case "owner_invite":
      return what.email === undefined ? t("approvals.kinds.owner_invite") : t("approvals.ownerInvite", { email: what.email });
    case "owner_change": {
      const role = what.to ? t(`admin-people:staff.roles.${roleKey(what.to)}`) : t("approvals.noRole");
      return t("approvals.ownerChange", {
        name: what.name || what.userId,
        was: t(`admin-people:staff.roles.${roleKey(what.from)}`),
        role,
      });
    }
  }
}

/** Where to look before one decides. */
export function Ways({ approval: { about, what } }: { approval: Approval }) {
  const { t } = useTranslation(["admin-approvals", "admin", "admin-draws"]);
  const draw = about ? [{ to: `/admin/draw/${about.id}`, text: t("approvals.toDraw") }] : [];
  const team = [{ to: "/admin/staff", text: t("admin:nav.staff") }];
  const ways = {
    second_factor_reset: () => [{ to: `/profile?uid=${"userId" in what && what.userId}`, text: t("approvals.toPerson") }],
    person_erase: () => [{ to: `/profile?uid=${"userId" in what && what.userId}`, text: t("approvals.toPerson") }],
    postal_batch: () => [{ to: "/admin/free-entries", text: t("approvals.toDesk") }],
    order_refund: () => [{ to: `/admin/orders/${"orderId" in what && what.orderId}`, text: t("approvals.toOrder") }],
    lottery_cancel: () => draw,
    owner_invite: () => team,
    owner_change: () => team,
    winner_by_hand: () => [
      { to: `/admin/winners#${about?.id}`, text: t("approvals.toWinner") },
      { to: `/draws/${about?.id}`, text: t("admin-draws:draw.proof") },
    ],
  }[what.kind]();
  return (
    <p className="mt-2 flex flex-wrap gap-x-6">
      {ways.map(({ to, text }) => (
        <Link key={to} to={to} className="link inline-flex min-h-11 items-center">
          {text}
        </Link>
      ))}
    </p>
  );
}
