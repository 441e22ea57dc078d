/** A raised ground with a hairline, such as the one that tickets are bought on. */
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

/** Inner padding; every part after the first is set off by a hairline. */
export function PanelPart({ className = "", children }: { className?: string; children: ReactNode }) {
  return <div className={`panel-part ${className}`}>{children}</div>;
}
