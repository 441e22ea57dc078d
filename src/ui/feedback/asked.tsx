/** A dialog opened by a button; without scripts, by a link to an address with `?ask=`. */
import { type ComponentProps, type ReactNode, useEffect, useState } from "react";
import { useActionData, useLocation, useNavigate } from "react-router";
import { Button } from "../button.tsx";
import type { FormReply } from "../forms/reply.ts";
import { ASK } from "../lists/list-address.ts";

type Props = {
  /** The name passed to `useAsked` or `useAskedOf`; for one of several, with its id after a colon. */
  ask: string;
  onAsk: () => void;
};

export function Asks({ ask, onAsk, children }: Props & { children: ReactNode }) {
  const { search } = useLocation();
  const others = [...new URLSearchParams(search)].filter(([name]) => name !== ASK);
  return (
    <form
      className="contents"
      onSubmit={(event) => {
        event.preventDefault();
        onAsk();
      }}
    >
      {[...others, [ASK, ask] as const].map(([name, value]) => (
        <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
      ))}
      {children}
    </form>
  );
}

export function AskButton({ ask, onAsk, ...button }: Props & Omit<ComponentProps<typeof Button>, "type" | "onClick">) {
  return (
    <Asks ask={ask} onAsk={onAsk}>
      <Button {...button} type="submit" />
    </Asks>
  );
}

/** Whether the dialog is open: by the address, until the form whose intent is its name is answered. */
export function useAsked(name: string) {
  return useState(useAskedInAddress(name, name, false) !== undefined);
}

export function useAskedOf<One>(name: string, find: (id: string) => One | undefined, intent = name) {
  const id = useAskedInAddress(name, intent, true);
  return useState(() => (id === undefined ? undefined : find(id)));
}

function useAskedInAddress(name: string, intent: string, isOneOfSeveral: boolean): string | undefined {
  const { search, pathname } = useLocation();
  const navigate = useNavigate();
  const [asked, ...id] = (new URLSearchParams(search).get(ASK) ?? "").split(":");
  const isAsked = asked === name && id.length > 0 === isOneOfSeveral;
  const sent = useActionData() as FormReply | undefined;
  // A remounted page does not open it again.
  useEffect(() => {
    if (isAsked) void navigate(pathname + withoutAsk(search), { replace: true, preventScrollReset: true });
  }, [isAsked, navigate, pathname, search]);
  // Another form's reply does not answer this dialog.
  const isOpen = sent === undefined || (sent.intent === intent && sent.refused !== undefined);
  return isAsked && isOpen ? id.join(":") : undefined;
}

export function withoutAsk(search: string): string {
  const left = new URLSearchParams(search);
  left.delete(ASK);
  return left.size > 0 ? `?${left}` : "";
}
