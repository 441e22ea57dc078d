/** All orders, with search, filters and export. */
import { useTranslation } from "react-i18next";
import { data, Form, useSearchParams } from "react-router";
import { adminCall, readOrLog } from "#features/accounts/server/sessions/admin-call.ts";
import { inLanguage } from "#features/lotteries/rules/lottery.ts";
import { localeOf } from "#platform/request/request.server.ts";
import { ticketPrefix } from "#shared/ids.ts";
import { PAYMENT_PROVIDERS, PROVIDER_NAMES } from "#shared/states.ts";
import { AdminPageNotLoaded } from "#ui/admin/admin-instead.tsx";
import { AdminCard, AdminPage } from "#ui/admin/admin-page.tsx";
import { Allowed } from "#ui/allowed.tsx";
import { Button, LinkButton } from "#ui/button.tsx";
import { Note } from "#ui/feedback/note.tsx";
import { ExportButton } from "#ui/fields/button-to.tsx";
import type { PageFailures } from "#ui/fields/failures.ts";
import { SelectField } from "#ui/fields/select-field.tsx";
import { TextField } from "#ui/fields/text-field.tsx";
import { type PageMessages, useFormat } from "#ui/i18n/messages.ts";
import { EmptyState } from "#ui/lists/empty-state.tsx";
import { FilterFold } from "#ui/lists/filter-fold.tsx";
import { readListQuery, withParameters } from "#ui/lists/list-address.ts";
import { Pagination } from "#ui/lists/pagination.tsx";
import { SearchBox } from "#ui/lists/search-box.tsx";
import { SHOWN_STATES } from "../rules/order-state.ts";
import { type OrdersFilter, readOrdersFilter } from "../rules/orders-filter.ts";
import { listOrders, ORDER_SORTS, ORDERS_PER_PAGE } from "../server/reading/list-orders.ts";
import type { Route } from "./+types/orders-page.ts";
import { OrdersTable } from "./orders-table.tsx";

export const handle = { messages: ["admin-orders"], failures: { load: "admin:notLoaded.orders" } } satisfies PageMessages &
  PageFailures;

export async function loader({ context, request }: Route.LoaderArgs) {
  const { ctx, actor, search } = await adminCall(context, request);
  const locale = localeOf(context);
  const { sort, descending, page } = readListQuery(search, ORDER_SORTS, { sort: "created", descending: true });
  const filter = { ...readOrdersFilter(search), sort, descending, page };
  const listed = await readOrLog(ctx, listOrders(ctx, actor, filter), "the orders could not be listed");
  const list = listed && {
    ...listed,
    orders: listed.orders.map(({ lotteryTitle, ...order }) => ({ ...order, lottery: inLanguage(lotteryTitle, locale) })),
    draws: listed.draws.map(({ id, shortNumber, title }) => ({
      id,
      // Without the hyphen at the end of the prefix.
      name: `${ticketPrefix(shortNumber).slice(0, -1)} ${inLanguage(title, locale)}`,
    })),
  };
  return data({ filter, list }, { status: list ? 200 : 503 });
}

/** The parameters that the form sets itself; others are passed on. */
const FORM_PARAMETERS = ["state", "draw", "provider", "from", "to", "page"];

type Props = { filter: OrdersFilter; draws: readonly { readonly id: string; readonly name: string }[] };

/** The form of the filters, which works without scripts. */
function OrderFilters({ filter, draws }: Props) {
  const { t } = useTranslation(["admin-orders", "admin"]);
  const [search] = useSearchParams();
  const { state, draw, provider, from, to } = filter;
  const states = Object.entries(SHOWN_STATES).map(([value, { text }]) => ({ value, label: t(text) }));
  return (
    // The key resets the fields to the filters of a new address.
    <Form
      key={JSON.stringify([state, draw, provider, from, to])}
      className="admin-card admin-card-body grid items-end gap-4 sm:grid-cols-2 xl:grid-cols-[1fr_1.5fr_1.25fr_1fr_1fr]"
    >
      {[...search]
        .filter(([name]) => !FORM_PARAMETERS.includes(name))
        .map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
      <SelectField
        label={t("orders.state")}
        name="state"
        defaultValue={state}
        options={[{ value: "", label: t("orders.anyState") }, ...states]}
      />
      <SelectField
        label={t("orders.lottery")}
        name="draw"
        defaultValue={draw}
        options={[{ value: "", label: t("orders.anyDraw") }, ...draws.map(({ id, name }) => ({ value: id, label: name }))]}
      />
      <SelectField
        label={t("orders.provider")}
        name="provider"
        defaultValue={provider}
        options={[
          { value: "", label: t("orders.anyProvider") },
          ...PAYMENT_PROVIDERS.map((value) => ({ value, label: PROVIDER_NAMES[value] })),
        ]}
      />
      <TextField label={t("orders.from")} name="from" type="date" defaultValue={from} />
      <TextField label={t("orders.to")} name="to" type="date" defaultValue={to} />
      <div className="flex flex-wrap gap-3 sm:col-span-full">
        <Button type="submit">{t("orders.filter")}</Button>
        <LinkButton to="/admin/orders" variant="tertiary">
          {t("orders.reset")}
        </LinkButton>
      </div>
    </Form>
  );
}

export default function OrdersPage({ loaderData: { filter, list } }: Route.ComponentProps) {
  const { t } = useTranslation(["admin-orders", "admin"]);
  const { number } = useFormat();
  const [search] = useSearchParams();
  if (!list) {
    return <AdminPageNotLoaded title={t("orders.title")} subtitle={t("orders.subtitle")} what="orders" />;
  }
  const csv = withParameters(search, { sort: undefined, dir: undefined });
  return (
    <AdminPage
      title={t("orders.title")}
      subtitle={t("orders.subtitle")}
      actions={
        <Allowed right="orders.export">
          <ExportButton to={`/admin/orders.csv${csv === "?" ? "" : csv}`} size="sm">
            {t("orders.export")}
          </ExportButton>
        </Allowed>
      }
    >
      <div className="mb-4">
        <SearchBox label={t("orders.search")} value={filter.q} />
      </div>
      <FilterFold active={[filter.state, filter.draw, filter.provider, filter.from, filter.to].filter(Boolean).length}>
        <OrderFilters filter={filter} draws={list.draws} />
      </FilterFold>
      {list.isMore && (
        <div className="mt-4">
          <Note tone="info" title={t("orders.more", { n: number(list.found) })} />
        </div>
      )}
      <AdminCard flush className="mt-4">
        <OrdersTable
          orders={list.orders}
          sorted={{ by: filter.sort, descending: filter.descending }}
          empty={<EmptyState title={t("orders.none")} />}
        />
        <Pagination page={filter.page} perPage={ORDERS_PER_PAGE} total={list.found} />
      </AdminCard>
    </AdminPage>
  );
}
