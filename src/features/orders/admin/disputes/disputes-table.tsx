/** The table of disputes, and the badge and deadline of one. */
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { DisputeStanding } from "#shared/states.ts";
import { Badge, type BadgeTone } from "#ui/badge.tsx";
import { useFormat } from "#ui/i18n/messages.ts";
import { DataTable } from "#ui/lists/data-table.tsx";
import type { Evidence } from "../../server/disputes/list-disputes.ts";

/** A dispute, with its draw in the viewer's language. `daysLeft`: negative after the deadline. */
export type TableDispute = Omit<Evidence["dispute"], "lotteryTitle"> & {
  readonly lottery: string;
  readonly daysLeft: number | undefined;
  readonly providerName: string;
};

/** The bank has not decided. */
export const isPending = (standing: DisputeStanding) => standing === "open" || standing === "inquiry";

/** Until when evidence can be sent, or when it was. */
export function Due({
  dispute: { standing, dueBy, daysLeft, isSubmitted, sentAt },
}: {
  dispute: Pick<TableDispute, "standing" | "dueBy" | "isSubmitted" | "sentAt"> & Partial<Pick<TableDispute, "daysLeft">>;
}) {
  const { t } = useTranslation("admin-orders");
  const { date } = useFormat();
  if (!isPending(standing)) return "–";
  if (isSubmitted) return sentAt ? t("disputes.sent.short", { date: date(sentAt, "short") }) : t("disputes.submitted");
  if (!dueBy) return t("disputes.noDeadline");
  const moment = `${date(dueBy, "short")}, ${date(dueBy, "time")}`;
  if (daysLeft === undefined) return moment;
  const left =
    daysLeft < 0 ? t("disputes.pastDue") : daysLeft === 0 ? t("disputes.lastDay") : t("disputes.daysLeft", { count: daysLeft });
  return (
    <span>
      {moment}
      <strong className={`block font-[560] ${daysLeft < URGENT_DAYS ? "text-danger" : "text-muted"}`}>{left}</strong>
    </span>
  );
}

/** The alert of a deadline is raised this early. */
const URGENT_DAYS = 3;

const TONES: Record<DisputeStanding, BadgeTone> = {
  inquiry: "completed",
  open: "cancelled",
  won: "active",
  lost: "draft",
  closed: "draft",
};

/** The state of a dispute as a badge. */
export function Standing({ standing }: { standing: DisputeStanding }) {
  const { t } = useTranslation("admin-orders");
  return <Badge tone={TONES[standing]}>{t(`disputes.standings.${standing}`)}</Badge>;
}

/** `empty`: shown without disputes. */
export function DisputesTable({ disputes, empty }: { disputes: readonly TableDispute[]; empty: ReactNode }) {
  const { t } = useTranslation("admin-orders");
  const { date, money } = useFormat();
  return (
    <DataTable
      caption={t("disputes.title")}
      rows={disputes}
      rowKey={({ id }) => id}
      empty={empty}
      columns={[
        {
          id: "player",
          header: t("disputes.player"),
          card: "title",
          cell: ({ id, player, orderNumber }) => (
            <div>
              <Link to={`/admin/disputes/${id}`} className="inline-flex min-h-7 items-center font-[560] hover:underline">
                {player || t("orders.erased")}
              </Link>
              <span translate="no" className="type-mono block text-[0.8125rem] text-muted">
                {orderNumber}
              </span>
            </div>
          ),
        },
        { id: "lottery", header: t("disputes.lottery"), cell: ({ lottery }) => lottery },
        { id: "amount", header: t("disputes.amount"), end: true, mono: true, cell: ({ amount }) => money(amount) },
        { id: "due", header: t("disputes.due"), cell: (dispute) => <Due dispute={dispute} /> },
        { id: "opened", header: t("disputes.opened"), cell: ({ openedAt }) => date(openedAt, "short") },
        { id: "state", header: t("disputes.state"), cell: ({ standing }) => <Standing standing={standing} /> },
      ]}
    />
  );
}
