/** What can be done for somebody on the list: a note, the message with the numbers of help, the end of the case. */
import { useTranslation } from "react-i18next";
import { useFetcher } from "react-router";
import { pence } from "#shared/money.ts";
import { AdminCard } from "#ui/admin-page.tsx";
import { Button } from "#ui/button.tsx";
import { toastError, toastSuccess } from "#ui/feedback/toast.tsx";
import { SelectField } from "#ui/fields/select-field.tsx";
import { TextArea } from "#ui/fields/text-field.tsx";
import { TypedGuard } from "#ui/fields/unsaved-guard.tsx";
import { useAnswer, useReply } from "#ui/fields/use-reply.ts";
import { useFormat } from "#ui/i18n/messages.ts";
import { CARE_OUTCOMES, CARE_STEPS, isSum, LONGEST_WORDS } from "../rules/care.ts";
import type { SeenSign } from "../server/list-care.ts";
import type { CareError } from "../server/take-care-step.ts";

/** Without `error` it is done. */
export type CareReply = {
  readonly intent: string;
  readonly error: Exclude<CareError, "forbidden"> | "failed" | undefined;
  /** What was typed, where it is refused. */
  readonly typed?: { readonly outcome: string; readonly words: string };
};

/** `taken`: so many steps; a form that was sent begins anew. */
export function CareForms({ hasEmail, taken }: { hasEmail: boolean; taken: number }) {
  const { t } = useTranslation("admin-care");
  return (
    <AdminCard title={t("care.next.title")} note={t("care.next.note")}>
      <div key={taken} className="grid gap-6">
        {hasEmail && <Message />}
        <NoteForm />
        <EndForm />
      </div>
    </AdminCard>
  );
}

/** What came of a step that was not refused. */
export function useCareDone(): (reply: CareReply) => string {
  const { t } = useTranslation("admin-care");
  return ({ intent }) => t(`care.said.${CARE_STEPS.find((known) => known === intent) ?? "note"}`);
}

function useCare() {
  const { t } = useTranslation("admin-care");
  const done = useCareDone();
  const fetcher = useFetcher<CareReply>();
  useReply(fetcher, (reply) => {
    const { error } = reply;
    if (error === undefined) toastSuccess(done(reply));
    else if (error !== "no_words" && error !== "no_outcome") toastError(t(`care.errors.${error}`));
  });
  return fetcher;
}

function Message() {
  const { t } = useTranslation("admin-care");
  const fetcher = useCare();
  return (
    <fetcher.Form method="post" className="grid justify-items-start gap-2">
      <p className="admin-note">{t("care.next.messageNote")}</p>
      <Button type="submit" name="intent" value="message" variant="outline" size="sm" busy={fetcher.state !== "idle"}>
        {t("care.next.message")}
      </Button>
    </fetcher.Form>
  );
}

function NoteForm() {
  const { t } = useTranslation("admin-care");
  const fetcher = useCare();
  const { error, typed } = useAnswer(fetcher, "note") ?? {};
  return (
    <fetcher.Form method="post" className="grid gap-3 border-t border-line pt-6">
      <input type="hidden" name="intent" value="note" />
      <TypedGuard isUnsaved={typed !== undefined} />
      <TextArea
        id="note-words"
        name="words"
        label={t("care.next.words")}
        hint={t("care.next.wordsHint")}
        rows={3}
        maxLength={LONGEST_WORDS}
        defaultValue={typed?.words}
        error={error === "no_words" ? t("care.errors.no_words") : undefined}
      />
      <Button type="submit" variant="outline" size="sm" className="justify-self-start" busy={fetcher.state !== "idle"}>
        {t("care.next.save")}
      </Button>
    </fetcher.Form>
  );
}

function EndForm() {
  const { t } = useTranslation("admin-care");
  const fetcher = useCare();
  const { error, typed } = useAnswer(fetcher, "end") ?? {};
  const options = CARE_OUTCOMES.map((outcome) => ({ value: outcome, label: t(`care.outcomes.${outcome}`) }));
  return (
    <fetcher.Form method="post" className="grid gap-3 border-t border-line pt-6">
      <input type="hidden" name="intent" value="end" />
      <TypedGuard isUnsaved={typed !== undefined} />
      <SelectField
        name="outcome"
        label={t("care.outcome")}
        defaultValue={typed?.outcome ?? ""}
        options={[{ value: "", label: t("care.next.choose") }, ...options]}
        error={error === "no_outcome" ? t("care.errors.no_outcome") : undefined}
      />
      <TextArea
        id="end-words"
        name="words"
        label={t("care.next.endWords")}
        rows={2}
        maxLength={LONGEST_WORDS}
        defaultValue={typed?.words}
      />
      <Button type="submit" variant="outline" size="sm" className="justify-self-start" busy={fetcher.state !== "idle"}>
        {t("care.next.end")}
      </Button>
    </fetcher.Form>
  );
}

export function CareReasons({ signs }: { signs: readonly SeenSign[] }) {
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
