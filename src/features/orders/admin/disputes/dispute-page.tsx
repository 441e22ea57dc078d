/** One dispute of a payment, with its evidence to download. */
import { useTranslation } from "react-i18next";
import { data } from "react-router";
import { adminCall, permitted } from "#features/accounts/server/sessions/admin-call.ts";
import { inLanguage } from "#features/lotteries/rules/lottery.ts";
import { localeOf } from "#platform/request/request.server.ts";
import { words } from "#shared/text/words.ts";
import { AdminNotFound } from "#ui/admin/admin-instead.tsx";
import { AdminCard, AdminPage } from "#ui/admin/admin-page.tsx";
import { Allowed } from "#ui/allowed.tsx";
import { LinkButton } from "#ui/button.tsx";
import { Note } from "#ui/feedback/note.tsx";
import type { PageFailures } from "#ui/fields/failures.ts";
import { type PageMessages, useFormat } from "#ui/i18n/messages.ts";
import { Download } from "#ui/icons.ts";
import { DefinitionList, type DefinitionRow } from "#ui/lists/definition-list.tsx";
import { BackLink } from "#ui/text/text-link.tsx";
import { showDispute } from "../../server/disputes/list-disputes.ts";
import type { Route } from "./+types/dispute-page.ts";
import { Due, isPending, Standing } from "./disputes-table.tsx";

export const handle = { messages: ["admin-orders"], failures: { load: "admin:notLoaded.disputes" } } satisfies PageMessages &
  PageFailures;

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const { ctx, actor } = await adminCall(context, request);
  const found = permitted(await showDispute(ctx, actor, params.disputeId));
  if (!found.ok) return data({ dispute: undefined }, { status: 404 });
  const { lotteryTitle, ...dispute } = found.value;
  return data({ dispute: { ...dispute, lottery: inLanguage(lotteryTitle, localeOf(context)) } });
}

/** Reasons with a text of their own. */
const REASONS = [
  ...words("fraudulent product_not_received duplicate unrecognized general product_unacceptable credit_not_processed"),
  ...words("subscription_canceled"),
];

/** The providers' states of a dispute: `payment-disputes.server.ts`. */
const STATUSES = words(
  "warning_needs_response warning_under_review warning_closed needs_response under_review prevented won lost",
);

export default function DisputePage({ loaderData: { dispute } }: Route.ComponentProps) {
  const { t } = useTranslation("admin-orders");
  const { date, money } = useFormat();
  if (!dispute) {
    return (
      <AdminNotFound
        title={t("disputes.notFound")}
        text={t("disputes.notFoundText")}
        to="/admin/disputes"
        back={t("disputes.all")}
      />
    );
  }
  const reason = REASONS.find((known) => known === dispute.reason);
  const status = STATUSES.find((known) => known === dispute.status);
  const statusText = status ? t(`disputes.statuses.${status}`) : dispute.status.replaceAll("_", " ");
  const rows: DefinitionRow[] = [
    { id: "amount", term: t("disputes.amount"), value: money(dispute.amount), strong: true },
    { id: "withdrawn", term: t("disputes.withdrawn"), value: money(dispute.withdrawn) },
    { id: "fee", term: t("disputes.fee"), value: money(dispute.fee) },
    ...(isPending(dispute.standing) ? [{ id: "due", term: t("disputes.due"), value: <Due dispute={dispute} /> }] : []),
    {
      id: "reason",
      term: t("disputes.reason"),
      value: reason ? t(`disputes.reasons.${reason}`) : t("disputes.reasons.other", { reason: dispute.reason }),
    },
    { id: "opened", term: t("disputes.opened"), value: `${date(dispute.openedAt, "short")}, ${date(dispute.openedAt, "time")}` },
    ...(dispute.closedAt ? [{ id: "closed", term: t("disputes.closedOn"), value: date(dispute.closedAt, "short") }] : []),
    { id: "status", term: t("disputes.status"), value: `${statusText}, ${dispute.providerId}` },
  ];
  return (
    <AdminPage
      title={t("disputes.one", { number: dispute.orderNumber })}
      subtitle={
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Standing standing={dispute.standing} />
          <span>{dispute.player || t("orders.erased")}</span>
          <span>{dispute.lottery}</span>
        </span>
      }
      above={<BackLink to="/admin/disputes">{t("disputes.all")}</BackLink>}
      actions={
        <LinkButton to={`/admin/orders/${dispute.orderId}`} variant="outline" size="sm">
          {t("disputes.openOrder")}
        </LinkButton>
      }
    >
      <div className="admin-columns items-start">
        <div className="grid gap-4">
          <Note tone={dispute.standing === "open" ? "danger" : "info"} title={t(`disputes.texts.${dispute.standing}`)}>
            {dispute.afterFreeze && t("disputes.afterFreeze")}
          </Note>
          <Allowed right="disputes.export">
            <AdminCard title={t("disputes.evidenceTitle")}>
              <p className="mb-4 max-w-[72ch]">{t("disputes.evidenceText")}</p>
              <LinkButton
                to={`/admin/disputes/${dispute.id}/evidence.pdf`}
                reloadDocument
                icon={<Download size={18} strokeWidth={1.6} aria-hidden="true" />}
              >
                {t("disputes.evidence")}
              </LinkButton>
            </AdminCard>
          </Allowed>
        </div>
        <AdminCard title={t("disputes.details")}>
          <DefinitionList rows={rows} />
        </AdminCard>
      </div>
    </AdminPage>
  );
}
