/** A complaint beside its message: its number and times, the way to confirm and answer it, and what was answered. */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useFetcher, useRevalidator } from "react-router";
import { COMPLAINT_OUTCOMES } from "#shared/states.ts";
import { AdminCard } from "#ui/admin-page.tsx";
import { Allowed } from "#ui/allowed.tsx";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { Note } from "#ui/feedback/note.tsx";
import { toastError, toastSuccess } from "#ui/feedback/toast.tsx";
import { SelectField } from "#ui/fields/select-field.tsx";
import { TextArea } from "#ui/fields/text-field.tsx";
import { TypedGuard } from "#ui/fields/unsaved-guard.tsx";
import { useAnswer, useReply } from "#ui/fields/use-reply.ts";
import { useFormat } from "#ui/i18n/messages.ts";
import { DefinitionList } from "#ui/lists/definition-list.tsx";
import { LONGEST_ANSWER } from "../rules/complaint.ts";
import type { AnswerError } from "../server/answer-complaint.ts";
import type { Complaint } from "../server/list-complaints.ts";

export const COMPLAINT_INTENTS = ["complaint", "acknowledge", "answer"] as const;
type ComplaintIntent = (typeof COMPLAINT_INTENTS)[number];
/** Without `error` it is done. */
export type ComplaintReply = {
  readonly intent: ComplaintIntent;
  readonly error: Exclude<AnswerError, "forbidden"> | "failed" | undefined;
  /** What was typed, where it is refused. */
  readonly typed?: { readonly outcome: string; readonly answer: string };
};

type Overdue = "acknowledge" | "answer" | undefined;
type Shown = Omit<Complaint, "messageId" | "id"> & { readonly overdue: Overdue };

export function ComplaintCard({ complaint, locale }: { complaint: Shown | undefined; locale: string }) {
  const { t } = useTranslation("admin-inbox");
  if (!complaint) {
    return (
      <Allowed right="complaints.write">
        <AdminCard title={t("complaints.none")} note={t("complaints.markNote")}>
          <OneButton intent="complaint" />
        </AdminCard>
      </Allowed>
    );
  }
  return (
    <AdminCard title={t("complaints.one", { number: complaint.number })}>
      <div className="grid max-w-[46rem] gap-6">
        <Times complaint={complaint} />
        {complaint.answer !== undefined && (
          <p className="whitespace-pre-wrap wrap-anywhere border-t border-line pt-4" lang={locale}>
            {complaint.answer}
          </p>
        )}
        <Allowed right="complaints.write">
          {complaint.answeredAt === undefined && complaint.acknowledgedAt === undefined && <OneButton intent="acknowledge" />}
          <AnswerForm isAnswered={complaint.answeredAt !== undefined} />
        </Allowed>
      </div>
    </AdminCard>
  );
}

export function ComplaintState({ complaint }: { complaint: Pick<Shown, "overdue" | "acknowledgedAt" | "outcome"> }) {
  const { t } = useTranslation("admin-inbox");
  const { overdue, acknowledgedAt, outcome } = complaint;
  if (outcome) return <Badge tone="active">{t(`complaints.outcomes.${outcome}`)}</Badge>;
  if (overdue) return <Badge tone="cancelled">{t(`complaints.overdue.${overdue}`)}</Badge>;
  return acknowledgedAt ? (
    <Badge tone="draft">{t("complaints.acknowledged")}</Badge>
  ) : (
    <Badge tone="completed">{t("complaints.open")}</Badge>
  );
}

function Times({ complaint }: { complaint: Shown }) {
  const { t } = useTranslation("admin-inbox");
  const { date } = useFormat();
  const moment = (at: Date) => `${date(at, "short")}, ${date(at, "time")}`;
  const { madeAt, acknowledgeBy, answerBy, acknowledgedAt, answeredAt } = complaint;
  // The midnights that end their days.
  const last = (end: Date) => date(new Date(end.getTime() - 1), "short");
  const rows = [
    { id: "state", term: t("complaints.state"), value: <ComplaintState complaint={complaint} /> },
    { id: "made", term: t("complaints.made"), value: moment(madeAt) },
    acknowledgedAt
      ? { id: "confirmed", term: t("complaints.confirmedOn"), value: moment(acknowledgedAt) }
      : { id: "confirm", term: t("complaints.confirmBy"), value: last(acknowledgeBy) },
    answeredAt
      ? { id: "answered", term: t("complaints.answeredOn"), value: moment(answeredAt) }
      : { id: "answer", term: t("complaints.answerBy"), value: last(answerBy) },
  ];
  return <DefinitionList rows={rows} />;
}

