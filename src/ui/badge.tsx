/** A small coloured label of a state. */
import type { ReactNode } from "react";

export type BadgeTone = "active" | "completed" | "cancelled" | "draft" | "warn";

const tones: Record<BadgeTone, string> = {
  active: "bg-success-ground text-success",
  completed: "bg-info-ground text-info-text",
  cancelled: "bg-danger-ground text-danger-text",
  draft: "bg-grey-ground text-grey-text",
  warn: "bg-warn-ground text-warn",
};

export function Badge({ tone, children }: { tone: BadgeTone; children: ReactNode }) {
  return <span className={`badge ${tones[tone]}`}>{children}</span>;
}
