/** Asks before something that cannot be taken back. The focus starts on the harmless answer; the other repeats the verb, in red. */
import { type ComponentProps, type ReactNode, useId } from "react";
import { useTranslation } from "react-i18next";
import type { FetcherWithComponents } from "react-router";
import { Button } from "../button.tsx";
import { TextField } from "../fields/text-field.tsx";
import { Dialog } from "./dialog.tsx";

type Props = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Names the thing, and is a question. */
  title: string;
  /** What will happen. */
  description?: ReactNode;
  confirmLabel: string;
  busyLabel?: string;
  /** Sends the form when it is confirmed; busy while it does. Close the dialog when its answer arrives (`useReply`). */
  fetcher: FetcherWithComponents<unknown>;
  /** Of the form: where it is sent (this page), and what is sent unseen. */
  action?: string;
  fields?: Readonly<Record<string, string>>;
  /** The password is asked for first, unless it was given just now. */
  needsProof?: boolean;
  /** Red unless what happens is harmless. */
  tone?: "danger" | "plain";
  /** Further fields of the form, such as a reason, or why it was refused. */
  children?: ReactNode;
};

export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  description,
  confirmLabel,
  busyLabel,
  fetcher,
  action,
  fields = {},
  needsProof = false,
  tone = "danger",
  children,
}: Props) {
  const { t } = useTranslation("admin");
  const form = useId();
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={title}
      description={description}
      footer={
        <>
          <Button variant="outline" autoFocus onClick={() => onOpenChange(false)}>
            {t("kit.cancel")}
          </Button>
          <Button
            type="submit"
            form={form}
            variant={tone === "danger" ? "danger-solid" : "gold"}
            busy={fetcher.state !== "idle"}
            {...(busyLabel !== undefined && { busyLabel })}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      <fetcher.Form
        id={form}
        method="post"
        {...(action !== undefined && { action })}
        {...(needsProof && { "data-needs-proof": "" })}
        className="grid gap-4 empty:hidden"
      >
        {Object.entries(fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {children}
      </fetcher.Form>
    </Dialog>
  );
}

/** Why, in one line, for whoever reads of it later. Sent as `reason`. */
export function ReasonField(field: Omit<ComponentProps<typeof TextField>, "name">) {
  return <TextField maxLength={500} autoComplete="off" {...field} name="reason" />;
}
