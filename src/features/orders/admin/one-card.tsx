/** The form for one card. What was typed stays until it is keyed in; then the next card can follow, for the same draw. */
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { type FetcherWithComponents, useFetcher } from "react-router";
import { AdminCard } from "#ui/admin-page.tsx";
import { Button } from "#ui/button.tsx";
import { Note } from "#ui/feedback/note.tsx";
import { toastError, toastSuccess } from "#ui/feedback/toast.tsx";
import { Checkbox } from "#ui/fields/checkbox.tsx";
import { ErrorSummary } from "#ui/fields/error-summary.tsx";
import { EmailField, TextArea, TextField } from "#ui/fields/text-field.tsx";
import { TypedGuard } from "#ui/fields/unsaved-guard.tsx";
import { useReply } from "#ui/fields/use-reply.ts";
import type { CardForm } from "../rules/card-form.ts";
import type { CardField, CardProblems } from "../rules/postal-card.ts";
import type { KeyedIn } from "../server/key-in-card.ts";
import { DoneNote, useDone } from "./keyed-cards.tsx";
import {
  type CardRefusal,
  type FreshCard,
  MailLanguageField,
  PostalDrawField,
  type PostalDrawOption,
  useCardFaults,
} from "./postal-draw-field.tsx";

/** `failed` without its form: the answer never arrived, and everything still stands in the fields. */
export type OneCardReply =
  | { readonly kind: "keyed"; readonly form: CardForm; readonly entry: KeyedIn }
  | {
      readonly kind: "refused";
      readonly form: CardForm;
      readonly error: CardRefusal | "invalid";
      readonly problems: CardProblems;
    }
  | { readonly kind: "failed"; readonly form?: CardForm };

/** `sent` is the answer to a form that was sent without scripts. */
type Props = { draws: readonly PostalDrawOption[]; fresh: FreshCard; sent: OneCardReply | undefined };

export function OneCard({ draws, fresh, sent }: Props) {
  const { t } = useTranslation("admin-entries");
  const done = useDone();
  const fetcher = useFetcher<{ readonly card?: OneCardReply }>();
  const reply = fetcher.data?.card ?? sent;
  // A card that was keyed in makes room for the next one; whatever else is answered leaves the fields alone.
  const [after, setAfter] = useState("");
  useReply(fetcher, ({ card }) => {
    if (card?.kind === "failed") toastError(t("freeEntries.failed"));
    if (card?.kind !== "keyed") return;
    toastSuccess(done(card.entry), { id: card.entry.orderId });
    setAfter(card.entry.orderId);
  });
  return (
    <AdminCard title={t("freeEntries.one")}>
      {reply?.kind === "keyed" && <DoneNote entry={reply.entry} />}
      <CardFields key={after} draws={draws} fresh={fresh} reply={reply} fetcher={fetcher} isNext={after !== ""} />
    </AdminCard>
  );
}

type FieldsProps = {
  draws: readonly PostalDrawOption[];
  fresh: FreshCard;
  reply: OneCardReply | undefined;
  fetcher: FetcherWithComponents<unknown>;
  /** Another card was keyed in just now: whoever types goes on in the first field. */
  isNext: boolean;
};

function CardFields({ draws, fresh, reply, fetcher, isNext }: FieldsProps) {
  const { t } = useTranslation("admin-entries");
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (isNext) form.current?.querySelector<HTMLInputElement>("[name=firstName]")?.focus();
  }, [isNext]);
  const faults = useCardFaults();
  const back = reply?.kind === "keyed" ? undefined : reply?.form;
  // Kept for as long as the fields are: the same card sent again is the same request.
  const [requestKey] = useState(back?.requestKey ?? fresh.requestKey);
  const problems = reply?.kind === "refused" ? reply.problems : {};
  const refusal = reply?.kind === "refused" && reply.error !== "invalid" ? reply.error : undefined;
  const field = (name: CardField) => ({
    name,
    label: t(`freeEntries.${name}`),
    defaultValue: back?.fields[name],
    error: faults.problem(name, problems[name]),
    autoComplete: "off",
  });
  const optional = t("freeEntries.optional");
  return (
    <fetcher.Form ref={form} method="post" noValidate className="grid gap-5 not-first:mt-5">
      <input type="hidden" name="requestKey" value={requestKey} />
      <TypedGuard />
      <ErrorSummary title={t("freeEntries.summary")} errors={faults.problems(problems)} />
      {refusal && refusal !== "duplicate" && <Note tone="danger" title={faults.refusal(refusal)} role="alert" />}
      {reply?.kind === "failed" && (
        <Note tone="danger" title={t("freeEntries.failed")} role="alert">
          {t("freeEntries.failedText")}
        </Note>
      )}
      <PostalDrawField id="draw" draws={draws} defaultValue={reply?.form?.lotteryId} />
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <TextField {...field("firstName")} />
        <TextField {...field("lastName")} />
        <TextField {...field("birthDate")} type="date" />
        <TextField {...field("county")} />
      </div>
      <TextArea {...field("address")} rows={3} />
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <EmailField {...field("email")} aside={optional} hint={t("freeEntries.emailHint")} />
        <TextField {...field("phone")} type="tel" aside={optional} />
        <TextField {...field("receivedOn")} type="date" defaultValue={reply?.form?.fields.receivedOn || fresh.today} />
        <TextField {...field("postedOn")} type="date" aside={optional} hint={t("freeEntries.postedHint")} />
        <MailLanguageField id="locale" defaultValue={reply?.form?.locale ?? "en"} />
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
        busy={fetcher.state !== "idle"}
        busyLabel={t("freeEntries.keyingIn")}
      >
        {t("freeEntries.keyIn")}
      </Button>
    </fetcher.Form>
  );
}
