/** Shown in place of a list without rows. */
import type { ReactNode } from "react";

export function EmptyState({ title, children, action }: { title: string; children?: ReactNode; action?: ReactNode }) {
  return (
    <div className="grid justify-items-center gap-4 px-5 py-14 text-center">
      <svg
        width="112"
        height="64"
        viewBox="0 0 112 64"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        className="text-champagne"
        aria-hidden="true"
      >
        <path d="M5 1h102a4 4 0 0 1 4 4v18a9 9 0 0 0 0 18v18a4 4 0 0 1-4 4H5a4 4 0 0 1-4-4V41a9 9 0 0 0 0-18V5a4 4 0 0 1 4-4Z" />
        <path d="M78 8v48" strokeDasharray="3 5" />
        <path d="M20 26h38M20 38h24" strokeLinecap="round" opacity=".55" />
      </svg>
      <p className="type-h3">{title}</p>
      {children && <div className="max-w-[44ch] text-balance text-muted">{children}</div>}
      {action}
    </div>
  );
}
