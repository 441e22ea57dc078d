/** A field of several lines with its label, hint and error. */
import type { TextareaHTMLAttributes } from "react";
import { describedBy, Field, type FieldFrame } from "./field.tsx";

type Props = FieldFrame & Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, "name"> & { name: string };

/** `id` is the name unless given. */
export function TextArea({ label, aside, hint, error, id, className = "", ...input }: Props) {
  const inputId = id ?? input.name;
  return (
    <Field id={inputId} label={label} aside={aside} hint={hint} error={error}>
      <textarea
        {...input}
        {...describedBy(inputId, { hint, error }, input["aria-describedby"])}
        id={inputId}
        className={`input ${className}`}
      />
    </Field>
  );
}
