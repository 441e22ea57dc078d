/** One proposal: its changes and reason, who proposed it, and, while it is open, the buttons to decide it. */
import { useTranslation } from "react-i18next";
import type { Cancellation } from "#features/lotteries/rules/cancel-reason.ts";
import { readDay } from "#features/orders/rules/postal/typed-day.ts";
import type { StoredBatch } from "#features/orders/server/postal/key-in-batch.ts";
import { type Decision, PROPOSAL_RIGHTS } from "#features/staff/rules/proposals.ts";
import { AdminCard } from "#ui/admin/admin-page.tsx";
import { Allowed } from "#ui/allowed.tsx";
import { Button } from "#ui/button.tsx";
import { Note } from "#ui/feedback/note.tsx";
import { toastError, toastSuccess } from "#ui/feedback/toast.tsx";
import { TextArea } from "#ui/fields/text-field.tsx";
import { TypedGuard } from "#ui/fields/unsaved-guard.tsx";
import { type CodeOf, errorOf, type FormReply } from "#ui/forms/reply.ts";
import { ShopFormFrame } from "#ui/forms/shop-form-frame.tsx";
import { useShopForm } from "#ui/forms/use-shop-form.tsx";
import { useFormat } from "#ui/i18n/messages.ts";
import { SubjectLinks, useTitle } from "./approval-texts.tsx";
import type { Approval } from "./approval.ts";
import type { DecisionError } from "./approvals.server.ts";

/** The reply to a decision, with the proposal it belongs to. */
export type ApprovalReply = FormReply<"decide", Exclude<DecisionError, "forbidden" | "reauth_needed"> | "failed"> & {
  readonly id: string;
  readonly decision: Decision;
};

/** The reason for cancelling a draw, and the note to its players in both languages. */
function CancellationReason({ cancellation: { reason, note } }: { cancellation: Cancellation }) {
  const { t } = useTranslation("admin-lotteries");
  return (
    <>
      <p className="font-[560]">{t(`lotteries.cancelReasons.${reason}`)}</p>
      {note && <p className="mt-1 [overflow-wrap:anywhere]">{note.en}</p>}
      {note?.fr && (
        <p className="mt-1 [overflow-wrap:anywhere]" lang="fr">
          {note.fr}
        </p>
      )}
    </>
  );
}

/** The lines of a batch of cards as typed, folded. */
function FoldedLines({ title, lines }: { title: string; lines: string | undefined }) {
  if (lines === undefined || lines === "") return null;
  return (
    <details className="mt-1">
      <summary className="link min-h-11 cursor-pointer text-sm">{title}</summary>
      <pre translate="no" className="type-mono overflow-x-auto text-[0.8125rem]">
        {lines}
      </pre>
    </details>
  );
}

/** A batch of postal cards before the decision: its lines, and when the cards arrived. */
function Batch({ batch: { text, receivedOn, another } }: { batch: NonNullable<StoredBatch["batch"]> }) {
  const { t } = useTranslation("admin-approvals");
  const { date } = useFormat();
  const day = readDay(receivedOn, receivedOn.slice(0, 10));
  return (
    <>
      <FoldedLines title={t("approvals.batchLines")} lines={text} />
      {day && <p className="admin-note mt-1">{t("approvals.batchReceived", { day: date(day, "short") })}</p>}
      {another.length > 0 && <p className="admin-note mt-1">{t("approvals.batchAnother", { lines: another.join(", ") })}</p>}
    </>
  );
}

/** A confirmed batch: how many cards were keyed in, and the lines that were not. */
function BatchOutcome({ cards, done, left }: StoredBatch) {
  const { t } = useTranslation("admin-approvals");
  const { number } = useFormat();
  return (
    <>
      <p className="font-[560]">
        {done === undefined ? t("approvals.batchRunning") : t("approvals.batchDone", { done: number(done), n: number(cards) })}
      </p>
      <FoldedLines title={t("approvals.batchLeft")} lines={left} />
    </>
  );
}

/** The text of each refusal of a decision. */
function useRefusalText() {
  const { t } = useTranslation("admin-approvals");
  return (code: CodeOf<ApprovalReply>) => {
    if (code === "note_needed") return t("approvals.noteNeeded");
    return code === "failed" ? t("approvals.failed") : t(`approvals.refusals.${code}`);
  };
}

const DECISION_TEXTS = { confirm: "approvals.confirmed", refuse: "approvals.refused", withdraw: "approvals.withdrawn" } as const;

