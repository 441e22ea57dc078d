/** A text field for a number, since browsers drop commas from `type="number"` and the wheel changes it. */
import { type ComponentProps, useEffect, useState } from "react";
import { TextField } from "./text-field.tsx";

type Props = Omit<ComponentProps<typeof TextField>, "type" | "inputMode" | "min" | "max" | "step" | "maxLength"> & {
  inputMode: "decimal" | "numeric" | "text";
  /** The problem of the typed text, by the action's own rule. */
  problemOf: (text: string) => string | undefined;
};

/**
 * A message moves the elements below it. It waits for the end of a press, which would otherwise miss its
 * button.
 */
const PRESS_MS = 200;

/** Longer than any number, so that a pasted one is never truncated. */
const LONGEST = 60;

/** Checks the text when the field is left. Only the action refuses an empty field. */
export function NumberField({ problemOf, error, ...field }: Props) {
  const [problem, setProblem] = useState<string>();
  const id = field.id ?? field.name;
  useEffect(() => {
    const form = document.getElementById(id)?.closest("form");
    const forget = () => setProblem(undefined);
    form?.addEventListener("reset", forget);
    return () => form?.removeEventListener("reset", forget);
  }, [id]);

  const check = (text: string) => setProblem(text.trim() === "" ? undefined : problemOf(text));
  return (
    <TextField
      autoComplete="off"
      spellCheck={false}
      {...field}
      maxLength={LONGEST}
      onBlur={({ currentTarget: field, relatedTarget }) => {
        // The form's own button: the action answers.
        if (relatedTarget instanceof HTMLButtonElement && relatedTarget.form === field.form) return;
        setTimeout(() => check(field.value), PRESS_MS);
      }}
      onInput={(event) => problem !== undefined && check(event.currentTarget.value)}
      error={problem ?? error}
      isAnnounced={problem !== undefined || field.isAnnounced}
    />
  );
}
