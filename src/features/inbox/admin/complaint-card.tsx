/** A complaint on the page of its message: deadlines, state, confirmation and answer. */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useRevalidator } from "react-router";
import { COMPLAINT_OUTCOMES } from "#shared/states.ts";
import { AdminCard } from "#ui/admin/admin-page.tsx";
import { Allowed } from "#ui/allowed.tsx";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { Note } from "#ui/feedback/note.tsx";
import { toastSuccess } from "#ui/feedback/toast.tsx";
import { SelectField } from "#ui/fields/select-field.tsx";
import { TextArea } from "#ui/fields/text-field.tsx";
import { TypedGuard } from "#ui/fields/unsaved-guard.tsx";
import { ActionButton } from "#ui/forms/action-button.tsx";
import { type CodeOf, errorOf, type FormReply } from "#ui/forms/reply.ts";
import { ShopFormFrame } from "#ui/forms/shop-form-frame.tsx";
import { FormProblem, useShopForm } from "#ui/forms/use-shop-form.tsx";
import { useFormat } from "#ui/i18n/messages.ts";
import { DefinitionList } from "#ui/lists/definition-list.tsx";
import { LONGEST_ANSWER } from "../rules/complaint.ts";
import type { AnswerError } from "../server/answer-complaint.ts";
import type { Complaint } from "../server/list-complaints.ts";
import { addTemplate, TemplatePicker, type TemplateProps } from "./template-picker.tsx";

/** `complaint`: marks the message as one. `acknowledge`: confirms its receipt. */
export const COMPLAINT_INTENTS = ["complaint", "acknowledge", "answer"] as const;
type ComplaintIntent = (typeof COMPLAINT_INTENTS)[number];
export type ComplaintReply = FormReply<ComplaintIntent, Exclude<AnswerError, "forbidden"> | "failed">;

/** The step that is late. */
type Overdue = "acknowledge" | "answer" | undefined;
type Shown = Omit<Complaint, "messageId" | "id" | "answer" | "answeredBy"> & { readonly overdue: Overdue };

/** The recorded answer is an entry of the conversation. */
export function ComplaintCard({ complaint, template }: { complaint: Shown | undefined; template: TemplateProps }) {
  const { t } = useTranslation("admin-inbox");
  if (!complaint) {
    return (
      <Allowed right="complaints.write">
        <AdminCard title={t("complaints.none")} note={t("complaints.markNote")}>
          <ComplaintButton intent="complaint" />
        </AdminCard>
      </Allowed>
    );
  }
  return (
    <AdminCard title={t("complaints.one", { number: complaint.number })}>
      <div className="grid max-w-[46rem] gap-6">
        <Times complaint={complaint} />
        <Allowed right="complaints.write">
          {complaint.answeredAt === undefined && complaint.acknowledgedAt === undefined && (
            <ComplaintButton intent="acknowledge" />
          )}
          <AnswerForm isAnswered={complaint.answeredAt !== undefined} template={template} />
        </Allowed>
      </div>
    </AdminCard>
  );
}

/** Outcome, overdue, confirmed, or open. */
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
  // Deadlines are midnights; show the day that they end.
  const lastDayOf = (end: Date) => date(new Date(end.getTime() - 1), "short");
  const rows = [
    { id: "state", term: t("complaints.state"), value: <ComplaintState complaint={complaint} /> },
    { id: "made", term: t("complaints.made"), value: moment(madeAt) },
    acknowledgedAt
      ? { id: "confirmed", term: t("complaints.confirmedOn"), value: moment(acknowledgedAt) }
      : { id: "confirm", term: t("complaints.confirmBy"), value: lastDayOf(acknowledgeBy) },
    answeredAt
      ? { id: "answered", term: t("complaints.answeredOn"), value: moment(answeredAt) }
      : { id: "answer", term: t("complaints.answerBy"), value: lastDayOf(answerBy) },
  ];
  return <DefinitionList rows={rows} />;
}

const LABELS = { complaint: "complaints.mark", acknowledge: "complaints.acknowledge" } as const;

function ComplaintButton({ intent }: { intent: "complaint" | "acknowledge" }) {
  const { t } = useTranslation("admin-inbox");
  const texts = useComplaintTexts();
  return (
    <ActionButton<ComplaintReply> intent={intent} variant="outline" size="sm" {...texts}>
      {t(LABELS[intent])}
    </ActionButton>
  );
}

/** The form of the answer. Keeps typed text if a colleague has answered meanwhile. */
function AnswerForm({ isAnswered, template }: { isAnswered: boolean; template: TemplateProps }) {
  const { t } = useTranslation(["admin-inbox", "admin"]);
  const { say, done } = useComplaintTexts();
  const { revalidate } = useRevalidator();
  const form = useShopForm<ComplaintReply>({
    intent: "answer",
    say,
    onDone: (reply) => toastSuccess(done(reply)),
    // A refusal does not reload the page; load the colleague's answer.
    onRefused: (_, reply) => errorOf(reply) === "answered" && void revalidate(),
  });
  const { defaultValue, ...answer } = form.field("answer");
  const [text, setText] = useState(defaultValue ?? "");
  const hasTyped = text.trim() !== "";
  if (isAnswered && (form.isDone || !hasTyped)) return null;
  const options = COMPLAINT_OUTCOMES.map((outcome) => ({ value: outcome, label: t(`complaints.outcomes.${outcome}`) }));
  return (
    <div className="grid gap-4 border-t border-line pt-6">
      {!isAnswered && <TemplatePicker {...template} onPick={(picked) => setText((typed) => addTemplate(typed, picked))} />}
      <ShopFormFrame form={form} className="grid gap-4">
        <TypedGuard isUnsaved={hasTyped} />
        {!isAnswered && <FormProblem form={form} />}
        <SelectField
          {...form.field("outcome", "")}
          label={t("complaints.outcome")}
          options={[{ value: "", label: t("complaints.choose") }, ...options]}
        />
        <TextArea
          {...answer}
          label={t("complaints.answer")}
          hint={t("complaints.answerHint")}
          rows={8}
          maxLength={LONGEST_ANSWER}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        {isAnswered ? (
          <Note tone="warn" role="alert" title={t("complaints.errors.answered")}>
            {t("complaints.meanwhile")}
          </Note>
        ) : (
          <Button type="submit" className="justify-self-start" busy={form.isBusy} busyLabel={t("admin:kit.saving")}>
            {t("complaints.send")}
          </Button>
        )}
      </ShopFormFrame>
    </div>
  );
}

/** Sentence after each action. */
export const COMPLAINT_DONE = {
  complaint: "complaints.said.complaint",
  acknowledge: "complaints.said.acknowledge",
  answer: "complaints.said.answer",
} as const satisfies Record<ComplaintIntent, string>;

function useComplaintTexts() {
  const { t } = useTranslation("admin-inbox");
  return {
    say: (code: CodeOf<ComplaintReply>) => t(`complaints.errors.${code}`),
    done: ({ intent }: ComplaintReply) => t(COMPLAINT_DONE[intent]),
  };
}