/** The form of an open proposal: its proposer may withdraw it, others confirm or refuse it. */
function DecisionForm({ approval: { id, isOwn } }: { approval: Approval }) {
  const { t } = useTranslation("admin-approvals");
  const form = useShopForm<ApprovalReply>({
    intent: "decide",
    isMine: (reply) => reply.id === id,
    say: useRefusalText(),
    onDone: ({ decision }) => toastSuccess(t(DECISION_TEXTS[decision])),
    onRefused: (problem) => problem !== undefined && toastError(problem),
  });
  const busy = form.isBusy;
  return (
    <ShopFormFrame form={form} action="/admin/approvals" fields={{ id }} needsReauth className="mt-3 grid max-w-[36rem] gap-4">
      <TypedGuard isUnsaved={Boolean(form.typed("note"))} />
      {isOwn ? (
        <p className="admin-note">{t("approvals.own")}</p>
      ) : (
        // A text area, so that Enter does not submit a decision.
        <TextArea
          {...form.field("note")}
          id={`note-${id}`}
          label={t("approvals.noteLabel")}
          rows={2}
          maxLength={500}
          autoComplete="off"
          hint={t("approvals.noteHint")}
        />
      )}
      <p className="flex flex-wrap gap-3">
        {isOwn ? (
          <Button type="submit" name="decision" value="withdraw" variant="outline" size="sm" busy={busy}>
            {t("approvals.withdraw")}
          </Button>
        ) : (
          <>
            <Button type="submit" name="decision" value="confirm" variant="gold" size="sm" busy={busy}>
              {t("approvals.confirm")}
            </Button>
            <Button type="submit" name="decision" value="refuse" variant="danger" size="sm" busy={busy}>
              {t("approvals.refuse")}
            </Button>
          </>
        )}
      </p>
    </ShopFormFrame>
  );
}

/** The card of one proposal. */
export function ApprovalCard({ approval }: { approval: Approval }) {
  const { t } = useTranslation(["admin-approvals", "admin-draws", "admin"]);
  const { date } = useFormat();
  const { kind, change, state, proposer, proposedAt, expiresAt, decider, decidedAt, note } = approval;
  const when = (at: Date) => `${date(at, "short")}, ${date(at, "time")}`;
  return (
    <AdminCard title={useTitle(approval)} note={t(`approvals.states.${state}`)}>
      {change?.kind === "postal_batch" ? (
        <>
          {state === "open" && change.batch && <Batch batch={change.batch} />}
          {state === "confirmed" && <BatchOutcome {...change} />}
        </>
      ) : (
        <>
          {change?.kind === "winner_by_hand" && (
            <p className="font-[560]">{t(`admin-draws:winners.reasons.${change.reason.code}`)}</p>
          )}
          {change?.kind === "lottery_cancel" ? (
            <CancellationReason cancellation={change.cancellation} />
          ) : (
            <p className="mt-1 [overflow-wrap:anywhere]">{approval.reason}</p>
          )}
        </>
      )}
      <p className="admin-note mt-3">
        {t("approvals.proposedBy", { name: proposer || t("admin:audit.command"), when: when(proposedAt) })}
        {state === "open" && ` ${t("approvals.expires", { when: when(expiresAt) })}`}
      </p>
      {decidedAt && state !== "expired" && (
        <p className="admin-note mt-1">
          {t("approvals.decidedBy", { name: decider || t("admin:audit.command"), when: when(decidedAt) })}
        </p>
      )}
      {note !== undefined && <p className="mt-1 [overflow-wrap:anywhere]">{t("approvals.note", { note })}</p>}
      <SubjectLinks approval={approval} />
      {state === "open" && (
        <Allowed right={PROPOSAL_RIGHTS[kind]}>
          {change === undefined && <Note tone="warn" title={t("approvals.refusals.unreadable")} />}
          <DecisionForm approval={approval} />
        </Allowed>
      )}
    </AdminCard>
  );
}

/** The result of a form sent without scripts. A missing note is reported at its field. */
export function DecisionResult({ reply }: { reply: ApprovalReply | undefined }) {
  const { t } = useTranslation("admin-approvals");
  const refusalText = useRefusalText();
  const error = errorOf(reply);
  if (!reply || error === "note_needed") return null;
  if (error === undefined) return <Note tone="success" title={t(DECISION_TEXTS[reply.decision])} role="status" />;
  return <Note tone="danger" title={refusalText(error)} role="alert" />;
}
