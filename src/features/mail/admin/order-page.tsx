/** /admin/orders/{id}: all data of an order with its mails, and the actions on it. */
import { randomUUID } from "node:crypto";
import { useTranslation } from "react-i18next";
import { data, redirect } from "react-router";
import { z } from "zod";
import { adminCall, runAction, permitted } from "#features/accounts/server/sessions/admin-call.ts";
import { listOrderDocuments } from "#features/books/server/order-documents.ts";
import { inLanguage } from "#features/lotteries/rules/lottery.ts";
import { OrderActions, type OrderReply, useOrderDone } from "#features/orders/admin/order-actions.tsx";
import { OrderDisputes, OrderFacts, OrderSums } from "#features/orders/admin/order-facts.tsx";
import { OrderEvents, OrderMails } from "#features/orders/admin/order-mails.tsx";
import { OrderCard, OrderTickets } from "#features/orders/admin/order-tickets.tsx";
import { OrderHistory } from "#features/orders/admin/order-timeline.tsx";
import { SHOWN_STATES } from "#features/orders/rules/order-state.ts";
import { REFUND_KINDS, readRefundPart } from "#features/orders/rules/partial-refund.ts";
import { resendConfirmation } from "#features/orders/server/reading/resend-confirmation.ts";
import { showOrder } from "#features/orders/server/reading/show-order.ts";
import { refundOrder } from "#features/orders/server/refunds/refund-order.ts";
import { resendRefund } from "#features/orders/server/refunds/resend-refund.ts";
import { voidEntry } from "#features/orders/server/refunds/void-entry.ts";
import { readFields } from "#platform/request/body.server.ts";
import { localeOf } from "#platform/request/request.server.ts";
import { AdminNotFound } from "#ui/admin/admin-instead.tsx";
import { AdminPage } from "#ui/admin/admin-page.tsx";
import { Allowed } from "#ui/allowed.tsx";
import { Badge } from "#ui/badge.tsx";
import { LinkButton } from "#ui/button.tsx";
import type { PageFailures } from "#ui/fields/failures.ts";
import { revalidateAfterConflict } from "#ui/fields/use-displayed-version.ts";
import { parseForm, typedText, typedTexts } from "#ui/forms/parse-form.ts";
import { type CodeOf, replyTo } from "#ui/forms/reply.ts";
import type { PageMessages } from "#ui/i18n/messages.ts";
import { BackLink } from "#ui/text/text-link.tsx";
import { listOrderMails } from "../server/list-order-mails.ts";
import type { Route } from "./+types/order-page.ts";

export const handle = {
  messages: ["admin-orders", "admin-approvals"],
  failures: {
    load: "admin:notLoaded.order",
    send: {
      refund: "admin-orders:order.refundFailed",
      "refund-again": "admin-orders:order.refundFailed",
      void: "admin-orders:order.voidFailed",
      resend: "admin-orders:order.resendFailed",
    },
  },
} satisfies PageMessages & PageFailures;

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const { ctx, actor } = await adminCall(context, request);
  const found = permitted(await showOrder(ctx, actor, params.orderId));
  if (!found.ok) return data({ found: undefined }, { status: 404 });
  const { lotteryTitle, ...order } = found.value.order;
  const [mails, papers] = await Promise.all([
    listOrderMails(ctx, actor, { orderId: order.id, userId: order.userId }),
    listOrderDocuments(ctx, order.id),
  ]);
  const lottery = inLanguage(lotteryTitle, localeOf(context));
  const shown = { ...found.value, order: { ...order, lottery }, mails: permitted(mails).value, papers };
  return data({ found: { ...shown, requestKey: randomUUID() as string } });
}

export async function action({ context, request, params }: Route.ActionArgs) {
  const { ctx, actor } = await adminCall(context, request);
  const form = await readFields(request);
  const submission = parseForm(form, schema);
  const back = `/admin/orders/${encodeURIComponent(params.orderId)}`;
  if (submission.status !== "success") throw redirect(back);
  const { intent, reason, part, left, requestKey, ...fields } = submission.value;
  const input = { orderId: params.orderId, reason: reason.slice(0, 1000) };
  const actions = {
    refund: part && (() => refundOrder(ctx, actor, { ...input, part: readRefundPart({ ...fields, part }), left, requestKey })),
    "refund-again": () => resendRefund(ctx, actor, input),
    void: () => voidEntry(ctx, actor, input),
    resend: () => resendConfirmation(ctx, actor, input.orderId),
  };
  const run = actions[intent];
  if (!run) throw redirect(back);
  const result = await runAction(
    { ctx, request, form, about: { orderId: params.orderId } },
    run(),
    "an order could not be changed",
  );
  if (result.ok) return data<OrderReply>({ intent, became: result.value === "proposed" ? "proposed" : undefined });
  return replyTo(submission, result, { at: { no_reason: "reason" }, status: statusOf });
}
const schema = z.object({
  intent: z.enum(["refund", "refund-again", "void", "resend"]),
  reason: typedText,
  part: z.enum(REFUND_KINDS).optional(),
  left: z.coerce.number().int().optional(),
  requestKey: z.uuid().optional(),
  ...typedTexts(["count", "amount"]),
  numbers: z.array(z.coerce.number().int()).default([]),
});

export const shouldRevalidate = revalidateAfterConflict;

/** HTTP status of an error. */
function statusOf(error: CodeOf<OrderReply>): number {
  if (error === "failed") return 503;
  if (error === "too_many") return 429;
  return error === "not_found" ? 404 : 409;
}

export default function AdminOrderPage({ loaderData: { found } }: Route.ComponentProps) {
  const { t } = useTranslation(["admin-orders", "admin"]);
  const done = useOrderDone();
  if (!found) {
    return <AdminNotFound title={t("order.notFound")} text={t("order.notFoundText")} to="/admin/orders" back={t("order.back")} />;
  }
  const { order } = found;
  return (
    <AdminPage
      title={t("order.title", { number: order.orderNumber })}
      subtitle={
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Badge tone={SHOWN_STATES[order.shownState].tone}>{t(SHOWN_STATES[order.shownState].text)}</Badge>
          <span>{order.lottery}</span>
        </span>
      }
      above={<BackLink to="/admin/orders">{t("order.back")}</BackLink>}
      actions={
        <>
          <Allowed right="messages.read">
            <LinkButton to={`/admin/users/${order.userId}?order=${order.id}#write`} variant="outline" size="sm">
              {t("order.write")}
            </LinkButton>
          </Allowed>
          <OrderActions order={order} tickets={found.tickets} owed={found.owed} requestKey={found.requestKey} />
        </>
      }
      done={done}
    >
      <div className="admin-columns items-start">
        <div className="grid gap-4">
          <OrderSums order={order} />
          <OrderDisputes disputes={found.disputes} />
          <OrderTickets order={order} tickets={found.tickets} />
          {order.kind === "free" && <OrderCard card={found.card} />}
          <OrderMails mails={found.mails} />
          {order.kind === "paid" && <OrderEvents events={found.events} />}
        </div>
        <div className="grid gap-4">
          <OrderHistory order={order} history={found.history} refunds={found.refunds} owed={found.owed} />
          <OrderFacts order={order} documents={found.papers} />
        </div>
      </div>
    </AdminPage>
  );
}
