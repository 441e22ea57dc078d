/** A one-line field with its label, hint and error. */
import type { InputHTMLAttributes } from "react";
import { describedBy, Field, type FieldFrame } from "./field.tsx";

type Props = FieldFrame & Omit<InputHTMLAttributes<HTMLInputElement>, "name"> & { name: string };

/** `id` is the name unless given. */
export function TextField({ label, aside, hint, error, id, className = "", ...input }: Props) {
  const inputId = id ?? input.name;
  return (
    <Field id={inputId} label={label} aside={aside} hint={hint} error={error}>
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
