/** A native checkbox with label, description and error. */
import type { InputHTMLAttributes, ReactNode } from "react";
import { Check } from "../icons.ts";
import { FieldError } from "./field.tsx";

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, "name" | "type"> & {
  name: string;
  label: ReactNode;
  description?: ReactNode;
  error?: string | undefined;
};

export function Checkbox({ label, description, error, id, className = "", ...input }: Props) {
  const inputId = id ?? input.name;
  const described = [error && `${inputId}-error`, description && `${inputId}-hint`].filter(Boolean).join(" ");
  return (
    <div className={className}>
      <div className="check">
        <span className="check-hit">
          <input
            {...input}
            id={inputId}
            type="checkbox"
            className="native-control"
            aria-invalid={error ? true : undefined}
            aria-describedby={described || undefined}
          />
          <span className="check-box">
            <Check size={15} strokeWidth={3} aria-hidden="true" />
          </span>
        </span>
        <div className="grid gap-0.5">
          <label htmlFor={inputId} className="cursor-pointer">
            {label}
          </label>
          {description && (
            <div id={`${inputId}-hint`} className="type-small">
              {description}
            </div>
          )}
        </div>
      </div>
      {error && <FieldError id={`${inputId}-error`}>{error}</FieldError>}
    </div>
  );
}
