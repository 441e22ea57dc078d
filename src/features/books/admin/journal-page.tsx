/**
 * /admin/journal: a month of the journal, its files, VAT rates and account codes; it is updated and closed
 * here.
 */
import { useTranslation } from "react-i18next";
import { data, Form, redirect } from "react-router";
import { z } from "zod";
import { adminCall, runAction, readOrLog } from "#features/accounts/server/sessions/admin-call.ts";
import { readFields } from "#platform/request/body.server.ts";
import { ACCOUNTS } from "#shared/accounts.ts";
import { AdminPageNotLoaded } from "#ui/admin/admin-instead.tsx";
import { AdminCard, AdminPage } from "#ui/admin/admin-page.tsx";
import { Button } from "#ui/button.tsx";
import type { PageFailures } from "#ui/fields/failures.ts";
import { SelectField } from "#ui/fields/select-field.tsx";
import { parseForm, typedText } from "#ui/forms/parse-form.ts";
import { replyTo } from "#ui/forms/reply.ts";
import { type PageMessages, useFormat } from "#ui/i18n/messages.ts";
import { daySums, xeroParts } from "../rules/files.ts";
import { readMonth } from "../rules/month.ts";
import { findJournalAction } from "../server/journal/journal-actions.ts";
import { showMonth } from "../server/read-books.ts";
import type { Route } from "./+types/journal-page.ts";
import { BOOKS_STATUS, type BooksReply, useAsOf } from "./books-form.tsx";
import { DaysTable, JournalFiles, JournalTotals } from "./journal-days.tsx";
import { MonthState, UpdateButton, UpdateRefused } from "./journal-state.tsx";
import { LabelsCard } from "./labels-card.tsx";
import { VatCard } from "./vat-card.tsx";

export const handle = {
  messages: ["admin-books"],
  failures: { load: "admin:notLoaded.journal", send: "admin-books:journal.failed" },
} satisfies PageMessages & PageFailures;

export async function loader({ context, request }: Route.LoaderArgs) {
  const { ctx, actor, search } = await adminCall(context, request);
  const shown = await readOrLog(ctx, showMonth(ctx, actor, readMonth(search.get("month"))), "the journal could not be shown");
  return data({ shown, now: ctx.now().getTime() }, { status: shown ? 200 : 503 });
}

/** The field that shows an error; other errors belong to the whole form. */
const ERROR_FIELDS = { no_code: "code", bad_rate: "rate", past: "from", no_day: "from" } as const;
const schema = z.object({
  intent: typedText,
  month: typedText,
  ...{ appliesTo: typedText, code: typedText, rate: typedText, from: typedText },
  ...{ version: typedText, untaxed: typedText },
  ...Object.fromEntries(ACCOUNTS.flatMap((account) => [`code_${account}`, `name_${account}`].map((name) => [name, typedText]))),
});

export async function action({ context, request }: Route.ActionArgs) {
  const { ctx, actor } = await adminCall(context, request);
  const form = await readFields(request);
  const submission = parseForm(form, schema);
  const run = findJournalAction(ctx, actor, form);
  if (submission.status !== "success" || !run) throw redirect("/admin/journal");
  const result = await runAction({ ctx, request, form }, run(), "the journal could not be written");
  return replyTo(submission, result, { at: ERROR_FIELDS, status: BOOKS_STATUS });
}

/** The message after each intent. */
const DONE = { keep: "journal.kept", close: "journal.isClosed", vat: "vat.saved", labels: "labels.saved" } as const;

/** Also offers the current month if it has no entries yet. */
function MonthPicker({ months, current }: { months: readonly string[]; current: string }) {
  const { t } = useTranslation("admin-books");
  const { date } = useFormat();
  const choices = months.includes(current) ? months : [current, ...months];
  return (
    <Form className="flex flex-wrap items-end gap-3">
      <div className="min-w-52">
        <SelectField
          key={current}
          label={t("journal.month")}
          name="month"
          defaultValue={current.slice(0, 7)}
          options={choices.map((month) => ({ value: month.slice(0, 7), label: date(month, "month") }))}
        />
      </div>
      <Button type="submit" variant="outline">
        {t("journal.show")}
      </Button>
    </Form>
  );
}

export default function JournalPage({ loaderData: { shown, now } }: Route.ComponentProps) {
  const { t } = useTranslation("admin-books");
  const asOf = useAsOf();
  if (!shown) {
    return <AdminPageNotLoaded title={t("journal.title")} subtitle={t("journal.subtitle")} what="journal" />;
  }
  return (
    <AdminPage
      title={t("journal.title")}
      subtitle={t("journal.subtitle")}
      actions={<UpdateButton />}
      done={({ intent }: BooksReply) => t(DONE[intent as keyof typeof DONE])}
    >
      <UpdateRefused />
      <MonthPicker months={shown.months.map(({ month }) => month)} current={shown.month} />
      <div className="admin-columns">
        <div className="grid min-w-0 gap-4">
          <MonthState key={shown.month} shown={shown} />
          <AdminCard title={t("journal.days")} note={asOf(now, "fees")} flush>
            <DaysTable days={shown.days} />
          </AdminCard>
        </div>
        <div className="grid min-w-0 gap-4">
          <JournalTotals totals={shown.totals} />
          <JournalFiles month={shown.month} xeroFiles={xeroParts(daySums(shown.days)).length} />
          <VatCard vat={shown.vat} today={shown.today} />
          <LabelsCard labels={shown.labels} />
        </div>
      </div>
    </AdminPage>
  );
}
