/** The form for one card. What was typed stays until it is keyed in; then the next card can follow, for the same draw. */
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Form, useNavigation } from "react-router";
import { AdminCard } from "#ui/admin-page.tsx";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { ErrorSummary } from "#ui/error-summary.tsx";
import { Note } from "#ui/note.tsx";
import { TextArea } from "#ui/text-area.tsx";
import { TextField } from "#ui/text-field.tsx";
import { toastError, toastSuccess } from "#ui/toast.tsx";
import type { CardForm } from "../rules/card-form.ts";
import type { CardProblems } from "../rules/postal-card.ts";
import { DoneNote, type KeyedEntry, useDone } from "./keyed-cards.tsx";
import { type FreshCard, MailLanguageField, PostalDrawField, type PostalDrawOption } from "./postal-draw-field.tsx";
import { type CardRefusal, useCardFaults } from "./use-card-faults.ts";

export type OneCardReply =
  | { readonly kind: "keyed"; readonly form: CardForm; readonly entry: KeyedEntry }
  | {
      readonly kind: "refused";
      readonly form: CardForm;
      readonly error: CardRefusal | "invalid";
      readonly problems: CardProblems;
    }
  | { readonly kind: "failed"; readonly form: CardForm };

type Props = { draws: readonly PostalDrawOption[]; fresh: FreshCard; reply: OneCardReply | undefined };

export function OneCard({ draws, fresh, reply }: Props) {
  const { t } = useTranslation("admin");
  const done = useDone();
  const keyed = reply?.kind === "keyed" ? reply.entry : undefined;
  const failed = reply?.kind === "failed";
  useEffect(() => {
    if (keyed) toastSuccess(done(keyed), { id: keyed.orderId });
    if (failed) toastError(t("freeEntries.failed"));
  }, [keyed, failed, done, t]);
  return (
    <AdminCard title={t("freeEntries.one")}>
      {keyed && <DoneNote entry={keyed} />}
      <CardFormFields key={keyed?.orderId ?? "card"} draws={draws} fresh={fresh} reply={reply} />
    </AdminCard>
  );
}

function CardFormFields({ draws, fresh, reply }: Props) {
  const { t } = useTranslation("admin");
  const { state, formData } = useNavigation();
  const faults = useCardFaults();
  // After a success the next card begins; the draw, the day and the language stay.
  const typed = reply && reply.kind !== "keyed" ? reply.form.fields : undefined;
  const problems = reply?.kind === "refused" ? reply.problems : {};
  const refusal = reply?.kind === "refused" && reply.error !== "invalid" ? reply.error : undefined;
  const optional = t("freeEntries.optional");
  const field = (name: keyof typeof problems) => ({
    name,
    label: t(`freeEntries.${name}`),
    defaultValue: typed?.[name],
    error: faults.problem(name, problems[name]),
    autoComplete: "off",
  });
  return (
    <Form method="post" noValidate preventScrollReset className="grid gap-5 not-first:mt-5">
      <input
        type="hidden"
        name="requestKey"
        defaultValue={reply && reply.kind !== "keyed" ? reply.form.requestKey : fresh.requestKey}
      />
      <ErrorSummary title={t("freeEntries.summary")} errors={faults.problems(problems)} />
      {refusal && refusal !== "duplicate" && <Note tone="danger" title={faults.refusal(refusal)} role="alert" />}
      {reply?.kind === "failed" && (
        <Note tone="danger" title={t("freeEntries.failed")} role="alert">
          {t("freeEntries.failedText")}
        </Note>
      )}
      <PostalDrawField id="draw" draws={draws} defaultValue={reply?.form.lotteryId} />
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <TextField {...field("firstName")} />
        <TextField {...field("lastName")} />
        <TextField {...field("birthDate")} type="date" />
        <TextField {...field("county")} />
      </div>
      <TextArea {...field("address")} rows={3} />
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <TextField {...field("email")} type="email" aside={optional} hint={t("freeEntries.emailHint")} spellCheck={false} />
        <TextField {...field("phone")} type="tel" aside={optional} />
        <TextField {...field("receivedOn")} type="date" defaultValue={reply?.form.fields.receivedOn || fresh.today} />
        <TextField {...field("postedOn")} type="date" aside={optional} hint={t("freeEntries.postedHint")} />
        <MailLanguageField id="locale" defaultValue={reply?.form.locale ?? "en"} />
      </div>
      {refusal === "duplicate" && (
        <Note tone="warn" title={t("freeEntries.anotherText")} role="alert">
          <Checkbox name="isAnother" label={t("freeEntries.another")} />
        </Note>
      )}
      <Button
        type="submit"
        name="intent"
        value="card"
        className="justify-self-start"
        busy={state !== "idle" && formData?.get("intent") === "card"}
        busyLabel={t("freeEntries.keyingIn")}
      >
        {t("freeEntries.keyIn")}
      </Button>
    </Form>
  );
}
