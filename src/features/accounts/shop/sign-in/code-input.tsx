import { TextField } from "#ui/fields/text-field.tsx";

type Props = {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  id?: string;
  isRecovery?: boolean;
  /** Accepts recovery codes as well, so the keyboard has letters. */
  takesBoth?: boolean;
};

/** Field for a code of the second factor. `isRecovery`: a recovery code instead of the app's. */
export function CodeInput({ label, hint, error, id = "code", isRecovery = false, takesBoth = false }: Props) {
  const hasOnlyDigits = !isRecovery && !takesBoth;
  return (
    <TextField
      key={String(isRecovery)}
      id={id}
      name="code"
      label={label}
      hint={hint}
      error={error}
      required
      autoComplete="one-time-code"
      inputMode={hasOnlyDigits ? "numeric" : "text"}
      autoCapitalize="none"
      spellCheck={false}
      maxLength={60}
      className="type-mono max-w-[16rem]"
    />
  );
}
