/** /admin/profit: the profit of each draw, and the forms for its prize's cost and its charity's payment. */
import { randomUUID } from "node:crypto";
import { useTranslation } from "react-i18next";
import { data, redirect } from "react-router";
import { z } from "zod";
import { adminCall, runAction, readOrLog } from "#features/accounts/server/sessions/admin-call.ts";
import { inLanguage } from "#features/lotteries/rules/lottery.ts";
import { readFields } from "#platform/request/body.server.ts";
import { localeOf } from "#platform/request/request.server.ts";
import { londonDate } from "#shared/dates/dates.ts";
import { ticketPrefix } from "#shared/ids.ts";
import { pence } from "#shared/money/money.ts";
import { readNumber } from "#shared/text/typed-number.ts";
import { AdminPageNotLoaded } from "#ui/admin/admin-instead.tsx";
import { AdminCard, AdminPage } from "#ui/admin/admin-page.tsx";
import { Allowed, useMay } from "#ui/allowed.tsx";
import { Button } from "#ui/button.tsx";
import type { PageFailures } from "#ui/fields/failures.ts";
import { NumberField } from "#ui/fields/number-field.tsx";
import { SelectField } from "#ui/fields/select-field.tsx";
import { TextField } from "#ui/fields/text-field.tsx";
import { TypedGuard } from "#ui/fields/unsaved-guard.tsx";
import { parseForm, typedText } from "#ui/forms/parse-form.ts";
import { replyTo } from "#ui/forms/reply.ts";
import { ShopFormFrame } from "#ui/forms/shop-form-frame.tsx";
import { FormProblem } from "#ui/forms/use-shop-form.tsx";
import { type PageMessages, useFormat } from "#ui/i18n/messages.ts";
import { DataTable } from "#ui/lists/data-table.tsx";
import { EmptyState } from "#ui/lists/empty-state.tsx";
import { readListQuery } from "#ui/lists/list-address.ts";
import { Pagination } from "#ui/lists/pagination.tsx";
import { type Lines, profitAfterCharity } from "../rules/lines.ts";
import { PRIZE_COST } from "../rules/typed-sums.ts";
import { findCostAction } from "../server/journal/journal-actions.ts";
import { DRAWS_PER_PAGE, listProfits } from "../server/read-books.ts";
import type { Route } from "./+types/profit-page.ts";
import { BOOKS_STATUS, useAsOf, useBooksForm } from "./books-form.tsx";

export const handle = {
  messages: ["admin-books"],
  failures: { load: "admin:notLoaded.profit", send: "admin-books:journal.failed" },
} satisfies PageMessages & PageFailures;

export async function loader({ context, request }: Route.LoaderArgs) {
  const { ctx, actor, search } = await adminCall(context, request);
  const locale = localeOf(context);
  const { page } = readListQuery(search, ["newest"], { sort: "newest", descending: true });
  const listed = await readOrLog(ctx, listProfits(ctx, actor, page), "the profit per draw could not be shown");
  const list = listed && {
    found: listed.found,
    draws: listed.draws.map(({ title, shortNumber, ...draw }) => ({
      ...draw,
      number: ticketPrefix(shortNumber).slice(0, -1),
      title: inLanguage(title, locale),
    })),
    choices: listed.choices.map(({ id, shortNumber, title, hasCharity }) => ({
      ...{ id, hasCharity },
      name: `${ticketPrefix(shortNumber).slice(0, -1)} ${inLanguage(title, locale)}`,
    })),
  };
  return data(
    { page, list, today: londonDate(ctx.now()), now: ctx.now().getTime(), requestKey: randomUUID() },
    { status: list ? 200 : 503 },
  );
}

/** The field that shows an error. */
const ERROR_FIELDS = {
  no_draw: "lotteryId",
  no_amount: "amount",
  no_day: "day",
  future: "day",
  closed: "day",
  no_note: "note",
  no_reference: "note",
  no_charity: "lotteryId",
} as const;
const schema = z.object({ intent: typedText, lotteryId: typedText, amount: typedText, day: typedText, note: typedText });

