/** A framed area of a public page, and its parts. */
import type { ReactNode } from "react";

export function Panel({
  as: Tag = "section",
  label,
  className = "",
  children,
}: {
  as?: "section" | "aside" | "div";
  label?: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <Tag aria-label={label} className={`panel ${className}`}>
      {children}
    </Tag>
  );
}

export function PanelPart({ className = "", children }: { className?: string; children: ReactNode }) {
  return <div className={`panel-part ${className}`}>{children}</div>;
}
