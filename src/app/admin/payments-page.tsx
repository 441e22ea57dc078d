/** /admin/payments: who takes new orders, how each payment provider is, what it took and charges. */
import { useTranslation } from "react-i18next";
import { data, Form, redirect } from "react-router";
import { adminCall, carryOut, permitted, readOrLog } from "#features/accounts/server/admin-call.ts";
import { requireAdmin } from "#features/accounts/server/find-visitor.ts";
import { showTakings } from "#features/books/server/provider-fees.ts";
import type { SplitLine, SplitProblem } from "#features/orders/rules/new-order-form.ts";
import { showNewOrders } from "#features/orders/server/steer-new-orders.ts";
import { readFields } from "#platform/request/body.server.ts";
import { localeOf } from "#platform/request/request.server.ts";
import { type PaymentProviderName, PROVIDER_NAMES } from "#shared/states.ts";
import { AdminPage } from "#ui/admin-page.tsx";
import { Note } from "#ui/feedback/note.tsx";
import type { PageFailures } from "#ui/fields/failures.ts";
import { IntentButton } from "#ui/fields/intent-button.tsx";
import { lookAfterConflict, useLastAnswer } from "#ui/fields/use-drawn-version.ts";
import type { PageMessages } from "#ui/i18n/messages.ts";
import { showProviders } from "../live/show-providers.ts";
import type { Route } from "./+types/payments-page.ts";
import { DONE, type FeeProblem, type Intent, isIntent, linesOf, paymentsAct, providerOf, typedFee } from "./payments-acts.ts";
import { FeesCard, type TypedFee } from "./payments-fees.tsx";
import { ProviderCard } from "./payments-provider.tsx";
import { SplitCard } from "./payments-split.tsx";

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

type Reply = {
  readonly intent: Intent;
  readonly done?: (typeof DONE)[keyof typeof DONE];
  readonly error?: "failed" | "changed_meanwhile" | "last_one" | "wrong" | FeeProblem;
  readonly wrong?: SplitProblem;
  readonly lines?: readonly SplitLine[];
  readonly fee?: TypedFee;
  readonly provider?: PaymentProviderName | undefined;
};

const STATUS: Readonly<Record<NonNullable<Reply["error"]>, number>> = {
  ...{ failed: 503, changed_meanwhile: 409, last_one: 409, wrong: 422 },
  ...{ bad_rate: 422, bad_fixed: 422, bad_day: 422, past: 422 },
};

export async function action({ context, request }: Route.ActionArgs) {
  const { ctx, actor } = await adminCall(context, request);
  const form = await readFields(request);
  const intent = form.get("intent");
  if (!isIntent(intent)) throw redirect("/admin/payments");
  const { email, firstName } = await requireAdmin(context, request);
  const act = paymentsAct(ctx, actor, { intent, form, asker: { email, firstName, locale: localeOf(context) } });
  if (!act) throw redirect("/admin/payments");
  const acted = await carryOut({ ctx, request, form, about: { intent } }, act(), "the payments could not be changed");
  const provider = providerOf(ctx, form)?.name;
  if (acted.ok) return data<Reply>({ intent, done: DONE[intent], provider });
  const { error } = acted;
  const wrong = "wrong" in acted ? { wrong: acted.wrong } : {};
  return data<Reply>(
    {
      ...{ intent, error, provider, ...wrong },
      ...(intent === "split" && { lines: linesOf(form) }),
      ...(intent === "fee" && { fee: typedFee(form) }),
    },
    { status: STATUS[error] },
  );
}

export const shouldRevalidate = lookAfterConflict;

export default function PaymentsPage({ loaderData: { orders, health, takings, now }, actionData: reply }: Route.ComponentProps) {
  const { t } = useTranslation("admin-payments");
  // Replies to other forms of the page say nothing of the shares that are being typed.
  const split = useLastAnswer(reply, ["split"]);
  const named = health.map(({ name }) => name);
  return (
    <AdminPage title={t("title")} subtitle={t("subtitle")}>
      <div className="grid gap-6">
        <Said reply={reply} />
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
            isAlone={orders.providers.every(({ name, part }) => name === provider.name || part === "none" || part === "stopped")}
            now={now}
          />
        ))}
        <SplitCard {...{ orders, reply: split, named, now }} />
        {takings && (
          <FeesCard providers={takings.providers} today={takings.today} reply={reply?.intent === "fee" ? reply : undefined} />
        )}
      </div>
    </AdminPage>
  );
}

/** What came of the last form; what is about one field stands there. */
function Said({ reply }: { reply: Reply | undefined }) {
  const { t } = useTranslation("admin-payments");
  if (reply?.done) return <Note tone="success" role="status" title={t(reply.done)} />;
  if (reply?.error === "failed" || reply?.error === "changed_meanwhile")
    return <Note tone="danger" role="alert" title={t(reply.error)} />;
  if (reply?.error !== "last_one" || !reply.provider) return null;
  return (
    <Note
      tone="danger"
      role="alert"
      title={t("lastOne.title", { provider: PROVIDER_NAMES[reply.provider] })}
      action={
        <Form method="post" className="mt-2" data-needs-proof="">
          <input type="hidden" name="provider" value={reply.provider} />
          <input type="hidden" name="confirmed" value="1" />
          <IntentButton intent="stop" variant="outline" size="sm">
            {t("lastOne.confirm")}
          </IntentButton>
        </Form>
      }
    >
      {t("lastOne.text")}
    </Note>
  );
}
