/**
 * A dialog that confirms an irreversible action. The focus starts on cancel; the other button repeats the
 * verb, in red.
 */
import type { ComponentProps, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../button.tsx";
import { Dialog } from "../feedback/dialog.tsx";
import { PlainDialog } from "../feedback/plain-dialog.tsx";
import { toastError, toastSuccess } from "../feedback/toast.tsx";
import { TextField } from "../fields/text-field.tsx";
import type { FormReply } from "./reply.ts";
import { ShopFormFrame } from "./shop-form-frame.tsx";
import { FormProblem, type ShopForm, type ShopFormOptions, useShopForm } from "./use-shop-form.tsx";

type Props<Reply extends FormReply> = {
  onClose: () => void;
  /** A question that names the thing. */
  title: string;
  description?: ReactNode;
  confirmLabel: string | ((form: ShopForm) => string);
  busyLabel?: string;
  intent: Reply["intent"];
  /** Where the form is sent; this page by default. */
  action?: string;
  fields?: Readonly<Record<string, string>>;
  /** Re-authenticates first, unless that was done just now. */
  needsReauth?: boolean;
  /** Red unless the action is harmless. */
  tone?: "danger" | "plain";
  say: ShopFormOptions<Reply>["say"];
  /** The success message. */
  done?: (reply: Reply) => string | undefined;
  /** Called after a reply has closed the dialog. */
  onDone?: (reply: Reply) => void;
  /** A refusal closes the dialog and becomes a message, since it cannot be corrected in it. */
  closesOnRefusal?: boolean;
  /** Further fields of the form, such as a reason. */
  children?: ReactNode | ((form: ShopForm) => ReactNode);
};

/** Mounted only while open, so that each opening starts anew. */
export function ConfirmDialog<Reply extends FormReply>({ open, ...question }: Props<Reply> & { open: boolean }) {
  return open && <Question<Reply> {...question} />;
}

function Question<Reply extends FormReply>(props: Props<Reply>) {
  const { onClose, title, description, busyLabel, intent, action, fields = {}, needsReauth, tone = "danger", children } = props;
  const { t } = useTranslation("admin");
  const form = useShopForm<Reply>({
    intent,
    say: props.say,
    isMine: ({ refused }) => refused === undefined || isAboutSame(fields, refused.initialValue),
    onDone: (reply) => {
      onClose();
      const text = props.done?.(reply);
      if (text !== undefined) toastSuccess(text);
      props.onDone?.(reply);
    },
    onRefused: (problem) => {
      if (!props.closesOnRefusal || problem === undefined) return;
      onClose();
      toastError(problem);
    },
  });
  const leave = () => !form.isBusy && onClose();
  const confirmLabel = typeof props.confirmLabel === "string" ? props.confirmLabel : props.confirmLabel(form);
  const formElement = (
    <ShopFormFrame
      form={form}
      action={action}
      fields={fields}
      needsReauth={needsReauth}
      className="grid gap-4 not-has-[>:not([type=hidden])]:hidden"
    >
      <FormProblem form={form} />
      {typeof children === "function" ? children(form) : children}
    </ShopFormFrame>
  );
  const confirm = (
    <Button
      type="submit"
      form={form.id}
      variant={tone === "danger" ? "danger-solid" : "gold"}
      busy={form.isBusy}
      {...(busyLabel !== undefined && { busyLabel })}
    >
      {confirmLabel}
    </Button>
  );
  return (
    <>
      <PlainDialog open title={title} description={description} footer={confirm}>
        {formElement}
      </PlainDialog>
      <Dialog
        open
        onOpenChange={leave}
        title={title}
        description={description}
        footer={
          <>
            <Button variant="outline" autoFocus aria-disabled={form.isBusy} onClick={leave}>
              {t("kit.cancel")}
            </Button>
            {confirm}
          </>
        }
      >
        {formElement}
      </Dialog>
    </>
  );
}

/** Whether a refused form had the same hidden fields, so that the refusal belongs to this dialog. */
function isAboutSame(
  fields: Readonly<Record<string, string>>,
  typed: Readonly<Record<string, unknown>> | null | undefined,
): boolean {
  return Object.entries(fields).every(([name, value]) => (typed?.[name] ?? "") === value);
}

/** A one-line reason for the log. Sent as `reason`. */
export function ReasonField(field: Omit<ComponentProps<typeof TextField>, "name">) {
  return <TextField maxLength={500} autoComplete="off" {...field} name="reason" />;
}
