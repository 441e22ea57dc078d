/** A coloured note: a bold line, and a small one under it. One shape for success, warning and danger. */
import type { ReactNode } from "react";
import { CircleAlert, CircleCheck, Info, TriangleAlert } from "../icons.ts";

const icons = { success: CircleCheck, warn: TriangleAlert, danger: CircleAlert, info: Info };

export function Note({
  tone,
  title,
  children,
  action,
  role,
}: {
  tone: keyof typeof icons;
  title: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
  /** For notes that appear after the page: "status", or "alert" for failures. */
  role?: "status" | "alert" | undefined;
}) {
  const Icon = icons[tone];
  return (
    <div className="note" data-tone={tone} role={role}>
      <Icon size={22} strokeWidth={1.6} aria-hidden="true" />
      <div className="grid min-w-0 gap-1">
        <p className="font-[560]">{title}</p>
        {children && <div className="type-small">{children}</div>}
        {action}
      </div>
    </div>
  );
}
