/** The buttons of an order: refund it, send its refund again, void a free entry, resend its confirmation. */
import { type ReactNode, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Pence } from "#shared/money/money.ts";
import { Allowed } from "#ui/allowed.tsx";
import { DialogButton, useDialogOpen } from "#ui/feedback/dialog-button.tsx";
import { RequestKey } from "#ui/fields/request-key.tsx";
import { TextArea } from "#ui/fields/text-field.tsx";
import { ActionButton } from "#ui/forms/action-button.tsx";
import { ConfirmDialog } from "#ui/forms/confirm-dialog.tsx";
import type { CodeOf, FormReply } from "#ui/forms/reply.ts";
import type { ShopForm } from "#ui/forms/use-shop-form.tsx";
import { useFormat } from "#ui/i18n/messages.ts";
import { Mail, Undo2 } from "#ui/icons.ts";
import { leftOf } from "../rules/refund-state.ts";
import type { ResendRefusal } from "../server/reading/resend-confirmation.ts";
import type { ShownOrder } from "../server/reading/show-order.ts";
import type { RefundOrderError } from "../server/refunds/refund-order.ts";
import type { ResendRefundError } from "../server/refunds/resend-refund.ts";
import type { VoidEntryError } from "../server/refunds/void-entry.ts";
import { type ChosenPart, RefundPartFields } from "./refund-part-fields.tsx";

/** `refund-again`: send a refund that failed once more. `resend`: the confirmation. */
type Intent = "refund" | "refund-again" | "void" | "resend";
type Refusal = Exclude<
  RefundOrderError | ResendRefundError | VoidEntryError | ResendRefusal["error"],
  "forbidden" | "reauth_needed"
>;
/** The reply to an action. `became`: a second administrator must confirm it first. */
export type OrderReply = FormReply<Intent, Refusal | "failed"> & {
  readonly became?: "proposed" | undefined;
};

type Props = {
  order: Pick<
    ShownOrder["order"],
    "state" | "shownState" | "captured" | "refunded" | "returning" | "chargedBack" | "shortNumber"
  >;
  tickets: ShownOrder["tickets"];
  owed: Pence;
  /** For the next partial refund. */
  requestKey: string;
};

type ActionProps = {
  intent: "refund" | "refund-again" | "void";
  isPossible: boolean;
  label: string;
  title: string;
  text: string;
  /** The label of the button in the dialog, if not that of the page's. */
  confirmLabel?: string;
  onOpen?: () => void;
  /** Fields above the reason. */
  children?: (form: ShopForm) => ReactNode;
};

/** The texts after success and failure of each action. */
const TEXT_KEYS = {
  refund: { done: "order.refundDone", failed: "order.refundFailed" },
  "refund-again": { done: "order.refundDone", failed: "order.refundFailed" },
  void: { done: "order.voidDone", failed: "order.voidFailed" },
  resend: { done: "order.resendDone", failed: "order.resendFailed" },
} as const;

/** The text of each refusal of an action. */
function useRefusalText(intent: Intent) {
  const { t } = useTranslation("admin-orders");
  return (code: CodeOf<OrderReply>, _field: string, reply: OrderReply | undefined) => {
    if (code === "failed") return t(TEXT_KEYS[intent].failed);
    return code === "too_many" ? t("order.refusals.too_many", { count: reply?.minutes ?? 1 }) : t(`order.refusals.${code}`);
  };
}

/** The text after each action. */
export function useOrderDone(): (reply: OrderReply) => string {
  const { t } = useTranslation(["admin-orders", "admin-approvals"]);
  return ({ intent, became }) => t(became ? "admin-approvals:approvals.asked" : TEXT_KEYS[intent].done);
}

