/** What an administrator can do with an order: pay it back, take a free entry out, send the confirmation once more. */

import { Mail, Undo2 } from "lucide-react";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { type FetcherWithComponents, useFetcher } from "react-router";
import { pence } from "#shared/money.ts";
import { Allowed } from "#ui/allowed.tsx";
import { Button } from "#ui/button.tsx";
import { AskButton, type Typed, useAsked, useTypedBefore } from "#ui/feedback/asked.tsx";
import { ConfirmDialog } from "#ui/feedback/confirm-dialog.tsx";
import { Note } from "#ui/feedback/note.tsx";
import { toastError, toastSuccess } from "#ui/feedback/toast.tsx";
import { TextArea } from "#ui/fields/text-field.tsx";
import { useAnswer, useReply } from "#ui/fields/use-reply.ts";
import { useFormat } from "#ui/i18n/messages.ts";
import type { RefundOrderError } from "../server/refund-order.ts";
import type { ResendRefusal } from "../server/resend-confirmation.ts";
import type { ResendRefundError } from "../server/resend-refund.ts";
import type { ShownOrder } from "../server/show-order.ts";
import type { VoidEntryError } from "../server/void-entry.ts";

type Intent = "refund" | "refund-again" | "void" | "resend";
/** What every page says alike is said before. */
type Refusal = Exclude<
  RefundOrderError | ResendRefundError | VoidEntryError | ResendRefusal["error"],
  "forbidden" | "proof_needed"
>;
/** Without `error` it is done. */
export type OrderReply = {
  readonly intent: Intent;
  readonly error: Refusal | "failed" | undefined;
  /** Nothing is done before a second person has confirmed it. */
  readonly became?: "proposed" | undefined;
  readonly minutes: number | undefined;
  readonly typed?: Typed<"reason">;
};

type Props = {
  order: Pick<ShownOrder["order"], "state" | "shownState" | "captured" | "refunded" | "returning" | "chargedBack">;
};

/** The buttons come and go with the state; who asked stays to hear the answer. */
export function OrderActions({ order: { state, shownState, captured, refunded, returning, chargedBack } }: Props) {
  const { t } = useTranslation("admin-orders");
  const { money } = useFormat();
  const sentence = useSentence();
  const resending = useFetcher<OrderReply>();
  useReply(resending, (reply) => (reply.error === undefined ? toastSuccess : toastError)(sentence(reply)));
  const left = pence(captured - refunded - returning - chargedBack);
  const amount = { amount: money(left) };
  // Nothing is offered that would send nothing: then the tickets leave, and that is all.
  const ending = left > 0 ? "refund" : "withdraw";
  return (
    <>
      {(state === "paid" || state === "free") && (
        <Allowed right="orders.resend">
          <Resend fetcher={resending} />
        </Allowed>
      )}
      <Allowed right="orders.refund">
        <Ending
          intent="refund"
          isPossible={state === "paid" && shownState !== "disputed"}
          label={t(`order.${ending}`)}
          title={t(`order.${ending}Title`)}
          text={t(`order.${ending}Text`, amount)}
        />
        <Ending
          intent="refund-again"
          isPossible={shownState === "refund_failed" && left > 0}
          label={t("order.sendAgain")}
          title={t("order.sendAgainTitle", amount)}
          text={t("order.sendAgainText", amount)}
        />
      </Allowed>
      <Allowed right="orders.void">
        <Ending
          intent="void"
          isPossible={state === "free"}
          label={t("order.void")}
          title={t("order.voidTitle")}
          text={t("order.voidText")}
        />
      </Allowed>
    </>
  );
}

function Resend({ fetcher }: { fetcher: FetcherWithComponents<OrderReply> }) {
  const { t } = useTranslation("admin-orders");
  return (
    <fetcher.Form method="post">
      <Button
        type="submit"
        name="intent"
        value="resend"
        variant="outline"
        size="sm"
        icon={<Mail size={18} strokeWidth={1.6} aria-hidden="true" />}
        busy={fetcher.state !== "idle"}
        busyLabel={t("order.resending")}
      >
        {t("order.resend")}
      </Button>
    </fetcher.Form>
  );
}

type EndingProps = {
  intent: "refund" | "refund-again" | "void";
  isPossible: boolean;
  label: string;
  title: string;
  text: string;
};

function Ending({ intent, isPossible, label, title, text }: EndingProps) {
  const { t } = useTranslation("admin-orders");
  const fetcher = useFetcher<OrderReply>();
  const [isOpen, setOpen] = useAsked(intent);
  const answer = useAnswer(fetcher, intent, isOpen);
  const typed = useTypedBefore<"reason">(intent);
  const sentence = useSentence();
  const reason = useId();
  useReply(fetcher, (reply) => {
    if (reply.error !== undefined) return;
    setOpen(false);
    toastSuccess(sentence(reply));
  });
  const error = fetcher.state === "idle" ? answer?.error : undefined;
  const refusal = answer && error && sentence(answer);
  return (
    <>
      {isPossible && (
        <AskButton
          ask={intent}
          variant="danger"
          size="sm"
          icon={<Undo2 size={18} strokeWidth={1.6} aria-hidden="true" />}
          onAsk={() => setOpen(true)}
        >
          {label}
        </AskButton>
      )}
      <ConfirmDialog
        open={isOpen}
        onOpenChange={setOpen}
        title={title}
        description={text}
        confirmLabel={label}
        fetcher={fetcher}
        needsProof
        fields={{ intent }}
      >
        {refusal !== undefined && error !== "no_reason" && <Note tone="danger" title={refusal} role="alert" />}
        <TextArea
          id={reason}
          label={t("order.reason")}
          name="reason"
          defaultValue={typed?.reason}
          rows={3}
          maxLength={1000}
          hint={t("order.reasonHint")}
          error={error === "no_reason" ? refusal : undefined}
        />
      </ConfirmDialog>
    </>
  );
}

const SAID = {
  refund: { done: "order.refundDone", failed: "order.refundFailed" },
  "refund-again": { done: "order.refundDone", failed: "order.refundFailed" },
  void: { done: "order.voidDone", failed: "order.voidFailed" },
  resend: { done: "order.resendDone", failed: "order.resendFailed" },
} as const;

/** What came of it. */
export function useSentence(): (reply: OrderReply) => string {
  const { t } = useTranslation(["admin-orders", "admin-approvals"]);
  return ({ intent, error, minutes, became }) => {
    if (became) return t("admin-approvals:approvals.asked");
    if (error === undefined) return t(SAID[intent].done);
    if (error === "failed") return t(SAID[intent].failed);
    if (error === "too_many") return t("order.refusals.too_many", { count: minutes ?? 1 });
    return t(`order.refusals.${error}`);
  };
}
