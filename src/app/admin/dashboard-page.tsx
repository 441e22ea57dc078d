/** /admin. It combines data of all features, so it belongs to the composition root. */
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { data, Link, useRevalidator } from "react-router";
import { type Actor, actorOf } from "#features/access/server/actor.ts";
import { requireAdmin } from "#features/accounts/server/sessions/find-visitor.ts";
import { drawDates } from "#features/lotteries/rules/dates/draw-dates.ts";
import { salePhase } from "#features/lotteries/rules/lifecycle.ts";
import { inLanguage } from "#features/lotteries/rules/lottery.ts";
import { type ActiveDraw, readSales, type Sales } from "#features/orders/server/reading/read-sales.ts";
import { AlertsTable } from "#features/staff/admin/alerts/alerts-table.tsx";
import { summariseAlerts } from "#features/staff/server/alerts/alerts.ts";
import { countUsers } from "#features/staff/server/users/list-users.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { findOpening } from "#platform/opening.server.ts";
import { orLogged } from "#platform/request/or-failed.server.ts";
import { ctxOf, localeOf } from "#platform/request/request.server.ts";
import { londonDate } from "#shared/dates/dates.ts";
import type { Locale } from "#shared/language/locale.ts";
import { AdminCard, AdminPage } from "#ui/admin/admin-page.tsx";
import { Allowed } from "#ui/allowed.tsx";
import { Button } from "#ui/button.tsx";
import { ErrorState } from "#ui/feedback/error-state.tsx";
import { Note } from "#ui/feedback/note.tsx";
import { toastError } from "#ui/feedback/toast.tsx";
import type { PageFailures } from "#ui/fields/failures.ts";
import { RichText } from "#ui/i18n/messages-rich.tsx";
import { type PageMessages, useFormat } from "#ui/i18n/messages.ts";
import { CalendarClock, Ticket, UserCheck, Users } from "#ui/icons.ts";
import { StatCard } from "#ui/lists/stat-card.tsx";
import { TextLink } from "#ui/text/text-link.tsx";
import type { Route } from "./+types/dashboard-page.ts";
import { type DashboardDraw, DrawList, SellThrough } from "./dashboard-draws.tsx";
import { RecentOrders, SalesCharts } from "./dashboard-sales.tsx";
import { type ShownTask, Today } from "./dashboard-today.tsx";
import { listPending, type Task } from "./pending.ts";

export const handle = {
  messages: ["admin-home", "admin-alerts", "admin-approvals"],
  failures: { load: "admin:notLoaded.dashboard" },
} satisfies PageMessages & PageFailures;

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = ctxOf(context);
  const visitor = await requireAdmin(context, request);
  const { role } = visitor;
  const actor = actorOf(visitor);
  const figures = await orLogged(ctx, readFigures(ctx, actor, localeOf(context)), "the dashboard could not be read");
  const opening = await orLogged(
    ctx,
    findOpening(ctx).then((openedAt) => ({ openedAt })),
    "whether the shop is open could not be read",
  );
  const isNew = opening !== undefined && opening.openedAt === undefined;
  const pending = await orLogged(ctx, listPending(ctx, role), "the tasks of the day could not be read");
  const tasks = pending?.tasks.map((task) => shownTask(task, localeOf(context)));
  return data({ now: ctx.now().getTime(), figures, tasks, isNew }, { status: figures ? 200 : 503 });
}

function shownTask({ name, due, ...task }: Task, locale: Locale): ShownTask {
  return { ...task, name: name ? inLanguage(name, locale) : "", due: due?.getTime() };
}

async function readFigures(ctx: Ctx, actor: Actor, locale: Locale) {
  const sales = await readSales(ctx, actor);
  if (!sales.ok) return sales.error;
  const days = sales.value.days;
  const users = await countUsers(ctx, actor, days[0]?.day ?? londonDate(ctx.now()));
  if (!users.ok) return users.error;
  const alerts = await summariseAlerts(ctx, actor);
  if (!alerts.ok) return alerts.error;
  const joined = new Map(users.value.joined.map(({ day, users }) => [day, users]));
  return {
    ...withoutDetails(sales.value, locale, ctx.now()),
    alerts: alerts.value,
    users: users.value.total,
    joined: days.map(({ day }) => joined.get(day) ?? 0),
  };
}

/** Titles in the reader's language, and only the fields that the page shows. */
function withoutDetails({ active, newest, ...counts }: Sales, locale: Locale, now: Date) {
  return {
    ...counts,
    draws: active.map((draw) => dashboardDraw(draw, locale, now)),
    orders: newest?.map(({ lotteryTitle, createdAt, ...order }) => ({
      ...order,
      lottery: inLanguage(lotteryTitle, locale),
      createdAt: createdAt.getTime(),
    })),
  };
}

