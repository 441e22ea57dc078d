/** One-line and multi-line text fields with label, hint and error. */
import type { InputHTMLAttributes, TextareaHTMLAttributes } from "react";
import { describedBy, Field, type FieldFrame } from "./field.tsx";

type FieldProps = FieldFrame & Omit<InputHTMLAttributes<HTMLInputElement>, "name"> & { name: string };
type AreaProps = FieldFrame & Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, "name"> & { name: string };

export function TextField({ label, aside, hint, error, isAnnounced, id, className = "", ...input }: FieldProps) {
  const inputId = id ?? input.name;
  return (
    <Field id={inputId} label={label} aside={aside} hint={hint} error={error} isAnnounced={isAnnounced}>
      <input
        type="text"
        {...input}
        {...describedBy(inputId, { hint, error }, input["aria-describedby"])}
        id={inputId}
        className={`input ${className}`}
      />
    </Field>
  );
}

export function EmailField(field: Omit<FieldProps, "type">) {
  return <TextField autoComplete="email" inputMode="email" autoCapitalize="none" spellCheck={false} {...field} type="email" />;
}

export function TextArea({ label, aside, hint, error, isAnnounced, id, className = "", ...input }: AreaProps) {
  const inputId = id ?? input.name;
  return (
    <Field id={inputId} label={label} aside={aside} hint={hint} error={error} isAnnounced={isAnnounced}>
      <textarea
        {...input}
        {...describedBy(inputId, { hint, error }, input["aria-describedby"])}
        id={inputId}
        className={`input ${className}`}
      />
    </Field>
  );
}
