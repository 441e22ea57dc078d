/** Forms of a case of harm signs: message, note, end. */
import { useTranslation } from "react-i18next";
import { pence } from "#shared/money/money.ts";
import { AdminCard } from "#ui/admin/admin-page.tsx";
import { Button } from "#ui/button.tsx";
import { toastSuccess } from "#ui/feedback/toast.tsx";
import { SelectField } from "#ui/fields/select-field.tsx";
import { TextArea } from "#ui/fields/text-field.tsx";
import { TypedGuard } from "#ui/fields/unsaved-guard.tsx";
import { ActionButton } from "#ui/forms/action-button.tsx";
import type { CodeOf, FormReply } from "#ui/forms/reply.ts";
import { ShopFormFrame } from "#ui/forms/shop-form-frame.tsx";
import { FormProblem, useShopForm } from "#ui/forms/use-shop-form.tsx";
import { useFormat } from "#ui/i18n/messages.ts";
import { CASE_OUTCOMES, CASE_STEPS, isSum, LONGEST_WORDS } from "../rules/harm-signs.ts";
import type { SeenSign } from "../server/harm/list-harm-cases.ts";
import type { CaseStepError } from "../server/harm/take-case-step.ts";

/** Reply to one of the forms. */
export type CaseReply = FormReply<string, Exclude<CaseStepError, "forbidden"> | "failed">;

/** What staff can do about a case. */
export function CaseForms({ hasEmail, stepCount }: { hasEmail: boolean; stepCount: number }) {
  const { t } = useTranslation("admin-care");
  return (
    <AdminCard title={t("care.next.title")} note={t("care.next.note")}>
      {/* A new step resets the forms. */}
      <div key={stepCount} className="grid gap-6">
        {hasEmail && <Message />}
        <NoteForm />
        <EndForm />
      </div>
    </AdminCard>
  );
}

/** The sentence after a step. */
export function useCaseDone(): (reply: CaseReply) => string {
  const { t } = useTranslation("admin-care");
  return ({ intent }) => t(`care.said.${CASE_STEPS.find((known) => known === intent) ?? "note"}`);
}

function useSay() {
  const { t } = useTranslation("admin-care");
  return (code: CodeOf<CaseReply>) => t(`care.errors.${code}`);
}

function useCaseForm(intent: "note" | "end") {
  const done = useCaseDone();
  return useShopForm<CaseReply>({ intent, say: useSay(), onDone: (reply) => toastSuccess(done(reply)) });
}

/** Button that mails helplines and limits to the player. */
function Message() {
  const { t } = useTranslation("admin-care");
  const say = useSay();
  const done = useCaseDone();
  return (
    <div className="grid justify-items-start gap-2">
      <p className="admin-note">{t("care.next.messageNote")}</p>
      <ActionButton<CaseReply> intent="message" say={say} done={done} variant="outline" size="sm">
        {t("care.next.message")}
      </ActionButton>
    </div>
  );
}

/** Adds a note that only staff see. */
function NoteForm() {
  const { t } = useTranslation("admin-care");
  const form = useCaseForm("note");
  return (
    <ShopFormFrame form={form} className="grid gap-3 border-t border-line pt-6">
      <TypedGuard isUnsaved={form.isRefused} />
      <FormProblem form={form} />
      <TextArea
        {...form.field("words")}
        id="note-words"
        label={t("care.next.words")}
        hint={t("care.next.wordsHint")}
        rows={3}
        maxLength={LONGEST_WORDS}
      />
      <Button type="submit" variant="outline" size="sm" className="justify-self-start" busy={form.isBusy}>
        {t("care.next.save")}
      </Button>
    </ShopFormFrame>
  );
}

/** Closes the case with an outcome. */
function EndForm() {
  const { t } = useTranslation("admin-care");
  const form = useCaseForm("end");
  const options = CASE_OUTCOMES.map((outcome) => ({ value: outcome, label: t(`care.outcomes.${outcome}`) }));
  return (
    <ShopFormFrame form={form} className="grid gap-3 border-t border-line pt-6">
      <TypedGuard isUnsaved={form.isRefused} />
      <FormProblem form={form} />
      <SelectField
        {...form.field("outcome", "")}
        label={t("care.outcome")}
        options={[{ value: "", label: t("care.next.choose") }, ...options]}
      />
      <TextArea {...form.field("words")} id="end-words" label={t("care.next.endWords")} rows={2} maxLength={LONGEST_WORDS} />
      <Button type="submit" variant="outline" size="sm" className="justify-self-start" busy={form.isBusy}>
        {t("care.next.end")}
      </Button>
    </ShopFormFrame>
  );
}

/** The signs with the player's figure (`found`) and the threshold (`against`). */
export function HarmSigns({ signs }: { signs: readonly SeenSign[] }) {
  const { t } = useTranslation("admin-care");
  const { number, money } = useFormat();
  return (
    <ul className="grid gap-1">
      {signs.map(({ kind, found, against }) => {
        const write = (value: number) => (isSum(kind) ? money(pence(value)) : number(value));
        return <li key={kind}>{t(`care.signs.${kind}`, { found: write(found), against: write(against) })}</li>;
      })}
    </ul>
  );
}