function dashboardDraw({ lottery, taken }: ActiveDraw, locale: Locale, now: Date): DashboardDraw {
  return {
    id: lottery.id,
    title: inLanguage(lottery.title, locale),
    picture: lottery.images[0]?.picture,
    sold: lottery.ticketsSold,
    total: lottery.ticketsAvailable,
    taken,
    phase: salePhase(lottery, now),
    startDate: lottery.startDate,
    startTime: lottery.startTime,
    endDate: lottery.endDate,
    endTime: lottery.endTime,
    dates: drawDates(lottery),
    closesAt: lottery.closesAt.getTime(),
  };
}

/** Staff without the right to see figures get the tasks of the day alone. */
export default function AdminDashboardPage({ loaderData: { figures, tasks, now, isNew } }: Route.ComponentProps) {
  const { t } = useTranslation("admin-home");
  return (
    <AdminPage title={t("dashboard.title")} subtitle={t("dashboard.subtitle")}>
      {isNew && <NotOpen />}
      {tasks && <Today tasks={tasks} now={now} />}
      {figures === undefined && <Failed />}
      {figures && figures !== "forbidden" && <Figures figures={figures} now={now} />}
    </AdminPage>
  );
}

type FiguresProps = {
  figures: Exclude<Route.ComponentProps["loaderData"]["figures"], "forbidden" | undefined>;
  now: number;
};

function Figures({ figures, now }: FiguresProps) {
  const { t } = useTranslation("admin-home");
  const { number, percent } = useFormat();
  const closed = figures.draws.filter(({ phase }) => phase === "closed");
  const others = figures.draws.filter(({ phase }) => phase !== "closed");
  const week = (values: readonly number[]) => values.slice(-7).reduce((sum, value) => sum + value, 0);
  const inWeek = (values: readonly number[]) => (
    <RichText text={t("dashboard.week", { number: number(week(values)) })} parts={{ b: (inner) => <b>{inner}</b> }} />
  );
  const tickets = figures.days.map((day) => day.tickets);
  return (
    <>
      <OpenAlerts alerts={figures.alerts} />
      <dl className="stats">
        <StatCard
          icon={Users}
          label={t("dashboard.totalUsers")}
          value={number(figures.users)}
          note={inWeek(figures.joined)}
          points={figures.joined}
        />
        <StatCard
          icon={CalendarClock}
          label={t("dashboard.activeLotteries")}
          value={number(figures.activeLotteries)}
          note={t("dashboard.waiting", { count: closed.length })}
        />
        <StatCard
          icon={Ticket}
          label={t("dashboard.ticketsSold")}
          value={number(figures.tickets)}
          note={inWeek(tickets)}
          points={tickets}
        />
        <StatCard
          icon={UserCheck}
          label={t("dashboard.activePlayers")}
          value={number(figures.players)}
          note={t("dashboard.share", { share: percent(figures.users > 0 ? figures.players / figures.users : 0) })}
        />
      </dl>
      <div className="admin-columns">
        <div className="grid gap-4">
          <SalesCharts days={figures.days} disputed={figures.disputed} />
          {figures.orders && <RecentOrders orders={figures.orders} now={now} />}
        </div>
        <div className="grid gap-4">
          <SellThrough draws={figures.draws} />
          {closed.length > 0 && <DrawList title={t("dashboard.closedTitle")} draws={closed} now={now} />}
          <DrawList title={t("dashboard.closing")} draws={others} now={now} />
        </div>
      </div>
    </>
  );
}

/** Shown while a new shop has no figures: links to the next steps of setting it up. */
function NotOpen() {
  const { t } = useTranslation("admin-home");
  return (
    <Allowed right="live.read">
      <div className="mb-4">
        <Note tone="info" title={t("dashboard.notOpen")}>
          <TextLink to="/admin/live">{t("dashboard.goingLive")}</TextLink>
        </Note>
      </div>
    </Allowed>
  );
}

function Failed() {
  const { t } = useTranslation(["admin-home", "admin"]);
  const { revalidate, state } = useRevalidator();
  const message = t("admin:notLoaded.dashboard");
  useEffect(() => toastError(message, { id: "dashboard" }), [message]);
  return (
    <ErrorState
      level={2}
      title={message}
      message=""
      action={
        <Button busy={state === "loading"} onClick={() => void revalidate()}>
          {t("dashboard.tryAgain")}
        </Button>
      }
    />
  );
}

type Props = { alerts: { newest: Parameters<typeof AlertsTable>[0]["alerts"]; open: number; unread: number } };

function OpenAlerts({ alerts: { newest, open, unread } }: Props) {
  const { t } = useTranslation("admin-alerts");
  const { number } = useFormat();
  if (open === 0) return null;
  return (
    <AdminCard
      flush
      className="mb-4"
      title={t("alerts.open", { count: open, n: number(open) })}
      note={unread > 0 ? t("alerts.unread", { count: unread, n: number(unread) }) : undefined}
      action={
        <Link to="/admin/alerts" className="inline-flex min-h-11 items-center underline underline-offset-4">
          {t("alerts.all")}
        </Link>
      }
    >
      <AlertsTable alerts={newest} empty={null} />
    </AdminCard>
  );
}
