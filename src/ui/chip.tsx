/** A small rounded label; `dot="live"` adds a blinking dot. */
import type { ReactNode } from "react";

export function Chip({ dot, className = "", children }: { dot?: "live"; className?: string; children: ReactNode }) {
  return (
    <span className={`chip ${className}`}>
      {dot && <span className="live-dot" />}
      {children}
    </span>
  );
}
