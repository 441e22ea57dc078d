/** /admin/payouts: the provider's payouts to the bank, whether the books match, and orders that differ. */
import { useTranslation } from "react-i18next";
import { data, Link } from "react-router";
import { adminCall, readOrLog } from "#features/accounts/server/sessions/admin-call.ts";
import { pence } from "#shared/money/money.ts";
import { PROVIDER_NAMES } from "#shared/states.ts";
import { AdminPageNotLoaded } from "#ui/admin/admin-instead.tsx";
import { AdminCard, AdminPage } from "#ui/admin/admin-page.tsx";
import { Badge, type BadgeTone } from "#ui/badge.tsx";
import { Note } from "#ui/feedback/note.tsx";
import type { PageFailures } from "#ui/fields/failures.ts";
import { type PageMessages, useFormat } from "#ui/i18n/messages.ts";
import { DataTable } from "#ui/lists/data-table.tsx";
import { EmptyState } from "#ui/lists/empty-state.tsx";
import { readListQuery } from "#ui/lists/list-address.ts";
import { Pagination } from "#ui/lists/pagination.tsx";
import { listPayouts, PAYOUTS_PER_PAGE, type Reconciled } from "../server/read-books.ts";
import type { Route } from "./+types/payouts-page.ts";
import { useAsOf } from "./books-form.tsx";

export const handle = { messages: ["admin-books"], failures: { load: "admin:notLoaded.payouts" } } satisfies PageMessages &
  PageFailures;

export async function loader({ context, request }: Route.LoaderArgs) {
  const { ctx, actor, search } = await adminCall(context, request);
  const { page } = readListQuery(search, ["newest"], { sort: "newest", descending: true });
  const list = await readOrLog(ctx, listPayouts(ctx, actor, page), "the payouts could not be listed");
  return data({ page, list, now: ctx.now().getTime() }, { status: list ? 200 : 503 });
}

/** The colour of each state's badge. */
const TONES: Record<Reconciled, BadgeTone> = {
  reconciled: "active",
  differs: "cancelled",
  waiting: "draft",
  untold: "completed",
};

type List = NonNullable<Route.ComponentProps["loaderData"]["list"]>;
type Payout = List["payouts"][number];

/** Whether the movements of a payout match the journal, and its orders that differ. */
function InBooks({ payout: { reconciled, sum, foreign, differences } }: { payout: Payout }) {
  const { t } = useTranslation("admin-books");
  const { money, number } = useFormat();
  return (
    <div className="grid gap-1">
      <span>
        <Badge tone={TONES[reconciled]}>{t(`payouts.reconciled.${reconciled}`)}</Badge>
      </span>
      <div className="grid gap-0.5 text-[0.8125rem] text-muted">
        {reconciled === "waiting" && <p>{t("payouts.waitingText", { sum: money(pence(sum)) })}</p>}
        {reconciled === "untold" && <p>{t("payouts.untoldText")}</p>}
        {foreign > 0 && <p>{t("payouts.foreign", { count: foreign, n: number(foreign) })}</p>}
        {differences.map(({ orderId, orderNumber, amount }) => (
          <p key={orderId}>
            <Link to={`/admin/orders/${orderId}`} className="link">
              {orderNumber}
            </Link>{" "}
            {money(pence(amount))}
          </p>
        ))}
      </div>
    </div>
  );
}

/** Orders with other sums at the provider than in the journal; `found` counts those beyond the list, too. */
function Differences({ orders, found }: { orders: List["differences"]["orders"]; found: number }) {
  const { t } = useTranslation("admin-books");
  const { money, number } = useFormat();
  if (orders.length === 0) return <Note tone="success" title={t("payouts.agree")} />;
  return (
    <AdminCard title={t("payouts.differences")} note={t("payouts.differencesNote")} flush>
      <DataTable
        caption={t("payouts.differences")}
        rows={orders}
        rowKey={({ orderId }) => orderId}
        plain
        columns={[
          {
            id: "order",
            header: t("payouts.order"),
            cell: ({ orderId, orderNumber }) => (
              <Link to={`/admin/orders/${orderId}`} className="type-mono inline-flex min-h-7 items-center hover:underline">
                {orderNumber}
              </Link>
            ),
          },
          {
            id: "difference",
            header: t("payouts.difference"),
            end: true,
            mono: true,
            cell: ({ amount }) => money(pence(amount)),
          },
        ]}
      />
      {found > orders.length && <p className="admin-note p-4">{t("payouts.more", { n: number(found) })}</p>}
    </AdminCard>
  );
}

export default function PayoutsPage({ loaderData: { page, list, now } }: Route.ComponentProps) {
  const { t } = useTranslation("admin-books");
  const { date, money, number } = useFormat();
  const asOf = useAsOf();
  if (!list) {
    return <AdminPageNotLoaded title={t("payouts.title")} subtitle={t("payouts.subtitle")} what="payouts" />;
  }
  return (
    <AdminPage title={t("payouts.title")} subtitle={t("payouts.subtitle")}>
      <div className="grid gap-4">
        <Differences orders={list.differences.orders} found={list.differences.found} />
        <AdminCard
          title={t("payouts.title")}
          note={`${t("payouts.balance", { sum: money(pence(list.balance)) })} ${asOf(now, "payouts")}`}
          flush
        >
          <DataTable
            caption={t("payouts.title")}
            rows={list.payouts}
            rowKey={({ provider, id }) => `${provider} ${id}`}
            empty={<EmptyState title={t("payouts.none")} />}
            columns={[
              {
                id: "payout",
                header: t("payouts.payout"),
                card: "title",
                cell: ({ id, provider }) => (
                  <div>
                    <span translate="no" className="type-mono wrap-anywhere">
                      {id}
                    </span>
                    <span className="block text-[0.8125rem] font-normal text-muted">{PROVIDER_NAMES[provider]}</span>
                  </div>
                ),
              },
              { id: "arrives", header: t("payouts.arrives"), cell: ({ arrivesOn }) => date(arrivesOn, "short") },
              { id: "amount", header: t("payouts.amount"), end: true, mono: true, cell: ({ amount }) => money(pence(amount)) },
              { id: "moves", header: t("payouts.moves"), end: true, mono: true, cell: ({ moves }) => number(moves) },
              { id: "state", header: t("payouts.state"), cell: ({ state }) => t(`payouts.states.${state}`) },
              { id: "books", header: t("payouts.books"), cell: (payout) => <InBooks payout={payout} /> },
            ]}
          />
          <Pagination page={page} perPage={PAYOUTS_PER_PAGE} total={list.found} />
        </AdminCard>
      </div>
    </AdminPage>
  );
}
