/** The save button of a long form, always in sight, beside what happened to the form. */
import type { ReactNode } from "react";

type Props = {
  /** Announced when it changes. */
  status: ReactNode;
  /** Marks the status with a dot. */
  isUnsaved: boolean;
  children: ReactNode;
};

export function SaveBar({ status, isUnsaved, children }: Props) {
  return (
    <div className="save-bar">
      <p role="status" className="flex min-w-0 items-center gap-2.5 text-muted">
        {isUnsaved && <span className="save-bar-dot" aria-hidden="true" />}
        <span>{status}</span>
      </p>
      <div className="flex flex-wrap gap-3">{children}</div>
    </div>
  );
}