export async function action({ context, request }: Route.ActionArgs) {
  const { ctx, actor } = await adminCall(context, request);
  const form = await readFields(request);
  const submission = parseForm(form, schema);
  const run = findCostAction(ctx, actor, form);
  if (submission.status !== "success" || !run) throw redirect("/admin/profit");
  const result = await runAction({ ctx, request, form }, run(), "the cost of a prize could not be entered");
  return replyTo(submission, result, { at: ERROR_FIELDS, status: BOOKS_STATUS });
}

type ProfitDraw = NonNullable<Route.ComponentProps["loaderData"]["list"]>["draws"][number];

/** What the charity gets, or what was paid to it and when. */
function CharityGiven({ charity: { name, due, paid, paidOn } }: { charity: NonNullable<ProfitDraw["charity"]> }) {
  const { t } = useTranslation("admin-books");
  const { money, date } = useFormat();
  const sums = { name, due: money(due), paid: money(paid) };
  return (
    <span className="block text-[0.8125rem] font-normal text-muted">
      {paidOn === undefined ? t("charity.due", sums) : t("charity.paid", { ...sums, date: date(paidOn, "short") })}
    </span>
  );
}

/** One row a draw: sales, money returned, fees, VAT, prize and profit. */
function DrawsTable({ draws }: { draws: readonly ProfitDraw[] }) {
  const { t } = useTranslation("admin-books");
  const { money } = useFormat();
  const sum = (amount: number) => (amount === 0 ? "–" : money(pence(amount)));
  const figures = ({
    sales = 0,
    discounts = 0,
    refunds = 0,
    chargebacks = 0,
    provider_fees = 0,
    dispute_fees = 0,
    vat = 0,
  }: Lines) => ({
    income: 0 - sales - discounts,
    back: refunds + chargebacks,
    fees: provider_fees + dispute_fees,
    vat: 0 - vat,
  });
  return (
    <DataTable
      caption={t("profit.title")}
      rows={draws}
      rowKey={({ lotteryId }) => lotteryId}
      empty={<EmptyState title={t("profit.none")} />}
      columns={[
        {
          id: "draw",
          header: t("profit.draw"),
          card: "title",
          cell: ({ title, number, charity }) => (
            <div className="min-w-32">
              <span className="font-[560]">{title}</span>
              <span translate="no" className="type-mono block text-[0.8125rem] font-normal text-muted">
                {number}
              </span>
              {charity && <CharityGiven charity={charity} />}
            </div>
          ),
        },
        { id: "sales", header: t("profit.sales"), end: true, mono: true, cell: ({ sums }) => sum(figures(sums).income) },
        { id: "back", header: t("profit.back"), end: true, mono: true, cell: ({ sums }) => sum(figures(sums).back) },
        { id: "fees", header: t("profit.fees"), end: true, mono: true, cell: ({ sums }) => sum(figures(sums).fees) },
        { id: "vat", header: t("profit.vat"), end: true, mono: true, cell: ({ sums }) => sum(figures(sums).vat) },
        {
          id: "prize",
          header: t("profit.prize"),
          end: true,
          mono: true,
          cell: ({ sums: { prize_costs: cost } }) =>
            cost ? money(pence(cost)) : <span className="font-sans">{t("profit.noPrize")}</span>,
        },
        {
          id: "profit",
          header: t("profit.profit"),
          end: true,
          mono: true,
          cell: ({ sums, charity }) => (
            <div>
              <strong>{money(pence(profitAfterCharity(sums, charity)))}</strong>
              {sums.held ? (
                <span className="ms-auto block max-w-36 font-sans text-[0.8125rem] whitespace-normal text-danger-text">
                  {t("profit.held", { amount: money(pence(sums.held)) })}
                </span>
              ) : null}
              {!sums.prize_costs && (
                <span className="block font-sans text-[0.8125rem] text-muted">{t("profit.withoutPrize")}</span>
              )}
            </div>
          ),
        },
      ]}
    />
  );
}

