/** A link to another site. */
import type { ReactNode } from "react";
import { ExternalLink } from "../icons.ts";

export function OutsideLink({ to, className = "", children }: { to: string; className?: string; children: ReactNode }) {
  return (
    <a href={to} rel="nofollow noopener noreferrer" className={`link wrap-anywhere ${className}`}>
      {children}
      <ExternalLink size={16} strokeWidth={1.6} aria-hidden="true" />
    </a>
  );
}