/** A button with its dialog, which needs a reason. */
function ActionWithReason({ intent, isPossible, label, title, text, confirmLabel = label, onOpen, children }: ActionProps) {
  const { t } = useTranslation("admin-orders");
  const [isOpen, setOpen] = useDialogOpen(intent);
  const reasonId = useId();
  return (
    <>
      {isPossible && (
        <DialogButton
          dialog={intent}
          variant="danger"
          size="sm"
          icon={<Undo2 size={18} strokeWidth={1.6} aria-hidden="true" />}
          onOpen={() => {
            onOpen?.();
            setOpen(true);
          }}
        >
          {label}
        </DialogButton>
      )}
      <ConfirmDialog<OrderReply>
        open={isOpen}
        onClose={() => setOpen(false)}
        intent={intent}
        title={title}
        description={text}
        confirmLabel={confirmLabel}
        say={useRefusalText(intent)}
        done={useOrderDone()}
        needsReauth
      >
        {(form) => (
          <>
            {children?.(form)}
            <TextArea
              {...form.field("reason")}
              id={reasonId}
              label={t("order.reason")}
              rows={3}
              maxLength={1000}
              hint={t("order.reasonHint")}
            />
          </>
        )}
      </ConfirmDialog>
    </>
  );
}

/** Refunds all that is left of an order, or a part of it. */
function RefundAction({ order, tickets, left, requestKey }: Omit<Props, "owed"> & { left: Pence }) {
  const { t } = useTranslation("admin-orders");
  const { money } = useFormat();
  const [chosen, setChosen] = useState<ChosenPart>();
  const { state, shownState, captured, shortNumber } = order;
  // With nothing left to refund, the tickets are only withdrawn.
  const isWithdrawal = left === 0;
  const label = t(isWithdrawal ? "order.withdraw" : "order.refund");
  const confirmLabel = () => {
    if (chosen && !chosen.ok) return t("order.part.confirmPart");
    if (!chosen || chosen.value === "whole") return label;
    return t("order.part.confirm", { amount: money(chosen.value.amount) });
  };
  return (
    <ActionWithReason
      intent="refund"
      isPossible={state === "paid" && shownState !== "disputed"}
      label={label}
      title={t(isWithdrawal ? "order.withdrawTitle" : "order.refundTitle")}
      text={t(isWithdrawal ? "order.withdrawText" : "order.part.text")}
      onOpen={() => setChosen(undefined)}
      confirmLabel={confirmLabel()}
    >
      {(form) => (
        <>
          {/* The refused key may belong to another refund, made before. */}
          {form.code === "sum_changed" ? (
            <RequestKey key={requestKey} newKey={requestKey} />
          ) : (
            <RequestKey newKey={form.typed("requestKey") || requestKey} />
          )}
          <input type="hidden" name="left" value={left} />
          {isWithdrawal ? (
            <input type="hidden" name="part" value="whole" />
          ) : (
            <RefundPartFields order={{ captured, left, tickets, shortNumber }} form={form} chosen={chosen} onChoose={setChosen} />
          )}
        </>
      )}
    </ActionWithReason>
  );
}

/** Buttons depend on the state; their dialogs stay mounted to report the result. */
export function OrderActions({ order, tickets, owed, requestKey }: Props) {
  const { state } = order;
  const { t } = useTranslation("admin-orders");
  const { money } = useFormat();
  const resend = { intent: "resend", say: useRefusalText("resend"), done: useOrderDone() } as const;
  const left = leftOf(order, order);
  const amount = { amount: money(owed) };
  return (
    <>
      {(state === "paid" || state === "free") && (
        <Allowed right="orders.resend">
          <ActionButton<OrderReply>
            {...resend}
            variant="outline"
            size="sm"
            icon={<Mail size={18} strokeWidth={1.6} aria-hidden="true" />}
            busyLabel={t("order.resending")}
          >
            {t("order.resend")}
          </ActionButton>
        </Allowed>
      )}
      <Allowed right="orders.refund">
        <RefundAction order={order} tickets={tickets} left={left} requestKey={requestKey} />
        <ActionWithReason
          intent="refund-again"
          isPossible={owed > 0 && order.shownState !== "disputed"}
          label={t("order.sendAgain")}
          title={t("order.sendAgainTitle", amount)}
          text={t("order.sendAgainText", amount)}
        />
      </Allowed>
      <Allowed right="orders.void">
        <ActionWithReason
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
