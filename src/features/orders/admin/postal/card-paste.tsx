/** The form that keys in many postal cards at once, pasted as lines: checked first, then keyed in. */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { AdminCard } from "#ui/admin/admin-page.tsx";
import { Button } from "#ui/button.tsx";
import { TextArea, TextField } from "#ui/fields/text-field.tsx";
import { TypedGuard } from "#ui/fields/unsaved-guard.tsx";
import { EnterSends } from "#ui/forms/enter-sends.tsx";
import { ShopFormFrame } from "#ui/forms/shop-form-frame.tsx";
import { FormProblem, type ShopForm, useShopForm } from "#ui/forms/use-shop-form.tsx";
import { CheckedLines, PasteNote, type PasteReply } from "./paste-note.tsx";
import {
  type FreshCard,
  MailLanguageField,
  PostalDrawField,
  type PostalDrawOption,
  useCardFaults,
} from "./postal-draw-field.tsx";

/** `fresh`: the key and the day of a new form. */
type Props = { draws: readonly PostalDrawOption[]; fresh: FreshCard };

type FieldsProps = Props & { form: ShopForm; reply: PasteReply | undefined };

function PasteFields({ draws, fresh, form, reply }: FieldsProps) {
  const { t } = useTranslation("admin-entries");
  const { sent, checked, keyed } = reply ?? {};
  // The same lines keep the same key, so that a repeated paste is one request.
  const [requestKey] = useState(form.typed("requestKey") || (checked && sent?.requestKey) || fresh.requestKey);
  const checkedLines = checked?.lines ?? [];
  /** Lines that were not keyed in. */
  const leftLines = keyed?.left ?? [];
  const canKeyIn = [...checkedLines, ...leftLines].some(({ fault }) => fault === undefined || fault.error === "duplicate");
  const intent = form.sent?.get("intent");
  return (
    <ShopFormFrame form={form} sendsIntent={false} fields={{ requestKey }} noValidate className="grid gap-5 not-first:mt-5">
      {/* The Enter key checks and keys nothing in, because another day needs another check. */}
      <EnterSends intent="check" isBusy={form.isBusy} />
      <TypedGuard isUnsaved={leftLines.length > 0} />
      <div className="grid items-start gap-5 lg:grid-cols-[2fr_1fr_1fr]">
        <PostalDrawField id="paste-draw" draws={draws} defaultValue={form.field("draw", sent?.lotteryId).defaultValue} />
        <TextField
          {...form.field("receivedOn", sent?.receivedOn || fresh.today)}
          id="paste-received"
          label={t("freeEntries.pasteReceived")}
          type="date"
          hint={t("freeEntries.pasteReceivedHint")}
        />
        <MailLanguageField id="paste-locale" defaultValue={form.field("locale", sent?.locale ?? "en").defaultValue} />
      </div>
      <TextArea
        {...form.field("text", keyed?.text ?? (checked && sent?.text))}
        id="paste-text"
        label={t("freeEntries.paste")}
        rows={8}
        spellCheck={false}
        wrap="off"
        hint={t("freeEntries.pasteHint")}
        className="type-mono overflow-x-auto text-[0.875rem]"
      />
      {checkedLines.length > 0 && <CheckedLines lines={checkedLines} />}
      {leftLines.length > 0 && <CheckedLines lines={leftLines} />}
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
    </ShopFormFrame>
  );
}

/** The form with its result. */
export function CardPaste({ draws, fresh }: Props) {
  const { t } = useTranslation("admin-entries");
  const faults = useCardFaults();
  // The key of the fields. It changes after keying in, so that they show the remaining lines.
  const [lastKeyedIn, setLastKeyedIn] = useState("");
  const form = useShopForm<PasteReply>({
    intent: "paste",
    say: (code) => {
      if (code === "too_large") return t("freeEntries.tooLarge");
      return code === "failed" ? t("freeEntries.failed") : faults.refusal(code);
    },
    onDone: ({ checked, sent }) => !checked && setLastKeyedIn(sent?.requestKey ?? ""),
  });
  const reply = form.reply as PasteReply | undefined;
  return (
    <AdminCard title={t("freeEntries.several")} className="lg:col-span-full">
      <FormProblem form={form}>{form.code === "failed" && t("freeEntries.failedText")}</FormProblem>
      {reply && <PasteNote reply={reply} />}
      <PasteFields key={lastKeyedIn} draws={draws} fresh={fresh} form={form} reply={reply} />
    </AdminCard>
  );
}
