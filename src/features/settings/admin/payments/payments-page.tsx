/** /admin/payments: which providers take new orders, the state of each, what it collected and charged. */
import { useTranslation } from "react-i18next";
import { data, redirect } from "react-router";
import { adminCall, runAction, permitted, readOrLog } from "#features/accounts/server/sessions/admin-call.ts";
import { requireAdmin } from "#features/accounts/server/sessions/find-visitor.ts";
import { showTakings } from "#features/books/server/provider-fees.ts";
import { showNewOrders } from "#features/orders/server/payment-split/steer-new-orders.ts";
import { readFields } from "#platform/request/body.server.ts";
import { localeOf } from "#platform/request/request.server.ts";
import { AdminPage } from "#ui/admin/admin-page.tsx";
import { Note } from "#ui/feedback/note.tsx";
import type { PageFailures } from "#ui/fields/failures.ts";
import { revalidateAfterConflict } from "#ui/fields/use-displayed-version.ts";
import { parseForm } from "#ui/forms/parse-form.ts";
import { refuse, replyTo } from "#ui/forms/reply.ts";
import type { PageMessages } from "#ui/i18n/messages.ts";
import { showProviders } from "../../server/going-live/show-providers.ts";
import type { Route } from "./+types/payments-page.ts";
import { FEE_FIELDS, findPaymentsAction, paymentsSchema, splitField } from "./payments-actions.server.ts";
import { FeesCard } from "./payments-fees.tsx";
import { ProviderCard } from "./payments-provider.tsx";
import { SplitCard } from "./payments-split.tsx";
import { type PaymentsReply, usePaymentsWords } from "./payments-words.ts";

export const handle = {
  messages: ["admin-payments", "admin-live"],
  failures: { load: "admin:notLoaded.payments", send: "admin-payments:failed" },
} satisfies PageMessages & PageFailures;

export async function loader({ context, request }: Route.LoaderArgs) {
  const { ctx, actor } = await adminCall(context, request);
  const [orders, health, takings] = await Promise.all([
    showNewOrders(ctx, actor),
    showProviders(ctx, actor),
    readOrLog(ctx, showTakings(ctx, actor), "what the payment providers took could not be read"),
  ]);
  return data(
    { orders: permitted(orders).value, health: permitted(health).value, takings, now: ctx.now() },
    { status: takings === undefined ? 503 : 200 },
  );
}

const STATUS = { failed: 503, changed_meanwhile: 409, last_one: 409 } as const;

export async function action({ context, request }: Route.ActionArgs) {
  const { ctx, actor } = await adminCall(context, request);
  const form = await readFields(request);
  const submission = parseForm(form, paymentsSchema);
  if (submission.status !== "success") throw redirect("/admin/payments");
  const { intent } = submission.value;
  const { email, firstName } = await requireAdmin(context, request);
  const run = findPaymentsAction(ctx, actor, submission.value, { email, firstName, locale: localeOf(context) });
  if (!run) throw redirect("/admin/payments");
  const result = await runAction({ ctx, request, form, about: { intent } }, run(), "the payments could not be changed");
  if (!("wrong" in result)) return replyTo(submission, result, { at: FEE_FIELDS, status: STATUS });
  // The shares that were typed are invalid.
  const { problem } = result.wrong;
  const refused = refuse(submission, problem, { [problem]: splitField(ctx, result.wrong) });
  return data<PaymentsReply>({ intent, refused }, { status: 422 });
}

export const shouldRevalidate = revalidateAfterConflict;

export default function PaymentsPage({ loaderData: { orders, health, takings, now } }: Route.ComponentProps) {
  const { t } = useTranslation("admin-payments");
  return (
    <AdminPage title={t("title")} subtitle={t("subtitle")} done={usePaymentsWords().done}>
      <div className="grid gap-6">
        {orders.bands.length === 0 && (
          <Note tone="danger" title={t("nobody.title")}>
            {t("nobody.text")}
          </Note>
        )}
        {orders.providers.map((provider) => (
          <ProviderCard
            key={provider.name}
            provider={provider}
            health={health.find(({ name }) => name === provider.name)}
            takings={takings?.providers.find(({ name }) => name === provider.name)}
            isOnlyTaker={orders.providers.every(
              ({ name, part }) => name === provider.name || part === "none" || part === "stopped",
            )}
            now={now}
          />
        ))}
        <SplitCard {...{ orders, now }} providerNames={health.map(({ name }) => name)} />
        {takings && <FeesCard providers={takings.providers} today={takings.today} />}
      </div>
    </AdminPage>
  );
}
