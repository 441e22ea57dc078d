/** The form that keys in one postal card. */
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { AdminCard } from "#ui/admin/admin-page.tsx";
import { Button } from "#ui/button.tsx";
import { Note } from "#ui/feedback/note.tsx";
import { toastSuccess } from "#ui/feedback/toast.tsx";
import { Checkbox } from "#ui/fields/checkbox.tsx";
import { EmailField, TextArea, TextField } from "#ui/fields/text-field.tsx";
import { TypedGuard } from "#ui/fields/unsaved-guard.tsx";
import type { FormReply } from "#ui/forms/reply.ts";
import { ShopFormFrame } from "#ui/forms/shop-form-frame.tsx";
import { FormProblem, type ShopForm, useShopForm } from "#ui/forms/use-shop-form.tsx";
import type { CardForm } from "../../rules/postal/card-form.ts";
import type { CardField, CardProblem } from "../../rules/postal/postal-card.ts";
import type { EnteredCard } from "../../server/postal/key-in-card.ts";
import { DoneNote, useResultText } from "./keyed-cards.tsx";
import {
  type CardRefusal,
  type FreshCard,
  MailLanguageField,
  PostalDrawField,
  type PostalDrawOption,
  useCardFaults,
} from "./postal-draw-field.tsx";

/** A refusal of the card, or a problem of one field. */
type CardCode = CardRefusal | CardProblem | "failed";

/** `entry`: the card that was keyed in; `lastCard`: its values that the next card usually shares. */
export type OneCardReply = FormReply<"card", CardCode> & {
  readonly entry?: EnteredCard;
  readonly lastCard?: Pick<CardForm, "lotteryId" | "locale"> & { readonly receivedOn: string };
};

type Props = { draws: readonly PostalDrawOption[]; fresh: FreshCard };

type FieldsProps = {
  draws: readonly PostalDrawOption[];
  fresh: FreshCard;
  form: ShopForm;
  lastCard: OneCardReply["lastCard"];
  /** A card was just keyed in: focus the first field for the next one. */
  isNext: boolean;
};

function CardFields({ draws, fresh, form, lastCard, isNext }: FieldsProps) {
  const { t } = useTranslation("admin-entries");
  const formElement = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (isNext) formElement.current?.querySelector<HTMLInputElement>("[name=firstName]")?.focus();
  }, [isNext]);
  // The same fields keep the same key, so that a card sent twice is one request.
  const [requestKey] = useState(form.typed("requestKey") || fresh.requestKey);
  const field = (name: CardField, initialValue?: string) => ({
    ...form.field(name, initialValue),
    label: t(`freeEntries.${name}`),
    autoComplete: "off",
  });
  const optional = t("freeEntries.optional");
  const isDuplicate = form.code === "duplicate";
  return (
    <ShopFormFrame ref={formElement} form={form} fields={{ requestKey }} noValidate className="grid gap-5 not-first:mt-5">
      <TypedGuard />
      {!isDuplicate && (
        <FormProblem form={form} title={t("freeEntries.summary")}>
          {form.code === "failed" && t("freeEntries.failedText")}
        </FormProblem>
      )}
      <PostalDrawField id="draw" draws={draws} defaultValue={form.field("draw", lastCard?.lotteryId).defaultValue} />
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
        <TextField {...field("receivedOn", lastCard?.receivedOn || fresh.today)} type="date" />
        <TextField {...field("postedOn")} type="date" aside={optional} hint={t("freeEntries.postedHint")} />
        <MailLanguageField id="locale" defaultValue={form.field("locale", lastCard?.locale ?? "en").defaultValue} />
      </div>
      {isDuplicate && (
        <Note tone="warn" title={t("freeEntries.anotherText")} role="alert">
          <Checkbox name="isAnother" label={t("freeEntries.another")} />
        </Note>
      )}
      <Button type="submit" className="justify-self-start" busy={form.isBusy} busyLabel={t("freeEntries.keyingIn")}>
        {t("freeEntries.keyIn")}
      </Button>
    </ShopFormFrame>
  );
}

/** The form with its result. */
export function OneCard({ draws, fresh }: Props) {
  const { t } = useTranslation("admin-entries");
  const resultText = useResultText();
  const faults = useCardFaults();
  // The key of the fields. It changes after keying in, which resets them.
  const [lastOrderId, setLastOrderId] = useState("");
  const form = useShopForm<OneCardReply>({
    intent: "card",
    say: (code, field) => {
      if (code === "failed") return t("freeEntries.failed");
      return field === "" ? faults.refusal(code as CardRefusal) : faults.problem(field as CardField, code as CardProblem);
    },
    onDone: ({ entry }) => {
      if (!entry) return;
      toastSuccess(resultText(entry), { id: entry.orderId });
      setLastOrderId(entry.orderId);
    },
  });
  const reply = form.reply as OneCardReply | undefined;
  return (
    <AdminCard title={t("freeEntries.one")}>
      {reply?.entry && <DoneNote entry={reply.entry} />}
      <CardFields
        key={lastOrderId}
        draws={draws}
        fresh={fresh}
        form={form}
        lastCard={reply?.lastCard}
        isNext={lastOrderId !== ""}
      />
    </AdminCard>
  );
}
