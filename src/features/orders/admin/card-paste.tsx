/** Many cards at once: pasted, looked at line by line, keyed in; what could not be comes back into the field. */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { type FetcherWithComponents, useFetcher } from "react-router";
import { AdminCard } from "#ui/admin-page.tsx";
import { Button } from "#ui/button.tsx";
import { toastError } from "#ui/feedback/toast.tsx";
import { EnterSends } from "#ui/fields/intent-button.tsx";
import { TextArea, TextField } from "#ui/fields/text-field.tsx";
import { TypedGuard } from "#ui/fields/unsaved-guard.tsx";
import { useReply } from "#ui/fields/use-reply.ts";
import { CheckedLines, PasteNote, type PasteReply } from "./paste-note.tsx";
import { type FreshCard, MailLanguageField, PostalDrawField, type PostalDrawOption } from "./postal-draw-field.tsx";

/** `sent` is the answer to a form that was sent without scripts. */
type Props = { draws: readonly PostalDrawOption[]; fresh: FreshCard; sent: PasteReply | undefined };

export function CardPaste({ draws, fresh, sent }: Props) {
  const { t } = useTranslation("admin-entries");
  const fetcher = useFetcher<{ readonly paste?: PasteReply }>();
  const reply = fetcher.data?.paste ?? sent;
  // What was keyed in makes room for what is left; whatever else is answered leaves the field alone.
  const [after, setAfter] = useState("");
  useReply(fetcher, ({ paste }) => {
    if (paste?.kind === "failed") toastError(t("freeEntries.failed"));
    if (paste?.kind === "keyed_all" || paste?.kind === "proposed") setAfter(paste.form.requestKey);
  });
  return (
    <AdminCard title={t("freeEntries.several")} className="lg:col-span-full">
      {reply && <PasteNote reply={reply} />}
      <PasteFields key={after} draws={draws} fresh={fresh} reply={reply} fetcher={fetcher} />
    </AdminCard>
  );
}

type FieldsProps = {
  draws: readonly PostalDrawOption[];
  fresh: FreshCard;
  reply: PasteReply | undefined;
  fetcher: FetcherWithComponents<unknown>;
};

function PasteFields({ draws, fresh, reply, fetcher }: FieldsProps) {
  const { t } = useTranslation("admin-entries");
  const form = reply?.form;
  // Kept for as long as the lines are: the same paste sent again is the same request.
  const [requestKey] = useState(
    form && reply.kind !== "keyed_all" && reply.kind !== "proposed" ? form.requestKey : fresh.requestKey,
  );
  const ready = reply?.kind === "checked" ? reply.checked.lines : [];
  const left = reply?.kind === "keyed_all" ? reply.keyed.left : [];
  const canKeyIn = [...ready, ...left].some(({ fault }) => fault === undefined || fault.error === "duplicate");
  const intent = fetcher.formData?.get("intent");
  return (
    <fetcher.Form method="post" noValidate className="grid gap-5 not-first:mt-5">
      {/* Another day is another check. */}
      <EnterSends intent="check" isBusy={fetcher.state !== "idle"} />
      <input type="hidden" name="requestKey" value={requestKey} />
      <TypedGuard isUnsaved={left.length > 0} />
      <div className="grid items-start gap-5 lg:grid-cols-[2fr_1fr_1fr]">
        <PostalDrawField id="paste-draw" draws={draws} defaultValue={form?.lotteryId} />
        <TextField
          id="paste-received"
          label={t("freeEntries.pasteReceived")}
          name="receivedOn"
          type="date"
          hint={t("freeEntries.pasteReceivedHint")}
          defaultValue={form?.receivedOn || fresh.today}
        />
        <MailLanguageField id="paste-locale" defaultValue={form?.locale ?? "en"} />
      </div>
      <TextArea
        id="paste-text"
        label={t("freeEntries.paste")}
        name="text"
        rows={8}
        spellCheck={false}
        wrap="off"
        hint={t("freeEntries.pasteHint")}
        className="type-mono overflow-x-auto text-[0.875rem]"
        defaultValue={reply?.kind === "keyed_all" ? reply.keyed.text : reply?.kind === "proposed" ? "" : form?.text}
      />
      {ready.length > 0 && <CheckedLines lines={ready} />}
      {left.length > 0 && <CheckedLines lines={left} />}
      <div className="flex flex-wrap gap-3">
        {canKeyIn && (
          <Button type="submit" name="intent" value="cards" busy={intent === "cards"} busyLabel={t("freeEntries.keyingIn")}>
            {t("freeEntries.keyInGood")}
          </Button>
        )}
        <Button
          type="submit"
          name="intent"
          value="check"
          variant={canKeyIn ? "outline" : "gold"}
          busy={intent === "check"}
          busyLabel={t("freeEntries.checking")}
        >
          {t("freeEntries.check")}
        </Button>
      </div>
    </fetcher.Form>
  );
}
