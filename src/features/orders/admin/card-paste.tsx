/** Many cards at once: pasted, looked at line by line, keyed in; what could not be comes back into the field. */
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Form, useNavigation } from "react-router";
import { AdminCard } from "#ui/admin-page.tsx";
import { Button } from "#ui/button.tsx";
import { Note } from "#ui/note.tsx";
import { TextArea } from "#ui/text-area.tsx";
import { TextField } from "#ui/text-field.tsx";
import { toastError } from "#ui/toast.tsx";
import { useFormat } from "#ui/words.ts";
import type { CardForm } from "../rules/card-form.ts";
import type { CardLines } from "../rules/card-lines.ts";
import { CheckedLines, type LineRow } from "./checked-lines.tsx";
import type { KeyedEntry } from "./keyed-cards.tsx";
import { type FreshCard, MailLanguageField, PostalDrawField, type PostalDrawOption } from "./postal-draw-field.tsx";
import { type CardRefusal, useCardFaults } from "./use-card-faults.ts";

type Problem = CardLines["problem"];
export type PasteReply =
  | {
      readonly kind: "checked";
      readonly form: CardForm;
      readonly checked: { readonly lines: readonly LineRow[]; readonly problem: Problem };
    }
  | {
      readonly kind: "keyed_all";
      readonly form: CardForm;
      readonly keyed: {
        readonly done: readonly (KeyedEntry & { readonly line: number })[];
        readonly left: readonly LineRow[];
        readonly text: string;
        readonly problem: Problem;
      };
    }
  | { readonly kind: "refused"; readonly form: CardForm; readonly error: CardRefusal | "invalid" }
  | { readonly kind: "failed"; readonly form: CardForm }
  | { readonly kind: "too_large"; readonly form?: undefined };

type Props = { draws: readonly PostalDrawOption[]; fresh: FreshCard; reply: PasteReply | undefined };

export function CardPaste({ draws, fresh, reply }: Props) {
  const { t } = useTranslation("admin");
  const { state, formData } = useNavigation();
  const isFailed = reply?.kind === "failed";
  useEffect(() => {
    if (isFailed) toastError(t("freeEntries.failed"));
  }, [isFailed, t]);
  const busy = (intent: string) => state !== "idle" && formData?.get("intent") === intent;
  const form = reply?.form;
  const text = reply?.kind === "keyed_all" ? reply.keyed.text : (form?.text ?? "");
  // What was keyed in is another paste from here on.
  const requestKey = form && reply.kind !== "keyed_all" ? form.requestKey : fresh.requestKey;
  const ready = reply?.kind === "checked" && reply.checked.problem === undefined ? reply.checked.lines : undefined;
  const good = ready?.filter(({ fault }) => fault === undefined).length ?? 0;
  const asked = ready?.some(({ fault }) => fault?.error === "duplicate") ?? false;
  return (
    <AdminCard title={t("freeEntries.several")} className="lg:col-span-full" id="several">
      <Said reply={reply} />
      {/* An answer brings its own text. */}
      <Form
        key={`${reply?.kind} ${requestKey}`}
        method="post"
        noValidate
        preventScrollReset
        className="grid gap-5 not-first:mt-5"
      >
        <input type="hidden" name="requestKey" defaultValue={requestKey} />
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
          defaultValue={text}
        />
        {ready && <CheckedLines lines={ready} />}
        {reply?.kind === "keyed_all" && reply.keyed.left.length > 0 && <CheckedLines lines={reply.keyed.left} />}
        <div className="flex flex-wrap gap-3">
          {(good > 0 || asked) && (
            <Button type="submit" name="intent" value="cards" busy={busy("cards")} busyLabel={t("freeEntries.keyingIn")}>
              {t("freeEntries.keyInGood")}
            </Button>
          )}
          <Button
            type="submit"
            name="intent"
            value="check"
            variant={good > 0 || asked ? "outline" : "gold"}
            busy={busy("check")}
            busyLabel={t("freeEntries.checking")}
          >
            {t("freeEntries.check")}
          </Button>
        </div>
      </Form>
    </AdminCard>
  );
}

function Said({ reply }: { reply: PasteReply | undefined }) {
  const { t } = useTranslation("admin");
  const { number } = useFormat();
  const faults = useCardFaults();
  if (reply?.kind === "failed")
    return (
      <Note tone="danger" title={t("freeEntries.failed")} role="alert">
        {t("freeEntries.failedText")}
      </Note>
    );
  if (reply?.kind === "too_large") return <Note tone="danger" title={t("freeEntries.tooLarge")} role="alert" />;
  if (reply?.kind === "refused" && reply.error !== "invalid")
    return <Note tone="danger" title={faults.refusal(reply.error)} role="alert" />;
  const problem =
    reply?.kind === "checked" ? reply.checked.problem : reply?.kind === "keyed_all" ? reply.keyed.problem : undefined;
  if (problem) return <Note tone="danger" title={faults.refusal(problem)} role="alert" />;
  if (reply?.kind === "keyed_all") {
    const { done, left } = reply.keyed;
    return (
      <Note
        tone={left.length > 0 ? "warn" : "success"}
        title={t("freeEntries.doneAll", { count: done.length, n: number(done.length) })}
        role="status"
      >
        {left.length > 0 && t("freeEntries.left", { count: left.length, n: number(left.length) })}
      </Note>
    );
  }
  return null;
}
