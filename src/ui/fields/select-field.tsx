/** A native select with label, hint and error. */
import type { SelectHTMLAttributes } from "react";
import { ChevronDown } from "../icons.ts";
import { describedBy, Field, type FieldFrame } from "./field.tsx";

type Props = FieldFrame &
  Omit<SelectHTMLAttributes<HTMLSelectElement>, "name"> & {
    name: string;
    options: readonly { readonly value: string; readonly label: string }[];
  };

export function SelectField({ label, aside, hint, error, id, options, className = "", ...select }: Props) {
  const selectId = id ?? select.name;
  return (
    <Field id={selectId} label={label} aside={aside} hint={hint} error={error}>
      <div className="select">
        <select
          {...select}
          {...describedBy(selectId, { hint, error }, select["aria-describedby"])}
          id={selectId}
          className={`input ${className}`}
        >
          {options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
        <ChevronDown size={18} strokeWidth={1.6} aria-hidden="true" />
      </div>
    </Field>
  );
}
