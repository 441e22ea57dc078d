/** One dispute of a payment: its evidence is completed, downloaded and sent here. */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { data, redirect, type ShouldRevalidateFunctionArgs } from "react-router";
import { z } from "zod";
import { adminCall, permitted, runAction } from "#features/accounts/server/sessions/admin-call.ts";
import { inLanguage } from "#features/lotteries/rules/lottery.ts";
import { Due, isPending, Standing } from "#features/orders/admin/disputes/disputes-table.tsx";
import { EvidenceAdditions } from "#features/orders/admin/disputes/evidence-additions.tsx";
import { EvidenceCard } from "#features/orders/admin/disputes/evidence-card.tsx";
import { EVIDENCE_INTENTS } from "#features/orders/admin/disputes/evidence-replies.ts";
import { daysLeft } from "#features/orders/rules/evidence.ts";
import { removeEvidenceFile, saveEvidenceNote } from "#features/orders/server/disputes/evidence/change-evidence.ts";
import { markEvidenceSent, unmarkEvidenceSent } from "#features/orders/server/disputes/evidence/mark-sent.ts";
import { sendEvidence } from "#features/orders/server/disputes/evidence/send-evidence.ts";
import { showDispute } from "#features/orders/server/disputes/list-disputes.ts";
import { readFields } from "#platform/request/body.server.ts";
import { localeOf } from "#platform/request/request.server.ts";
import { londonDate } from "#shared/dates/dates.ts";
import { PROVIDER_NAMES } from "#shared/states.ts";
import { words } from "#shared/text/words.ts";
import { AdminNotFound } from "#ui/admin/admin-instead.tsx";
import { AdminCard, AdminPage } from "#ui/admin/admin-page.tsx";
import { Allowed } from "#ui/allowed.tsx";
import { LinkButton } from "#ui/button.tsx";
import { Note } from "#ui/feedback/note.tsx";
import type { PageFailures } from "#ui/fields/failures.ts";
import { parseForm, typedText } from "#ui/forms/parse-form.ts";
import { replyTo } from "#ui/forms/reply.ts";
import { type PageMessages, useFormat } from "#ui/i18n/messages.ts";
import { DefinitionList, type DefinitionRow } from "#ui/lists/definition-list.tsx";
import { BackLink } from "#ui/text/text-link.tsx";
import type { Route } from "./+types/dispute-page.ts";
import { makeEvidencePdf } from "./make-evidence-pdf.server.ts";

export const handle = {
  messages: ["admin-orders"],
  failures: {
    load: "admin:notLoaded.disputes",
    send: {
      note: "admin-orders:disputes.problems.failed",
      "remove-file": "admin-orders:disputes.problems.failed",
      "send-evidence": "admin-orders:disputes.sent.interrupted",
      "mark-sent": "admin-orders:disputes.problems.failed",
      "unmark-sent": "admin-orders:disputes.problems.failed",
    },
  },
} satisfies PageMessages & PageFailures;

/** Also after a failure: the page shows how far the evidence got, and why it was refused. */
export function shouldRevalidate({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return actionStatus !== undefined || defaultShouldRevalidate;
}

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const { ctx, actor } = await adminCall(context, request);
  const found = permitted(await showDispute(ctx, actor, params.disputeId));
  if (!found.ok) return data({ shown: undefined }, { status: 404 });
  const { dispute, submission, ...rest } = found.value;
  const { lotteryTitle, ...facts } = dispute;
  const now = ctx.now();
  return data({
    shown: {
      ...rest,
      submission,
      dispute: {
        ...facts,
        lottery: inLanguage(lotteryTitle, localeOf(context)),
        daysLeft: facts.dueBy && daysLeft(facts.dueBy, now),
        providerName: PROVIDER_NAMES[facts.provider],
      },
      isUnderWay: submission?.claimedUntil !== undefined && submission.claimedUntil > now,
      today: londonDate(now),
    },
  });
}

const schema = z.object({
  intent: z.enum(EVIDENCE_INTENTS),
  note: typedText,
  version: typedText,
  file: typedText,
  day: typedText,
});
const STATUS = { failed: 503, not_found: 404, changed_meanwhile: 409, already_sent: 409, under_way: 409 } as const;

export async function action({ context, request, params }: Route.ActionArgs) {
  const { ctx, actor } = await adminCall(context, request);
  const { disputeId } = params;
  const form = await readFields(request);
  const submission = parseForm(form, schema);
  if (submission.status !== "success") throw redirect(`/admin/disputes/${encodeURIComponent(disputeId)}`);
  const { intent, note, version, file, day } = submission.value;
  const acts = {
    note: () => saveEvidenceNote(ctx, actor, { disputeId, note, version }),
    "remove-file": () => removeEvidenceFile(ctx, actor, { disputeId, fileId: file }),
    "send-evidence": () =>
      sendEvidence(ctx, actor, { disputeId, makeDocument: (evidence) => makeEvidencePdf(ctx, actor, evidence) }),
    "mark-sent": () => markEvidenceSent(ctx, actor, { disputeId, day }),
    "unmark-sent": () => unmarkEvidenceSent(ctx, actor, disputeId),
  };
  const result = await runAction(
    { ctx, request, form, about: { disputeId } },
    acts[intent](),
    "the evidence of a dispute could not be changed or sent",
  );
  return replyTo(submission, result, { at: { bad_day: "day", too_long: "note" }, status: STATUS });
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

export default function DisputePage({ loaderData: { shown } }: Route.ComponentProps) {
  const { t } = useTranslation("admin-orders");
  const { date, money } = useFormat();
  const [isNoteUnsaved, setNoteUnsaved] = useState(false);
  if (!shown) {
    return (
      <AdminNotFound
        title={t("disputes.notFound")}
        text={t("disputes.notFoundText")}
        to="/admin/disputes"
        back={t("disputes.all")}
      />
    );
  }
  const { dispute, note, files } = shown;
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
            <EvidenceCard evidence={shown} isNoteUnsaved={isNoteUnsaved} />
            <EvidenceAdditions
              disputeId={dispute.id}
              note={note}
              files={files}
              isOpen={isPending(dispute.standing) && !dispute.isSubmitted}
              onNote={setNoteUnsaved}
            />
          </Allowed>
        </div>
        <AdminCard title={t("disputes.details")}>
          <DefinitionList rows={rows} />
        </AdminCard>
      </div>
    </AdminPage>
  );
}
