/** Radio buttons of a few answers, each as a card. */
import { useId } from "react";
import { Check } from "../icons.ts";

type Props = {
  name: string;
  options: readonly {
    readonly value: string;
    readonly label: string;
    readonly description?: string;
  }[];
  value: string | undefined;
  onChange: (value: string) => void;
  labelledBy: string;
  invalid?: boolean;
  required?: boolean;
};

export function OptionCards({ name, options, value, onChange, labelledBy, invalid, required }: Props) {
  const group = useId();
  return (
    <div
      role="radiogroup"
      aria-labelledby={labelledBy}
      aria-invalid={invalid || undefined}
      aria-required={required || undefined}
      className="grid gap-3 sm:grid-cols-2"
    >
      {options.map((option) => (
        <label key={option.value} className="option">
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            required={required}
            onChange={() => onChange(option.value)}
            className="native-control"
            aria-describedby={option.description ? `${group}-${option.value}` : undefined}
          />
          <span className="option-mark">
            <Check size={14} strokeWidth={3} aria-hidden="true" />
          </span>
          <span className="min-w-0 break-words">
            {option.label}
            {option.description && (
              <span id={`${group}-${option.value}`} className="type-small block">
                {option.description}
              </span>
            )}
          </span>
        </label>
      ))}
    </div>
  );
}
