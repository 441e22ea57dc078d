import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { SHOWN_STATES, type ShownState } from "#features/orders/rules/order-state.ts";
import type { Day } from "#shared/dates/dates.ts";
import { type Pence, pence } from "#shared/money/money.ts";
import { AdminCard } from "#ui/admin/admin-page.tsx";
import { Badge } from "#ui/badge.tsx";
import { useFormat } from "#ui/i18n/messages.ts";
import { DataTable } from "#ui/lists/data-table.tsx";
import { DayChart, type DayPoint } from "#ui/lists/day-chart.tsx";
import { TextLink } from "#ui/text/text-link.tsx";
import { useRelativeTime } from "#ui/time/relative-time.ts";

type SalesDay = { readonly day: Day; readonly tickets: number; readonly revenue: Pence };

/** `disputed`: the amount that banks withhold in open disputes. */
export function SalesCharts({ days, disputed }: { days: readonly SalesDay[]; disputed: Pence }) {
  const { t } = useTranslation("admin-home");
  const { number, money } = useFormat();
  const tickets = days.map(({ day, tickets }) => ({ day, value: tickets }));
  const revenue = days.map(({ day, revenue }) => ({ day, value: revenue }));
  const sum = (points: readonly DayPoint[]) => points.reduce((total, { value }) => total + value, 0);
  const pounds = (value: number) => money(pence(Math.round(value)), "whole");
  return (
    <div className="grid gap-4">
      <ChartCard
        title={t("dashboard.ticketsPerDay")}
        note={t("dashboard.ticketsPerDayNote", { total: number(sum(tickets)), days: days.length })}
        points={tickets}
        axis={number}
        tip={(count) => t("dashboard.count", { count })}
        kind="area"
      />
      <ChartCard
        title={t("dashboard.revenuePerDay")}
        note={t("dashboard.revenuePerDayNote", { total: money(pence(sum(revenue))), days: days.length })}
        points={revenue}
        axis={pounds}
        tip={pounds}
        kind="columns"
      />
      {disputed > 0 && (
        <p className="type-small">
          <TextLink to="/admin/disputes">{t("dashboard.disputed", { amount: money(disputed) })}</TextLink>
        </p>
      )}
    </div>
  );
}

type ChartCardProps = {
  title: string;
  note: string;
  points: readonly DayPoint[];
  axis: (value: number) => string;
  tip: (value: number) => string;
  kind: "area" | "columns";
};

function ChartCard({ title, note, points, ...chart }: ChartCardProps) {
  const { t } = useTranslation("admin-home");
  const { date } = useFormat();
  const highest = points.reduce((best, point) => (point.value > best.value ? point : best), points[0] ?? { day: "", value: 0 });
  const summary = t("dashboard.chart", {
    label: title,
    note,
    day: highest.day && date(highest.day),
    highest: chart.tip(highest.value),
  });
  return (
    <AdminCard title={title} note={note}>
      <DayChart label={title} summary={summary} points={points} dayLabel={t("dashboard.day")} {...chart} />
    </AdminCard>
  );
}

type RecentOrder = {
  readonly id: string;
  readonly player: string;
  readonly lottery: string;
  readonly quantity: number;
  readonly total: Pence;
  readonly state: ShownState;
  readonly createdAt: number;
};

export function RecentOrders({ orders, now }: { orders: readonly RecentOrder[]; now: number }) {
  const { t } = useTranslation(["admin-home", "admin"]);
  const { number, money } = useFormat();
  const relative = useRelativeTime();
  return (
    <AdminCard title={t("dashboard.recent")} flush>
      <DataTable
        caption={t("dashboard.recent")}
        rows={orders}
        rowKey={({ id }) => id}
        empty={<p className="p-5 text-muted">{t("dashboard.noOrders")}</p>}
        columns={[
          {
            id: "player",
            header: t("dashboard.player"),
            card: "title",
            cell: ({ id, player }) => (
              <Link to={`/admin/orders/${id}`} className="inline-flex min-h-7 min-w-22 items-center font-[560] hover:underline">
                {player || t("dashboard.erased")}
              </Link>
            ),
          },
          {
            id: "lottery",
            header: t("dashboard.lottery"),
            cell: ({ lottery }) => <span className="block min-w-19">{lottery}</span>,
          },
          { id: "tickets", header: t("dashboard.tickets"), end: true, mono: true, cell: ({ quantity }) => number(quantity) },
          { id: "amount", header: t("dashboard.amount"), end: true, mono: true, cell: ({ total }) => money(total) },
          {
            id: "when",
            header: t("dashboard.when"),
            cell: ({ createdAt }) => (
              <span className="block min-w-14 text-muted">{relative(new Date(createdAt), new Date(now))}</span>
            ),
          },
          {
            id: "state",
            header: t("dashboard.state"),
            cell: ({ state }) => <Badge tone={SHOWN_STATES[state].tone}>{t(SHOWN_STATES[state].text)}</Badge>,
          },
        ]}
      />
    </AdminCard>
  );
}
