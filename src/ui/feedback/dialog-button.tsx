/** A dialog that a button opens; without scripts, by an address with `?ask={name of the dialog}`. */
import { type ComponentProps, type ReactNode, useEffect, useState } from "react";
import { useActionData, useLocation, useNavigate } from "react-router";
import { Button } from "../button.tsx";
import type { FormReply } from "../forms/reply.ts";
import { DIALOG_PARAM } from "../lists/list-address.ts";

type Props = {
  /**
   * The name passed to `useDialogOpen` or `useDialogSubject`; for one of several, with its id after a
   * colon.
   */
  dialog: string;
  onOpen: () => void;
};

/** A form around a button or row that opens a dialog. */
export function DialogOpener({ dialog, onOpen, children }: Props & { children: ReactNode }) {
  const { search } = useLocation();
  const others = [...new URLSearchParams(search)].filter(([name]) => name !== DIALOG_PARAM);
  return (
    <form
      className="contents"
      onSubmit={(event) => {
        event.preventDefault();
        onOpen();
      }}
    >
      {[...others, [DIALOG_PARAM, dialog] as const].map(([name, value]) => (
        <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
      ))}
      {children}
    </form>
  );
}

/** A button that opens a dialog. */
export function DialogButton({ dialog, onOpen, ...button }: Props & Omit<ComponentProps<typeof Button>, "type" | "onClick">) {
  return (
    <DialogOpener dialog={dialog} onOpen={onOpen}>
      <Button {...button} type="submit" />
    </DialogOpener>
  );
}

/**
 * The state of a dialog: whether it is open. It starts open if the address names it, until the form whose
 * intent is the dialog's name has been answered.
 */
export function useDialogOpen(name: string) {
  return useState(useDialogInAddress(name, name, false) !== undefined);
}

/**
 * The state of a dialog about one of several things: that thing, or undefined while closed.
 * @param find returns the thing with this id
 * @param intent the intent of the dialog's form, if it is not its name
 */
export function useDialogSubject<One>(name: string, find: (id: string) => One | undefined, intent = name) {
  const id = useDialogInAddress(name, intent, true);
  return useState(() => (id === undefined ? undefined : find(id)));
}

/**
 * The id after the dialog's name in the address; empty if the dialog has none; undefined if it is not open.
 */
function useDialogInAddress(name: string, intent: string, isOneOfSeveral: boolean): string | undefined {
  const { search, pathname } = useLocation();
  const navigate = useNavigate();
  const [dialog, ...id] = (new URLSearchParams(search).get(DIALOG_PARAM) ?? "").split(":");
  const isNamed = dialog === name && id.length > 0 === isOneOfSeveral;
  const sent = useActionData() as FormReply | undefined;
  // A remounted page does not open it again.
  useEffect(() => {
    if (isNamed) void navigate(pathname + withoutDialog(search), { replace: true, preventScrollReset: true });
  }, [isNamed, navigate, pathname, search]);
  // Another form's reply does not answer this dialog.
  const isOpen = sent === undefined || (sent.intent === intent && sent.refused !== undefined);
  return isNamed && isOpen ? id.join(":") : undefined;
}

/** An address's query without the dialog. */
export function withoutDialog(search: string): string {
  const left = new URLSearchParams(search);
  left.delete(DIALOG_PARAM);
  return left.size > 0 ? `?${left}` : "";
}
