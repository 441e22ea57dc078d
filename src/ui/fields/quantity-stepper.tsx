/** A number of tickets: a text field between buttons for fewer and more. */
import { type KeyboardEvent, type ReactNode, useState } from "react";
import { readQuantity } from "#shared/text/typed-number.ts";
import { Minus, Plus } from "../icons.ts";
import { describedBy, Field } from "./field.tsx";

type Props = {
  label: string;
  value: number;
  /** Called with every readable number; unreadable text becomes 1 when the field is left. */
  onChange: (value: number) => void;
  name?: string;
  /** The buttons' limit. Typing can exceed it: the caller reports that in `error`. */
  max?: number;
  fewerLabel: string;
  moreLabel: string;
  error?: string | undefined;
  hint?: ReactNode;
};

export function QuantityStepper({ label, value, onChange, name, max, fewerLabel, moreLabel, error, hint }: Props) {
  // Unfinished input, shown as typed until the field is left.
  const [draft, setDraft] = useState<string>();
  const atStart = value <= 1;
  const atEnd = max !== undefined && value >= max;

  function type(text: string) {
    setDraft(text);
    const read = readQuantity(text);
    if (read !== undefined) onChange(read);
  }
  function leave() {
    if (draft !== undefined && readQuantity(draft) === undefined) onChange(1);
    setDraft(undefined);
  }
  function step(by: 1 | -1) {
    setDraft(undefined);
    onChange(stepQuantity(value, by, max));
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
    event.preventDefault();
    step(event.key === "ArrowUp" ? 1 : -1);
  }

  return (
    <Field id="quantity" label={label} hint={hint} error={error}>
      <div className="stepper" data-invalid={error ? "" : undefined}>
        <button type="button" aria-label={fewerLabel} aria-disabled={atStart || undefined} onClick={() => step(-1)}>
          <Minus size={20} strokeWidth={1.6} aria-hidden="true" />
        </button>
        <input
          id="quantity"
          name={name}
          inputMode="numeric"
          autoComplete="off"
          value={draft ?? String(value)}
          onChange={(event) => type(event.target.value)}
          onFocus={(event) => event.target.select()}
          onBlur={leave}
          onKeyDown={onKeyDown}
          {...describedBy("quantity", { hint, error })}
        />
        <button type="button" aria-label={moreLabel} aria-disabled={atEnd || undefined} onClick={() => step(1)}>
          <Plus size={20} strokeWidth={1.6} aria-hidden="true" />
        </button>
      </div>
    </Field>
  );
}

/** One step up or down, between 1 and `max`. A value above `max` returns to it. */
export function stepQuantity(value: number, by: 1 | -1, max = Number.MAX_SAFE_INTEGER): number {
  return Math.max(1, Math.min(value + by, max));
}