const LABELS = { complaint: "complaints.mark", acknowledge: "complaints.acknowledge" } as const;

/** A form, so that it works before scripts load. */
function OneButton({ intent }: { intent: "complaint" | "acknowledge" }) {
  const { t } = useTranslation("admin-inbox");
  const fetcher = useFetcher<ComplaintReply>();
  useSaid(fetcher);
  return (
    <fetcher.Form method="post">
      <Button type="submit" name="intent" value={intent} variant="outline" size="sm" busy={fetcher.state !== "idle"}>
        {t(LABELS[intent])}
      </Button>
    </fetcher.Form>
  );
}

/** What somebody has typed stays where a colleague has answered meanwhile. */
function AnswerForm({ isAnswered }: { isAnswered: boolean }) {
  const { t } = useTranslation(["admin-inbox", "admin"]);
  const fetcher = useFetcher<ComplaintReply>();
  useSaid(fetcher);
  const { revalidate } = useRevalidator();
  // A refusal asks for nothing anew; what the colleague wrote is to be seen.
  useReply(fetcher, ({ error }) => {
    if (error === "answered") void revalidate();
  });
  const answer = useAnswer(fetcher, "answer");
  const { error, typed } = answer ?? {};
  const [hasTyped, setTyped] = useState(typed !== undefined && typed.answer.trim() !== "");
  const isOwn = answer !== undefined && error === undefined;
  if (isAnswered && (isOwn || !hasTyped)) return null;
  const options = COMPLAINT_OUTCOMES.map((outcome) => ({ value: outcome, label: t(`complaints.outcomes.${outcome}`) }));
  return (
    <fetcher.Form method="post" className="grid gap-4 border-t border-line pt-6">
      <input type="hidden" name="intent" value="answer" />
      <TypedGuard isUnsaved={hasTyped} />
      {error === "failed" && fetcher.data === undefined && (
        <Note tone="danger" role="alert" title={t("complaints.errors.failed")} />
      )}
      <SelectField
        name="outcome"
        label={t("complaints.outcome")}
        defaultValue={typed?.outcome ?? ""}
        options={[{ value: "", label: t("complaints.choose") }, ...options]}
        error={error === "no_outcome" ? t("complaints.errors.no_outcome") : undefined}
      />
      <TextArea
        name="answer"
        label={t("complaints.answer")}
        hint={t("complaints.answerHint")}
        rows={8}
        maxLength={LONGEST_ANSWER}
        defaultValue={typed?.answer}
        error={error === "no_answer" || error === "too_long" ? t(`complaints.errors.${error}`) : undefined}
        onChange={({ target }) => setTyped(target.value.trim() !== "")}
      />
      {isAnswered ? (
        <Note tone="warn" role="alert" title={t("complaints.errors.answered")}>
          {t("complaints.meanwhile")}
        </Note>
      ) : (
        <Button type="submit" className="justify-self-start" busy={fetcher.state !== "idle"} busyLabel={t("admin:kit.saving")}>
          {t("complaints.send")}
        </Button>
      )}
    </fetcher.Form>
  );
}

/** What came of a form that was not refused. */
export const COMPLAINT_DONE = {
  complaint: "complaints.said.complaint",
  acknowledge: "complaints.said.acknowledge",
  answer: "complaints.said.answer",
} as const satisfies Record<ComplaintIntent, string>;

function useSaid(fetcher: ReturnType<typeof useFetcher<ComplaintReply>>): void {
  const { t } = useTranslation("admin-inbox");
  useReply(fetcher, ({ intent, error }) => {
    if (error === undefined) toastSuccess(t(COMPLAINT_DONE[intent]));
    else if (error === "failed" || error === "not_found" || error === "answered") toastError(t(`complaints.errors.${error}`));
  });
}
