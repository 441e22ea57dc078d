/** A native checkbox as a switch, with label and description. */
import type { InputHTMLAttributes, ReactNode } from "react";

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, "name" | "type" | "role" | "checked"> & {
  name: string;
  checked: boolean;
  label: ReactNode;
  description?: ReactNode;
};

export function Switch({ label, description, id, className = "", ...input }: Props) {
  const inputId = id ?? input.name;
  return (
    <div className={`flex justify-between gap-4 ${className}`}>
      <div>
        <label htmlFor={inputId} className="cursor-pointer font-[580]">
          {label}
        </label>
        {description && (
          <p id={`${inputId}-hint`} className="type-small mt-1">
            {description}
          </p>
        )}
      </div>
      <span className="switch">
        <input
          {...input}
          id={inputId}
          type="checkbox"
          role="switch"
          aria-checked={input.checked}
          className="native-control"
          aria-describedby={description ? `${inputId}-hint` : undefined}
        />
        <span className="switch-track" />
      </span>
    </div>
  );
}
