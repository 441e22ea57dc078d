/** A collapsible panel that works before scripts load, and with the browser's page search. */
import type { ReactNode } from "react";
import { ChevronDown } from "./icons.ts";

/** `startsOpen`: because a form inside was refused. `danger`: its actions cannot be undone. */
export function Disclosure({
  title,
  startsOpen = false,
  tone,
  children,
}: {
  title: string;
  startsOpen?: boolean;
  tone?: "danger";
  children: ReactNode;
}) {
  return (
    <details className="disclosure" data-tone={tone} open={startsOpen || undefined}>
      <summary>
        <h2 className="type-h3">{title}</h2>
        <ChevronDown size={22} strokeWidth={1.6} aria-hidden="true" />
      </summary>
      <div className="disclosure-body">{children}</div>
    </details>
  );
}