type Props = { draws: readonly { readonly id: string; readonly name: string }[]; today: string; requestKey: string };

/** Enters an amount spent on a draw: the cost of its prize, or a payment to its charity. */
function SpendingForm({ intent, draws, today, requestKey }: Props & { intent: "cost" | "charity" }) {
  const { t } = useTranslation("admin-books");
  const isCharity = intent === "charity";
  const fieldId = (name: string) => (isCharity ? `charity-${name}` : name);
  const form = useBooksForm(intent, t(isCharity ? "charity.saved" : "profit.saved"));
  return (
    <ShopFormFrame form={form} className="grid gap-4">
      {/* Changes once a cost is entered, while the form keeps its content. */}
      <input type="hidden" name="requestKey" value={requestKey} />
      <TypedGuard isUnsaved={form.isRefused} saved={form.isDone ? form.reply : undefined} />
      <SelectField
        id={fieldId("lotteryId")}
        {...form.field("lotteryId")}
        label={t("profit.draw")}
        options={draws.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <NumberField
        id={fieldId("amount")}
        {...form.field("amount")}
        label={t(isCharity ? "charity.amount" : "profit.amount")}
        // On some phones the decimal keypad has no minus.
        inputMode="text"
        problemOf={(text) => (readNumber(text, PRIZE_COST).ok ? undefined : t("errors.no_amount"))}
      />
      <TextField id={fieldId("day")} {...form.field("day", today)} label={t("profit.day")} type="date" max={today} />
      <TextField
        id={fieldId("note")}
        {...form.field("note")}
        label={t(isCharity ? "charity.reference" : "profit.note")}
        {...(!isCharity && { hint: t("profit.noteHint") })}
        maxLength={200}
        autoComplete="off"
      />
      <FormProblem form={form} />
      <Button type="submit" variant="outline" size="sm" className="justify-self-start" busy={form.isBusy}>
        {t(isCharity ? "charity.save" : "profit.save")}
      </Button>
    </ShopFormFrame>
  );
}

/** Enters the cost of a prize. `requestKey` makes a repeated request enter it once. */
export function PrizeCostForm(props: Props) {
  return <SpendingForm intent="cost" {...props} />;
}

function CharityForm(props: Props) {
  return <SpendingForm intent="charity" {...props} />;
}

export default function ProfitPage({ loaderData: { page, list, today, now, requestKey } }: Route.ComponentProps) {
  const { t } = useTranslation("admin-books");
  const asOf = useAsOf();
  const mayEnter = useMay("books.write");
  if (!list) {
    return <AdminPageNotLoaded title={t("profit.title")} subtitle={t("profit.subtitle")} what="profit" />;
  }
  const withCharity = list.choices.filter(({ hasCharity }) => hasCharity);
  return (
    <AdminPage title={t("profit.title")} subtitle={t("profit.subtitle")} done={() => t("profit.saved")}>
      <div className={mayEnter ? "admin-columns" : "grid"}>
        <AdminCard flush title={t("profit.draws")} note={asOf(now, "fees")}>
          <DrawsTable draws={list.draws} />
          <Pagination page={page} perPage={DRAWS_PER_PAGE} total={list.found} />
        </AdminCard>
        <Allowed right="books.write">
          <div className="grid content-start gap-4">
            <AdminCard title={t("profit.enter")} note={t("profit.enterNote")}>
              <PrizeCostForm draws={list.choices} today={today} requestKey={requestKey} />
            </AdminCard>
            {withCharity.length > 0 && (
              <AdminCard title={t("charity.enter")} note={t("charity.enterNote")}>
                <CharityForm draws={withCharity} today={today} requestKey={requestKey} />
              </AdminCard>
            )}
          </div>
        </Allowed>
      </div>
    </AdminPage>
  );
}
