/** The frame of a form field: label, control, hint and error, associated for screen readers. */
import type { ReactNode } from "react";
import { CircleAlert } from "../icons.ts";

/** What surrounds a control. `aside`: a short text at the label's end, such as "optional". */
export type FieldFrame = {
  label: ReactNode;
  aside?: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  /** Announces the error when it appears, if no summary does. */
  isAnnounced?: boolean | undefined;
};

/**
 * The attributes that associate a control with its hint and error.
 * @param more ids of further descriptions
 */
export function describedBy(id: string, { hint, error }: Pick<FieldFrame, "hint" | "error">, more?: string) {
  const ids = [error && `${id}-error`, hint && `${id}-hint`, more].filter(Boolean).join(" ");
  return { "aria-invalid": error ? true : undefined, "aria-describedby": ids || undefined };
}

export function Field({
  id,
  label,
  aside,
  hint,
  error,
  isAnnounced = false,
  children,
}: FieldFrame & { id: string; children: ReactNode }) {
  return (
    <div className="grid gap-2">
      <div className="flex justify-between gap-4 text-[0.9375rem]">
        <label htmlFor={id} className="font-[560]">
          {label}
        </label>
        {aside && <span className="text-faint">{aside}</span>}
      </div>
      {children}
      {error && (
        <FieldError id={`${id}-error`} isAnnounced={isAnnounced}>
          {error}
        </FieldError>
      )}
      {hint && (
        <div id={`${id}-hint`} className="type-small">
          {hint}
        </div>
      )}
    </div>
  );
}

/** An error below a field. */
export function FieldError({ id, isAnnounced = false, children }: { id?: string; isAnnounced?: boolean; children: ReactNode }) {
  return (
    <p id={id} role={isAnnounced ? "alert" : undefined} className="flex gap-2 text-sm text-danger">
      <CircleAlert size={18} strokeWidth={1.8} className="mt-px flex-none" aria-hidden="true" />
      <span>{children}</span>
    </p>
  );
}
